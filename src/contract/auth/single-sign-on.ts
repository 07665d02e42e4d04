import { z } from 'zod';
import type { Endpoints } from '#contract/kernel/endpoint.ts';
import { nothing, secretToken } from '#contract/kernel/fields.ts';
import { challenged, signedIn, signInShape } from './endpoints.ts';

const rateLimit = { hits: 60, windowS: 600, by: 'address' } as const;

export const singleSignOnEndpoints = {
  'auth.staff_sign_in': {
    route: 'POST /api/login/staff',
    guard: 'anyone',
    summary: 'The provider by which staff sign in; null when there is none.',
    body: nothing,
    response: z.object({ name: z.string().nullable() }),
    rateLimit,
  },
  'auth.start_staff_sign_in': {
    route: 'POST /api/login/staff/start',
    guard: 'anyone',
    summary: 'Begin a sign-in of staff at their provider. The answer is the address for this browser, for ten minutes.',
    body: nothing,
    response: z.object({ address: z.url() }),
    refusals: ['auth.sso_off', 'auth.sso_unavailable', 'auth.sso_failed'],
    rateLimit,
  },
  'auth.finish_staff_sign_in': {
    route: 'POST /api/login/staff/finish',
    guard: 'anyone',
    summary:
      'Sign in staff with what the provider sent back, in the browser that began. It replaces the password: the ' +
      'answer names the second factor if one is required.',
    body: z.strictObject({
      state: secretToken,
      code: z.string().max(4000).optional(),
      iss: z.string().max(500).optional(),
      error: z.string().max(200).optional(),
      ...signInShape,
    }),
    response: z.union([signedIn, challenged]),
    refusals: [
      'auth.sso_over',
      'auth.sso_unavailable',
      'auth.sso_failed',
      'auth.sso_unknown',
      'auth.sso_role',
      'auth.under_review',
      'auth.frozen',
      'http.too_many',
    ],
    rateLimit,
  },
} as const satisfies Endpoints;
