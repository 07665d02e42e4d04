import type { App } from '#server/platform/app.ts';
import { handle } from '#server/platform/http/handle.ts';
import { requestPasswordReset } from './passwords/request-reset.ts';
import { autologin, refuseUnlessScript } from './sign-in/autologin.ts';
import { changePassword } from './passwords/change.ts';
import { emailChangeRoutes } from './email-change/routes.ts';
import { freeze } from './freeze.ts';
import { issueAutologin } from './issue-autologin.ts';
import { proveSession } from './sessions/prove.ts';
import { readKnownPasswords } from './known-passwords.ts';
import { logIn } from './sign-in/log-in.ts';
import { logOut } from './sign-in/log-out.ts';
import { checkToken } from './one-time-token.ts';
import { profileData, signInData } from './own-data.ts';
import { recordFingerprint } from './sessions/record-fingerprint.ts';
import { register } from './register.ts';
import { completeRegistration } from './registration/complete.ts';
import { renewSession } from './sessions/renew.ts';
import { resendVerification } from './registration/resend-verification.ts';
import { resetPassword } from './passwords/reset.ts';
import { passkeyRoutes } from './passkeys/routes.ts';
import { scimRoutes } from './scim/routes.ts';
import { singleSignOnRoutes } from './single-sign-on/routes.ts';
import { secondFactorRoutes } from './second-factor/routes.ts';
import { listSessions, revokeOwnSessions } from './sessions/sessions.ts';
import { toUser } from './user.ts';
import { verifyEmail } from './registration/verify-email.ts';
import { publishAuthEvents } from './webhooks.ts';

export function authRoutes(app: App): void {
  // An unreadable password list of the operator fails the start, not the first registration.
  if (app.config.passwordFilterFile !== undefined) readKnownPasswords(app.config);
  handle(app, 'auth.register', (call) => register(app, call, call.body));
  handle(app, 'auth.login', (call) => logIn(app, call, call.body));
  handle(app, 'auth.renew_session', (call) => renewSession(app, call, call.body));
  handle(app, 'auth.logout', (call) => logOut(app, call, call.me));
  handle(app, 'auth.client_info', async ({ me }) => (me ? toUser(app, me) : { status: 'failed' }));
  handle(app, 'auth.verify_email', ({ body }) => verifyEmail(app, body.token));
  handle(app, 'auth.resend_verification', ({ me, body }) => resendVerification(app, me, body.email));
  handle(app, 'auth.request_password_reset', ({ body }) => requestPasswordReset(app, body.email));
  handle(app, 'auth.check_restore_code', async ({ body }) => {
    await checkToken(app.db, app, 'password_reset', body.token);
    return { status: 'ok' };
  });
  handle(app, 'auth.reset_password', ({ body, request }) => resetPassword(app, request.ip, body));
  handle(app, 'auth.autologin', async (call) => {
    refuseUnlessScript(call.request);
    return autologin(app, call, call.params.token);
  });
  handle(app, 'auth.autologin_post', (call) => autologin(app, call, call.body.token));
  handle(app, 'auth.issue_autologin', ({ me, body }) => issueAutologin(app, me, body));
  handle(app, 'auth.fingerprint', ({ me, body }) => recordFingerprint(app, me, body));
  handle(app, 'auth.change_password', ({ me, body }) => changePassword(app, me, body));
  handle(app, 'auth.freeze', ({ body, request }) => freeze(app, request.ip, body.token));
  handle(app, 'auth.sessions', ({ me }) => listSessions(app, me));
  handle(app, 'auth.prove', ({ me, body }) => proveSession(app, me, body));
  handle(app, 'auth.revoke_session', ({ me, body }) => revokeOwnSessions(app, me, body));
  app.outbox.on(
    'auth.registration_requested',
    ({ registrationId }) => completeRegistration(app, registrationId),
    'awaited',
  );
  app.personalData.add('profile', profileData);
  app.personalData.add('sign_in', signInData);
  secondFactorRoutes(app);
  passkeyRoutes(app);
  emailChangeRoutes(app);
  singleSignOnRoutes(app);
  scimRoutes(app);
  publishAuthEvents(app);
}
