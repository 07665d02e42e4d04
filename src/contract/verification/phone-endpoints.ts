import { z } from 'zod';
import type { Endpoints } from '#contract/kernel/endpoint.ts';
import { verificationShown } from './endpoints.ts';
import { phoneCodeRule } from './names.ts';

export const phoneEndpoints = {
  'verification.request_phone_code': {
    route: 'POST /api/verification/phone-code',
    guard: 'signed_in',
    needsProof: 'session',
    audited: true,
    summary:
      'Send a six-digit code by text message to the caller’s phone. It replaces an earlier one, and works for ten minutes and five attempts.',
    body: z.strictObject({}),
    response: verificationShown,
    refusals: [
      'verification.phone_missing',
      'verification.phone_confirmed',
      'verification.phone_codes_off',
      'verification.phone_unreachable',
      'http.too_many',
    ],
  },
  'verification.enter_phone_code': {
    route: 'POST /api/verification/phone-code/enter',
    guard: 'signed_in',
    needsProof: 'session',
    audited: true,
    summary: 'Enter the code that was sent to the caller’s phone number, which confirms the number.',
    body: z.strictObject({
      code: z
        .string()
        .transform((value) => value.replace(/\s/g, ''))
        .pipe(z.string().regex(new RegExp(`^\\d{${phoneCodeRule.length}}$`), 'payments.code_shape')),
    }),
    response: verificationShown,
    refusals: ['payments.code_expired', 'payments.code_attempts', 'payments.code_wrong'],
    rateLimit: { hits: 30, windowS: 3600, by: 'person' },
  },
} as const satisfies Endpoints;
