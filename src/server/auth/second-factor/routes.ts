import type { App } from '#server/platform/app.ts';
import { handle } from '#server/platform/http/handle.ts';
import { purgeOldRegistrations } from '../registration/complete.ts';
import { purgeOldDevices } from '../new-device/known-devices.ts';
import { resendCode } from '../new-device/emailed-code.ts';
import { purgeOldAttempts } from '../single-sign-on/attempt.ts';
import { verifyChallenge, purgeOldChallenges } from './challenge.ts';
import { startTotp, confirmTotp, makeRecoveryCodes, removeTotp, showSecondFactor } from './totp-actions.ts';

export function secondFactorRoutes(app: App): void {
  handle(app, 'auth.verify_challenge', (call) => verifyChallenge(app, call, call.body));
  handle(app, 'auth.resend_sign_in_code', ({ body, request }) => resendCode(app, body.challenge, request.ip));
  handle(app, 'auth.second_factor', ({ me }) => showSecondFactor(app, me));
  handle(app, 'auth.start_totp', ({ me, body }) => startTotp(app, me, body));
  handle(app, 'auth.confirm_totp', ({ me, body }) => confirmTotp(app, me, body.code));
  handle(app, 'auth.remove_totp', ({ me, body }) => removeTotp(app, me, body));
  handle(app, 'auth.new_recovery_codes', ({ me, body }) => makeRecoveryCodes(app, me, body));
  app.jobs.every('auth.purge_devices', 86_400_000, () => purgeOldDevices(app));
  app.jobs.every('auth.purge_challenges', 3_600_000, async () => {
    await purgeOldChallenges(app);
    await purgeOldAttempts(app);
    await purgeOldRegistrations(app);
  });
}
