import type { GuardedKey } from '#contract/settings-names.ts';
import { placeOfProposal, type ProposalMatter } from '#contract/approval-request-names.ts';
import type { App } from '#server/platform/app.ts';
import { tellOf } from './notify.ts';
import { day, words } from './params.ts';

const nameOf = (key: GuardedKey) => words(`house.${key.replace('.', '_')}`);

/** What waits, as its heading names it; `name` is the client's or the key's. */
const whatOf = (matter: ProposalMatter, name: string | null) =>
  matter.kind === 'setting' ? nameOf(matter.key) : words(`mails.proposal_${matter.kind}`, { name: name ?? '' });

/** Tells staff what waits for a second person and what came of it, what protects money, and who they are. */
export function houseListeners(app: App): void {
  tellOf(app, 'proposals.made', ({ staffId: to, matter, name, by, inList }) => ({
    to,
    kind: 'proposal_made',
    path: inList ? '/admin/proposals' : placeOfProposal(matter),
    params: { what: whatOf(matter, name), by },
  }));
  tellOf(app, 'proposals.declined', ({ staffId: to, matter, name, by, reason }) => ({
    to,
    kind: 'proposal_declined',
    path: placeOfProposal(matter),
    params: { what: whatOf(matter, name), by, reason },
  }));
  tellOf(app, 'proposals.lapsed', ({ staffId: to, matter, name }) => ({
    to,
    kind: 'proposal_lapsed',
    path: placeOfProposal(matter),
    params: { what: whatOf(matter, name) },
  }));
  tellOf(app, 'house.setting_changed', ({ staffId: to, setting, by, confirmedBy }) => ({
    to,
    kind: confirmedBy === null ? 'setting_changed' : 'setting_confirmed',
    path: placeOfProposal({ kind: 'setting', key: setting }),
    params: { setting: nameOf(setting), by, ...(confirmedBy === null ? {} : { second: confirmedBy }) },
  }));
  tellOf(app, 'staff.roles_changed', ({ staffId: to, name, by, second }) => ({
    to,
    kind: 'staff_roles_changed',
    path: '/admin/audit',
    params: { name, by, second },
  }));
  tellOf(app, 'staff.network_overruled', ({ staffId: to, by, author, reason }) => ({
    to,
    kind: 'network_overruled',
    path: '/admin/audit',
    params: { by, author, reason },
  }));
  tellOf(app, 'staff.dealing_changed', ({ staffId: to, clientId, name, scope, offering, until, by, second }) => ({
    to,
    kind: second === null ? 'dealing_ended' : 'dealing_allowed',
    path: `/admin/clients/${clientId}`,
    params: {
      name,
      what: offering ?? words(`mails.dealing_${scope}`),
      until: day(until),
      by,
      ...(second !== null && { second }),
    },
  }));
  tellOf(app, 'staff.administrators_changed', ({ staffId: to, name, by, made }) => ({
    to,
    kind: made ? 'administrator_made' : 'administrator_lost',
    path: '/admin/audit',
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
