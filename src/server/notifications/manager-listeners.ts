import type { StoppableKind } from '#contract/override-names.ts';
import type { App } from '#server/platform/app.ts';
import { withText } from '#server/platform/reasons/format-reason.ts';
import { tellOf } from './notify.ts';
import { day, reasonsOf, words } from './params.ts';

/** Which payments, as the texts of letters choose by it. */
const whatOf = (kinds: readonly StoppableKind[]) => (kinds.length === 1 ? (kinds[0] ?? 'both') : 'both');

/** Tells clients who looks after them and what staff set for them alone, and staff whom they look after. */
export function managerListeners(app: App): void {
  tellOf(app, 'clients.manager_changed', ({ clientId: to, manager }) => ({
    to,
    kind: manager === null ? 'manager_gone' : 'manager_given',
    path: '/settings/profile',
    params: manager === null ? {} : { manager },
  }));
  tellOf(app, 'clients.limits_changed', ({ clientId: to, what }) => ({
    to,
    kind: 'limits_changed',
    path: '/settings/settings',
    params: { what },
  }));
  tellOf(app, 'clients.payments_stopped', async ({ clientId: to, kinds, reason, until }) => ({
    to,
    kind: 'payments_stopped',
    path: '/settings/settings',
    params: {
      what: whatOf(kinds),
      why: reasonsOf(await withText(app.db, 'payment_stop', reason)),
      until:
        until === null
          ? words('mails.payments_stopped_open')
          : words('mails.payments_stopped_until', { date: day(until) }),
    },
  }));
  tellOf(app, 'clients.payments_released', ({ clientId: to, kinds }) => ({
    to,
    kind: 'payments_released',
    path: '/settings/settings',
    params: { what: whatOf(kinds) },
  }));
  tellOf(app, 'staff.client_given', ({ staffId: to, aboutId, name, given }) => ({
    to,
    kind: given ? 'client_given' : 'client_taken',
    path: `/admin/clients/${aboutId}`,
    params: { name },
  }));
}
