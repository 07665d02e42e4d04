import type { RestrictableKind } from '#contract/staff/override-names.ts';
import type { App } from '#server/platform/app.ts';
import { withText } from '#server/platform/reasons/format-reason.ts';
import { notifierOf } from '../notify.ts';
import { day, reasonsOf, words } from '../params.ts';

/** Which payments are restricted, as the texts of emails distinguish them. */
const whatOf = (kinds: readonly RestrictableKind[]) => (kinds.length === 1 ? (kinds[0] ?? 'both') : 'both');

/** Notifies clients of a new manager and of settings made for them alone, and staff of the clients assigned to them. */
export function managerListeners(app: App): void {
  notifierOf(app, 'clients.manager_changed', ({ clientId: to, manager }) => ({
    to,
    kind: manager === null ? 'manager_removed' : 'manager_assigned',
    path: '/settings/profile',
    params: manager === null ? {} : { manager },
  }));
  notifierOf(app, 'clients.limits_changed', ({ clientId: to, what }) => ({
    to,
    kind: 'limits_changed',
    path: '/settings/settings',
    params: { what },
  }));
  notifierOf(app, 'clients.payments_restricted', async ({ clientId: to, kinds, reason, until }) => ({
    to,
    kind: 'payments_restricted',
    path: '/settings/settings',
    params: {
      what: whatOf(kinds),
      why: reasonsOf(await withText(app.db, 'payment_restriction', reason)),
      until:
        until === null
          ? words('emails.payments_restricted_open')
          : words('emails.payments_restricted_until', { date: day(until) }),
    },
  }));
  notifierOf(app, 'clients.payments_restriction_lifted', ({ clientId: to, kinds }) => ({
    to,
    kind: 'payments_restriction_lifted',
    path: '/settings/settings',
    params: { what: whatOf(kinds) },
  }));
  notifierOf(app, 'staff.client_assignment_changed', ({ staffId: to, aboutId, name, given }) => ({
    to,
    kind: given ? 'client_assigned' : 'client_unassigned',
    path: `/admin/clients/${aboutId}`,
    params: { name },
  }));
}
