import { z } from 'zod';
import type { Endpoints } from './endpoint.ts';
import { done, email, instant, nothing, secretToken } from './fields.ts';
import { proof, proofRefusals } from './proof.ts';

const ofLinks = { hits: 30, windowS: 600, by: 'address' } as const;

/** What waits until the link that was mailed to the new address is confirmed. */
const pending = z.object({ email: z.string(), by_staff: z.boolean(), asked_at: instant, expires_at: instant });

export const emailChangeEndpoints = {
  'auth.email_change': {
    route: 'POST /api/settings/email',
    guard: 'client',
    underWatch: 'client',
    summary: 'The new e-mail address that waits to be confirmed, if there is one.',
    body: nothing,
    answer: z.object({ pending: pending.nullable() }),
  },
  'auth.ask_email_change': {
    route: 'POST /api/settings/email/ask',
    guard: 'client',
    audited: true,
    summary:
      'Ask for another e-mail address. A link is mailed there, and nothing changes before it is confirmed; the former address is told. Another wish replaces this one. Answers alike for an address that somebody else has, to which nothing is mailed.',
    body: z.strictObject({ email, ...proof }),
    answer: z.object({ pending }),
    refusals: ['auth.same_email', ...proofRefusals],
    rateLimit: { hits: 10, windowS: 3600, by: 'person' },
  },
  'auth.take_back_email_change': {
    route: 'POST /api/settings/email/take-back',
    guard: 'client',
    audited: true,
    summary: 'Take the wish for another e-mail address back: its link is worthless. Answers alike when there was none.',
    body: nothing,
    answer: done,
  },
  'auth.check_email_change': {
    route: 'POST /api/email/change',
    guard: 'anyone',
    summary: 'To which address a mailed link changes, without changing it.',
    body: z.strictObject({ token: secretToken }),
    answer: z.object({ email: z.string() }),
    refusals: ['auth.token_unknown', 'auth.token_used', 'auth.token_expired'],
    rateLimit: ofLinks,
  },
  'auth.confirm_email_change': {
    route: 'POST /api/email/change/confirm',
    guard: 'anyone',
    audited: true,
    summary:
      'Change the e-mail address by the link that was mailed to the new one, signed in or not. Every session but the one that confirms ends, and withdrawals rest.',
    body: z.strictObject({ token: secretToken }),
    answer: done,
    refusals: ['auth.token_unknown', 'auth.token_used', 'auth.token_expired', 'auth.email_taken'],
    rateLimit: ofLinks,
  },
} as const satisfies Endpoints;
