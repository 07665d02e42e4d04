import { z } from 'zod';
import { challenged, signInShape, signedIn } from './auth.ts';
import type { Endpoints } from './endpoint.ts';
import { done, instant, nothing, secretToken } from './fields.ts';
import { code, proof, proofRefusals, recoveryCodes } from './proof.ts';

const guesses = { hits: 20, windowS: 600, by: 'person' } as const;

export const secondFactorEndpoints = {
  'auth.answer_challenge': {
    route: 'POST /api/login/second-factor',
    guard: 'anyone',
    summary:
      'Sign in with a code after the password: one of the app, a recovery code, or the one that was mailed. Each works once. After the first two a mailed one may be asked for.',
    body: z.strictObject({ challenge: secretToken, code, ...signInShape }),
    answer: z.union([signedIn, challenged]),
    refusals: ['auth.challenge_over', 'auth.locked', 'auth.code', 'auth.frozen', 'auth.under_review', 'http.too_many'],
    rateLimit: { hits: 60, windowS: 600, by: 'address' },
  },
  'auth.resend_sign_in_code': {
    route: 'POST /api/login/code',
    guard: 'anyone',
    summary:
      'Mail another code for a sign-in from a device or country that was not seen before. Not more than one a minute.',
    body: z.strictObject({ challenge: secretToken }),
    answer: z.object({ expires_at: instant }),
    refusals: ['auth.challenge_over', 'http.too_many'],
    rateLimit: { hits: 30, windowS: 600, by: 'address' },
  },
  'auth.second_factor': {
    route: 'POST /api/settings/second-factor',
    guard: 'client',
    underWatch: 'client',
    beforeSecondFactor: true,
    summary: 'What is asked for besides the password, and what is left if it is lost.',
    body: nothing,
    answer: z.object({
      /** Whether the password alone is not enough. */
      on: z.boolean(),
      /** Since when codes of an app are asked for. */
      totp_since: instant.nullable(),
      recovery_codes_left: z.number().int(),
      /** Staff may not be without. */
      required: z.boolean(),
    }),
  },
  'auth.begin_totp': {
    route: 'POST /api/settings/second-factor/totp',
    guard: 'client',
    beforeSecondFactor: true,
    summary: 'Make a secret for an authenticator app. It counts only once a code has confirmed it.',
    body: z.strictObject(proof),
    answer: z.object({ secret: z.string(), uri: z.string() }),
    refusals: ['auth.totp_on', ...proofRefusals],
    rateLimit: guesses,
  },
  'auth.confirm_totp': {
    route: 'POST /api/settings/second-factor/totp/confirm',
    guard: 'client',
    audited: true,
    beforeSecondFactor: true,
    summary:
      'Turn codes of the app on with a first one. Answers with recovery codes, this once, unless there are some; other sessions end.',
    body: z.strictObject({ code }),
    answer: recoveryCodes,
    refusals: ['auth.totp_none', 'auth.locked', 'auth.code'],
    rateLimit: guesses,
  },
  'auth.remove_totp': {
    route: 'POST /api/settings/second-factor/totp/remove',
    guard: 'client',
    audited: true,
    summary: 'Turn codes of the app off. Other sessions end.',
    body: z.strictObject(proof),
    answer: done,
    refusals: ['auth.totp_none', 'auth.second_factor_required', ...proofRefusals],
    rateLimit: guesses,
  },
  'auth.new_recovery_codes': {
    route: 'POST /api/settings/second-factor/recovery-codes',
    guard: 'client',
    audited: true,
    summary: 'Make ten recovery codes, shown this once; the former ones are worthless.',
    body: z.strictObject(proof),
    answer: recoveryCodes,
    refusals: ['auth.second_factor_off', ...proofRefusals],
    rateLimit: guesses,
  },
  'auth.freeze': {
    route: 'POST /api/freeze',
    guard: 'anyone',
    audited: true,
    summary:
      'Freeze a profile with a mailed token: every session ends, and nobody signs in until a new password is set by mail; or, when the token was mailed to a former address, until staff have settled whose profile it is.',
    body: z.strictObject({ token: secretToken }),
    answer: z.object({ status: z.literal('ok'), opened_by: z.enum(['password', 'staff']) }),
    refusals: ['auth.token_unknown', 'auth.token_used', 'auth.token_expired'],
    rateLimit: { hits: 30, windowS: 600, by: 'address' },
  },
} as const satisfies Endpoints;
