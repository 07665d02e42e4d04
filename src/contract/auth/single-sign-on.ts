import { z } from 'zod';
import type { Endpoints } from '#contract/kernel/endpoint.ts';
import { done, instant, nothing, secretToken, uuid, writtenText } from '#contract/kernel/fields.ts';
import { challenged, signedIn, signInShape } from './endpoints.ts';
import { proof, proofRefusals } from './proof.ts';

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
      'Sign in staff with what the provider sent back, in the browser that began. The answer names a second factor.',
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
      'auth.other_site',
      'http.too_many',
    ],
    rateLimit,
  },
  'auth.staff_identities': {
    route: 'POST /api/staff/team/identities',
    guard: ['admin'],
    summary: 'Which staff are bound to a person at the provider of single sign-on.',
    body: nothing,
    response: z.array(
      z.object({
        id: uuid,
        person_id: uuid,
        full_name: z.string(),
        email: z.string(),
        provider: z.string(),
        created_at: instant,
        last_sign_in_at: instant.nullable(),
      }),
    ),
  },
  'auth.unbind_identity': {
    route: 'POST /api/staff/team/identities/remove',
    guard: ['admin'],
    summary:
      'Request a new link for a person of the staff whose account the provider has made again. Once another ' +
      'person approves, the next single sign-on links them by their email.',
    body: z.strictObject({
      identity_id: uuid,
      reason: writtenText.pipe(z.string().min(3, 'validation.required').max(300)),
      ...proof,
    }),
    response: done,
    refusals: [...proofRefusals, 'http.not_found', 'staff.own_profile', 'approvals.request_open'],
    rateLimit: { hits: 60, windowS: 3600, by: 'person' },
  },
} as const satisfies Endpoints;
