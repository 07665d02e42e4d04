import { groupOf, type GuardedKey } from '#contract/house-names.ts';
import type { App } from '#server/platform/app.ts';
import { tellOf } from './notify.ts';
import { words } from './params.ts';

const pathOf = (key: GuardedKey) => `/admin/settings/${groupOf(key)}`;
const nameOf = (key: GuardedKey) => words(`house.${key.replace('.', '_')}`);

/** Tells administrators what others of them change that protects money, and who they are. */
export function houseListeners(app: App): void {
  tellOf(app, 'house.setting_proposed', ({ staffId: to, setting, by }) => ({
    to,
    kind: 'setting_proposed',
    path: pathOf(setting),
    params: { setting: nameOf(setting), by },
  }));
  tellOf(app, 'house.setting_changed', ({ staffId: to, setting, by, confirmedBy }) => ({
    to,
    kind: confirmedBy === null ? 'setting_changed' : 'setting_confirmed',
    path: pathOf(setting),
    params: { setting: nameOf(setting), by, ...(confirmedBy === null ? {} : { second: confirmedBy }) },
  }));
  tellOf(app, 'house.setting_declined', ({ staffId: to, setting, by, reason }) => ({
    to,
    kind: 'setting_declined',
    path: pathOf(setting),
    params: { setting: nameOf(setting), by, reason },
  }));
  tellOf(app, 'house.setting_lapsed', ({ staffId: to, setting }) => ({
    to,
    kind: 'setting_lapsed',
    path: pathOf(setting),
    params: { setting: nameOf(setting) },
  }));
  tellOf(app, 'staff.administrators_changed', ({ staffId: to, name, by, made }) => ({
    to,
    kind: made ? 'administrator_made' : 'administrator_lost',
    path: '/admin/team',
    params: { name, by },
  }));
  tellOf(app, 'staff.administrator_reset', ({ staffId: to, name }) => ({
    to,
    kind: 'administrator_reset',
    path: '/admin/team',
    params: { name },
  }));
  tellOf(app, 'staff.let_in_anew', ({ staffId: to, name, by, email }) => ({
    to,
    kind: 'staff_let_in',
    path: '/admin/team',
    params: { name, by, what: email ? 'email' : 'second_factor' },
  }));
}
