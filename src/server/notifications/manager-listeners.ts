import type { App } from '#server/platform/app.ts';
import { tellOf } from './notify.ts';

/** Tells clients who looks after them and what staff set for them alone, and staff whom they look after. */
export function managerListeners(app: App): void {
  tellOf(app, 'clients.manager_changed', ({ clientId: to, manager }) => ({
    to,
    kind: manager === null ? 'manager_gone' : 'manager_given',
    path: '/settings/profile',
    params: manager === null ? {} : { manager: manager.name },
  }));
  tellOf(app, 'clients.limits_changed', ({ clientId: to, what }) => ({
    to,
    kind: 'limits_changed',
    path: '/settings/settings',
    params: { what },
  }));
  tellOf(app, 'staff.client_given', ({ staffId: to, aboutId, name, given }) => ({
    to,
    kind: given ? 'client_given' : 'client_taken',
    path: `/admin/clients/${aboutId}`,
    params: { name },
  }));
}
