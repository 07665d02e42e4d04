import { z } from 'zod';
import type { Endpoints } from '#contract/kernel/endpoint.ts';
import { decimal, done, instant, uuid, writtenText } from '#contract/kernel/fields.ts';
import { providerFindings } from './names.ts';

/** What staff have to look at about a payment at a provider. */
const finding = z.object({
  id: uuid,
  kind: z.enum(providerFindings),
  payment: z.object({ id: uuid, number: z.string() }),
  client: z.object({ id: uuid, name: z.string() }),
  /** What the provider calls the object. */
  subject: z.string(),
  /** What it is about; null where there is no amount, or in a currency that Atrium does not know. */
  amount: decimal.nullable(),
  amount_minor: z.string().nullable(),
  currency: z.string().nullable(),
  /** Until when a dispute can be answered at the provider. */
  answer_by: instant.nullable(),
  found_at: instant,
});
export type Finding = z.output<typeof finding>;

/** A payment by card, or a payout, as its provider has it. */
export const atProvider = z.object({
  name: z.string(),
  id: z.string().nullable(),
  /** What it said last about a payout, in its words. */
  answer: z.string().nullable(),
  /** Null in a currency of which the product does not know the units. */
  received: decimal.nullable(),
  received_minor: z.string().nullable(),
  received_currency: z.string().nullable(),
  paid_at: instant.nullable(),
  instrument: z.string().nullable(),
  holder: z.string().nullable(),
  card_country: z.string().nullable(),
  checked_at: instant.nullable(),
});
export type AtProvider = z.output<typeof atProvider>;

export const providerEndpoints = {
  'payments.findings': {
    route: 'POST /api/staff/payments/findings',
    guard: ['finance', 'admin', 'compliance'],
    summary:
      'What providers have reported about payments that staff have to look at, or about one: what has to be answered soonest, then the oldest.',
    body: z.strictObject({ payment_id: uuid.optional(), cursor: uuid.optional() }),
    response: z.object({ findings: z.array(finding), next_cursor: uuid.nullable() }),
  },
  'payments.close_finding': {
    route: 'POST /api/staff/payments/close-finding',
    guard: ['finance', 'admin'],
    summary:
      'Note what was done about a finding, which then leaves the list; of an unexpected payment once its withdrawal is sent or has failed.',
    body: z.strictObject({
      finding_id: uuid,
      note: writtenText.pipe(z.string().min(3, 'validation.required').max(500)),
    }),
    response: done,
    refusals: ['http.not_found', 'payments.own_request', 'payments.finding_undecided'],
  },
} as const satisfies Endpoints;
