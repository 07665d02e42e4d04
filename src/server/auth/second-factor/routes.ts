import type { App } from '#server/platform/app.ts';
import { handle } from '#server/platform/http/handle.ts';
import { forgetOldRegistrations } from '../complete-registration.ts';
import { forgetOldDevices } from '../new-device/known-devices.ts';
import { resendCode } from '../new-device/emailed-code.ts';
import { answerChallenge, forgetOldChallenges } from './challenge.ts';
import { beginTotp, confirmTotp, makeRecoveryCodes, removeTotp, showSecondFactor } from './totp-actions.ts';

export function secondFactorRoutes(app: App): void {
  handle(app, 'auth.answer_challenge', (call) => answerChallenge(app, call, call.body));
  handle(app, 'auth.resend_sign_in_code', ({ body, request }) => resendCode(app, body.challenge, request.ip));
  handle(app, 'auth.second_factor', ({ me }) => showSecondFactor(app, me));
  handle(app, 'auth.begin_totp', ({ me, body }) => beginTotp(app, me, body));
  handle(app, 'auth.confirm_totp', ({ me, body }) => confirmTotp(app, me, body.code));
  handle(app, 'auth.remove_totp', ({ me, body }) => removeTotp(app, me, body));
  handle(app, 'auth.new_recovery_codes', ({ me, body }) => makeRecoveryCodes(app, me, body));
  app.jobs.every('auth.forget_devices', 86_400_000, () => forgetOldDevices(app));
  app.jobs.every('auth.forget_challenges', 3_600_000, async () => {
    await forgetOldChallenges(app);
    await forgetOldRegistrations(app);
  });
}
