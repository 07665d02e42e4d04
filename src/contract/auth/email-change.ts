import { z } from 'zod';
import type { Endpoints } from '#contract/kernel/endpoint.ts';
import { done, email, instant, nothing, secretToken } from '#contract/kernel/fields.ts';
import { proof, proofRefusals } from './proof.ts';

const ofLinks = { hits: 30, windowS: 600, by: 'address' } as const;

/** The new address that is pending until the link that was emailed to it is confirmed. */
const pending = z.object({ email: z.string(), by_staff: z.boolean(), requested_at: instant, expires_at: instant });

export const emailChangeEndpoints = {
  'auth.email_change': {
    route: 'POST /api/settings/email',
    guard: 'signed_in',
    underImpersonation: 'client',
    summary: 'The new email address that needs confirmation, if there is one.',
    body: nothing,
    response: z.object({ pending: pending.nullable() }),
  },
  'auth.request_email_change': {
    route: 'POST /api/settings/email/request',
    guard: 'signed_in',
    audited: true,
    summary:
      'Request a new email address, which a link sent there confirms; the former one is notified. A new request replaces the last. An address of another person is answered alike, and gets no email.',
    body: z.strictObject({ email, ...proof }),
    response: z.object({ pending }),
    refusals: ['auth.same_email', ...proofRefusals],
    rateLimit: { hits: 10, windowS: 3600, by: 'person' },
  },
  'auth.cancel_email_change': {
    route: 'POST /api/settings/email/cancel',
    guard: 'signed_in',
    audited: true,
    summary:
      'Cancel the request for a new email address. Its link stops working. The answer is the same if there was ' +
      'no request.',
    body: nothing,
    response: done,
  },
  'auth.check_email_change': {
    route: 'POST /api/email/change',
    guard: 'anyone',
    summary: 'The address that an emailed link would set, without changing it.',
    body: z.strictObject({ token: secretToken }),
    response: z.object({ email: z.string() }),
    refusals: ['auth.token_unknown', 'auth.token_used', 'auth.token_expired'],
    rateLimit: ofLinks,
  },
  'auth.confirm_email_change': {
    route: 'POST /api/email/change/confirm',
    guard: 'anyone',
    audited: true,
    summary:
      'Change the email address with the link emailed to the new one, signed in or not. Every other session ends, and withdrawals are paused.',
    body: z.strictObject({ token: secretToken }),
    response: done,
    refusals: ['auth.token_unknown', 'auth.token_used', 'auth.token_expired', 'auth.email_taken'],
    rateLimit: ofLinks,
  },
} as const satisfies Endpoints;
