import { z } from 'zod';
import { challenged, signInShape, signedIn } from './endpoints.ts';
import type { Endpoints } from '#contract/kernel/endpoint.ts';
import { done, instant, nothing, secretToken } from '#contract/kernel/fields.ts';
import { code, proof, proofRefusals, recoveryCodes } from './proof.ts';

const guesses = { hits: 20, windowS: 600, by: 'person' } as const;

export const secondFactorEndpoints = {
  'auth.verify_challenge': {
    route: 'POST /api/login/second-factor',
    guard: 'anyone',
    summary:
      'Sign in with a code after the password: of the app, of recovery, or emailed. Each works once. After the first two, an emailed one can be required too.',
    body: z.strictObject({ challenge: secretToken, code, ...signInShape }),
    response: z.union([signedIn, challenged]),
    refusals: [
      'auth.challenge_over',
      'auth.locked',
      'auth.code',
      'auth.under_review',
      'auth.frozen',
      'auth.other_site',
      'auth.sso_required',
      'http.too_many',
    ],
    rateLimit: { hits: 60, windowS: 600, by: 'address' },
  },
  'auth.resend_sign_in_code': {
    route: 'POST /api/login/code',
    guard: 'anyone',
    summary: 'Email another code for a sign-in from a new device or country. At most one a minute.',
    body: z.strictObject({ challenge: secretToken }),
    response: z.object({ expires_at: instant }),
    refusals: ['auth.challenge_over', 'http.too_many'],
    rateLimit: { hits: 30, windowS: 600, by: 'address' },
  },
  'auth.second_factor': {
    route: 'POST /api/settings/second-factor',
    guard: 'signed_in',
    underImpersonation: 'client',
    beforeSecondFactor: true,
    summary: 'The factors required besides the password, and the remaining ways to recover.',
    body: nothing,
    response: z.object({
      /** Whether the password alone is not enough. */
      on: z.boolean(),
      /** Since when codes of an app are required. */
      totp_since: instant.nullable(),
      recovery_codes_left: z.number().int(),
      /** Staff may not be without. */
      required: z.boolean(),
    }),
  },
  'auth.start_totp': {
    route: 'POST /api/settings/second-factor/totp',
    guard: 'signed_in',
    beforeSecondFactor: true,
    summary: 'Create a secret for an authenticator app. It takes effect once a code confirms it.',
    body: z.strictObject(proof),
    response: z.object({ secret: z.string(), uri: z.string() }),
    refusals: ['auth.totp_on', ...proofRefusals],
    rateLimit: guesses,
  },
  'auth.confirm_totp': {
    route: 'POST /api/settings/second-factor/totp/confirm',
    guard: 'signed_in',
    audited: true,
    beforeSecondFactor: true,
    summary:
      'Turn app codes on with a first code. If there are no recovery codes yet, the answer shows them this ' +
      'once; other sessions end.',
    body: z.strictObject({ code }),
    response: recoveryCodes,
    refusals: ['auth.totp_none', 'auth.locked', 'auth.code'],
    rateLimit: guesses,
  },
  'auth.remove_totp': {
    route: 'POST /api/settings/second-factor/totp/remove',
    guard: 'signed_in',
    audited: true,
    summary: 'Turn app codes off. Other sessions end.',
    body: z.strictObject(proof),
    response: done,
    refusals: ['auth.totp_none', 'auth.second_factor_required', ...proofRefusals],
    rateLimit: guesses,
  },
  'auth.new_recovery_codes': {
    route: 'POST /api/settings/second-factor/recovery-codes',
    guard: 'signed_in',
    audited: true,
    summary: 'Create ten recovery codes, shown only once. The former codes stop working.',
    body: z.strictObject(proof),
    response: recoveryCodes,
    refusals: ['auth.second_factor_off', ...proofRefusals],
    rateLimit: guesses,
  },
  'auth.freeze': {
    route: 'POST /api/freeze',
    guard: 'anyone',
    audited: true,
    summary:
      'Lock an account with an emailed token. Every session ends. A new password by email unlocks it or, for a token sent to a former address, staff.',
    body: z.strictObject({ token: secretToken }),
    response: z.object({ status: z.literal('ok'), opened_by: z.enum(['password', 'staff']) }),
    refusals: ['auth.token_unknown', 'auth.token_used', 'auth.token_expired'],
    rateLimit: { hits: 30, windowS: 600, by: 'address' },
  },
} as const satisfies Endpoints;
