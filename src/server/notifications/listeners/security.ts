import { tokenLifetimeMs, impersonationMinutes } from '#contract/kernel/constants.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { withText } from '#server/platform/reasons/format-reason.ts';
import { notifierOf } from '../notify.ts';
import { instant, reasonsOf, words } from '../params.ts';

const settings = '/settings/settings';

/** Notifies of changes to sign-in methods, and emails what a person needs to sign in. */
export function securityListeners(app: App): void {
  notifierOf(app, 'auth.registered', ({ clientId: to }) => ({ to, kind: 'welcome', path: '/home' }));
  notifierOf(app, 'auth.registration_repeated', ({ clientId: to }) => ({
    to,
    kind: 'registration_repeated',
    path: '/login',
  }));
  const emailFor = async <Kind extends string>(email: string, kind: Kind) => {
    const person = await app.db.maybeOne<{ id: string }>(sql`select id from person where email = ${email}`);
    return person && { to: person.id, kind, path: '/home' };
  };
  notifierOf(app, 'auth.verification_requested', ({ email }) => emailFor(email, 'verify_email'));
  notifierOf(app, 'auth.password_reset_requested', ({ email }) => emailFor(email, 'password_reset'));

  notifierOf(app, 'auth.invited', ({ clientId: to }) => ({ to, kind: 'invitation', path: '/home' }));

  const at = (time: string) => instant(new Date(time));
  notifierOf(app, 'auth.password_changed', ({ clientId: to, at: time }) => ({
    to,
    kind: 'password_changed',
    path: settings,
    params: { at: at(time) },
  }));
  notifierOf(app, 'auth.sign_in_code_requested', ({ clientId: to, challengeId: about, address, at: time }) => ({
    to,
    kind: 'sign_in_code',
    path: settings,
    about,
    params: { at: at(time), address },
  }));
  notifierOf(app, 'auth.autologin_issued', ({ clientId: to, by, at: time }) => ({
    to,
    kind: 'autologin_issued',
    path: settings,
    params: { at: at(time), by, minutes: tokenLifetimeMs.autologin / 60_000 },
  }));
  notifierOf(app, 'auth.security_changed', ({ clientId: to, change, at: time }) => ({
    to,
    kind: change,
    path: settings,
    params: { at: at(time) },
  }));
  notifierOf(app, 'clients.data_export_requested', ({ clientId: to, device, at: time }) => ({
    to,
    kind: 'data_export_requested',
    path: settings,
    params: { at: at(time), device: device ?? words('profile.device_unknown') },
  }));
  notifierOf(app, 'clients.closure_requested', ({ clientId: to, closesAt, at: time }) => ({
    to,
    kind: 'closure_requested',
    path: settings,
    params: { at: at(time), closes_at: at(closesAt) },
  }));
  notifierOf(app, 'clients.closure_blocked', ({ clientId: to }) => ({ to, kind: 'closure_blocked', path: settings }));
  notifierOf(app, 'clients.closure_cancelled', ({ clientId: to, at: time, isFrozen }) =>
    isFrozen ? undefined : { to, kind: 'closure_cancelled', path: settings, params: { at: at(time) } },
  );
  notifierOf(app, 'clients.account_closed', ({ clientId: to, at: time }) => ({
    to,
    kind: 'account_closed',
    path: '/',
    params: { at: at(time) },
  }));
  notifierOf(app, 'clients.account_reopened', ({ clientId: to, at: time }) => ({
    to,
    kind: 'account_reopened',
    path: settings,
    params: { at: at(time) },
  }));
  notifierOf(app, 'staff.impersonation_started', ({ clientId: to, at: time }) => ({
    to,
    kind: 'impersonation_started',
    path: settings,
    params: { at: at(time), minutes: impersonationMinutes },
  }));
  notifierOf(app, 'staff.client_blocked', async ({ clientId: to, reason, at: time }) => ({
    to,
    kind: 'client_blocked',
    path: '/',
    params: { at: at(time), why: reasonsOf(await withText(app.db, 'block', reason)) },
  }));
  notifierOf(app, 'staff.client_unblocked', ({ clientId: to, at: time }) => ({
    to,
    kind: 'client_unblocked',
    path: settings,
    params: { at: at(time) },
  }));
  notifierOf(app, 'auth.frozen', ({ clientId: to, at: time, isDisputed }) => ({
    to,
    kind: isDisputed ? 'profile_disputed' : 'profile_frozen',
    path: isDisputed ? '/' : settings,
    params: { at: at(time) },
  }));
  emailListeners(app);
}

/** Both addresses get an email about a change, each with what concerns it. */
function emailListeners(app: App): void {
  const at = (time: string) => instant(new Date(time));
  notifierOf(app, 'auth.email_link_requested', ({ clientId: to, changeId: about }) => ({
    to,
    kind: 'email_change_link',
    path: settings,
    about,
  }));
  notifierOf(app, 'auth.email_change_requested', ({ clientId: to, changeId: about, byStaff, at: time }) => ({
    to,
    kind: 'email_change_requested',
    path: settings,
    about,
    params: { at: at(time), by: byStaff ? 'staff' : 'client' },
  }));
  notifierOf(app, 'auth.email_changed', ({ clientId: to, at: time }) => ({
    to,
    kind: 'email_changed',
    path: settings,
    params: { at: at(time) },
  }));
  notifierOf(app, 'auth.email_changed', ({ clientId: to, changeId: about, at: time }) => ({
    to,
    kind: 'email_left',
    path: settings,
    about,
    params: { at: at(time) },
  }));
}
