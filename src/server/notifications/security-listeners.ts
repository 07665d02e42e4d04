import { tokenLifetimeMs, watchMinutes } from '#contract/constants.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { withText } from '#server/platform/reasons/format-reason.ts';
import { tellOf } from './notify.ts';
import { instant, reasonsOf, words } from './params.ts';

const settings = '/settings/settings';

/** Tells what changes about how one signs in, and mails what somebody needs to sign in at all. */
export function securityListeners(app: App): void {
  tellOf(app, 'auth.registered', ({ clientId: to }) => ({ to, kind: 'welcome', path: '/home' }));
  tellOf(app, 'auth.registration_repeated', ({ clientId: to }) => ({
    to,
    kind: 'registration_repeated',
    path: '/login',
  }));
  const asked = async <Kind extends string>(email: string, kind: Kind) => {
    const person = await app.db.maybeOne<{ id: string }>(sql`select id from client where email = ${email}`);
    return person && { to: person.id, kind, path: '/home' };
  };
  tellOf(app, 'auth.verification_asked', ({ email }) => asked(email, 'verify_email'));
  tellOf(app, 'auth.password_reset_asked', ({ email }) => asked(email, 'password_reset'));

  const at = (time: string) => instant(new Date(time));
  tellOf(app, 'auth.password_changed', ({ clientId: to, at: time }) => ({
    to,
    kind: 'password_changed',
    path: settings,
    params: { at: at(time) },
  }));
  tellOf(app, 'auth.sign_in_code_asked', ({ clientId: to, challengeId: about, address, at: time }) => ({
    to,
    kind: 'sign_in_code',
    path: settings,
    about,
    params: { at: at(time), address },
  }));
  tellOf(app, 'auth.autologin_issued', ({ clientId: to, by, at: time }) => ({
    to,
    kind: 'autologin_issued',
    path: settings,
    params: { at: at(time), by, minutes: tokenLifetimeMs.autologin / 60_000 },
  }));
  tellOf(app, 'auth.security_changed', ({ clientId: to, change, at: time }) => ({
    to,
    kind: change,
    path: settings,
    params: { at: at(time) },
  }));
  tellOf(app, 'clients.data_asked', ({ clientId: to, device, at: time }) => ({
    to,
    kind: 'data_asked',
    path: settings,
    params: { at: at(time), device: device ?? words('settings.device_unknown') },
  }));
  tellOf(app, 'clients.closing_asked', ({ clientId: to, closesAt, at: time }) => ({
    to,
    kind: 'closing_asked',
    path: settings,
    params: { at: at(time), closes_at: at(closesAt) },
  }));
  tellOf(app, 'clients.closing_blocked', ({ clientId: to }) => ({ to, kind: 'closing_blocked', path: settings }));
  tellOf(app, 'clients.account_kept', ({ clientId: to, at: time, isFrozen }) =>
    isFrozen ? undefined : { to, kind: 'account_kept', path: settings, params: { at: at(time) } },
  );
  tellOf(app, 'clients.account_closed', ({ clientId: to, at: time }) => ({
    to,
    kind: 'account_closed',
    path: '/',
    params: { at: at(time) },
  }));
  tellOf(app, 'clients.account_reopened', ({ clientId: to, at: time }) => ({
    to,
    kind: 'account_reopened',
    path: settings,
    params: { at: at(time) },
  }));
  tellOf(app, 'staff.watch_begun', ({ clientId: to, at: time }) => ({
    to,
    kind: 'watch_begun',
    path: settings,
    params: { at: at(time), minutes: watchMinutes },
  }));
  tellOf(app, 'staff.shut_out', async ({ clientId: to, reason, at: time }) => ({
    to,
    kind: 'shut_out',
    path: '/',
    params: { at: at(time), why: reasonsOf(await withText(app.db, 'block', reason)) },
  }));
  tellOf(app, 'staff.let_in', ({ clientId: to, at: time }) => ({
    to,
    kind: 'let_in',
    path: settings,
    params: { at: at(time) },
  }));
  tellOf(app, 'auth.frozen', ({ clientId: to, at: time, isDisputed }) => ({
    to,
    kind: isDisputed ? 'profile_disputed' : 'profile_frozen',
    path: isDisputed ? '/' : settings,
    params: { at: at(time) },
  }));
  emailListeners(app);
}

/** Both addresses hear of a change, each what concerns it. */
function emailListeners(app: App): void {
  const at = (time: string) => instant(new Date(time));
  tellOf(app, 'auth.email_link_asked', ({ clientId: to, changeId: about }) => ({
    to,
    kind: 'email_change_link',
    path: settings,
    about,
  }));
  tellOf(app, 'auth.email_change_asked', ({ clientId: to, changeId: about, byStaff, at: time }) => ({
    to,
    kind: 'email_change_asked',
    path: settings,
    about,
    params: { at: at(time), by: byStaff ? 'staff' : 'client' },
  }));
  tellOf(app, 'auth.email_changed', ({ clientId: to, at: time }) => ({
    to,
    kind: 'email_changed',
    path: settings,
    params: { at: at(time) },
  }));
  tellOf(app, 'auth.email_changed', ({ clientId: to, changeId: about, at: time }) => ({
    to,
    kind: 'email_left',
    path: settings,
    about,
    params: { at: at(time) },
  }));
}
