import { z } from 'zod';
import type { Endpoints, Role } from '#contract/kernel/endpoint.ts';
import { decimal, instant, nothing, uuid } from '#contract/kernel/fields.ts';
import { automaticApproval } from '#contract/settings/values/automatic-approval.ts';
import { withdrawalStates } from './names.ts';

const mayRead: readonly Role[] = ['finance', 'admin', 'compliance'];

const counted = { count: z.number().int(), usd: decimal };

const simulation = z.object({
  /** Withdrawals since then: 90 days, or the latest 20,000. */
  since: instant,
  ...counted,
  rules: z.array(
    z.object({
      name: z.string(),
      ...counted,
      /** Of these, what staff rejected in fact, or what came back. */
      refused: z.object(counted),
    }),
  ),
  /** What the others missed, by the nearest rule; `condition` is in the language of the caller. */
  missed: z.array(z.object({ rule: z.string().nullable(), condition: z.string(), count: z.number().int() })),
  /** What a rule would have approved, first what was refused in fact, then the latest; 50 at most. */
  approved: z.array(
    z.object({
      payment_id: uuid,
      number: z.string(),
      rule: z.string(),
      usd: decimal,
      state: z.enum(withdrawalStates),
      at: instant,
    }),
  ),
});
export type Simulation = z.output<typeof simulation>;

export const automaticApprovalEndpoints = {
  'payments.client_ibans': {
    route: 'POST /api/staff/payments/client-ibans',
    guard: mayRead,
    summary: 'How many IBANs for single clients are free and in use, by currency.',
    body: nothing,
    response: z.array(z.object({ currency: z.string(), free: z.number().int(), used: z.number().int() })),
  },
  'payments.automatic_approval': {
    route: 'POST /api/staff/payments/automatic-approval',
    guard: mayRead,
    summary: 'Whether rules approve withdrawals, and what they approved today (UTC).',
    body: nothing,
    response: z.object({
      /** Null where no rules were switched on yet. */
      version: z.number().int().nullable(),
      in_effect: z.boolean(),
      stopped: z.object({ by: z.string(), reason: z.string() }).nullable(),
      today: z.object(counted),
    }),
  },
  'payments.simulate_approval': {
    route: 'POST /api/staff/payments/automatic-approval/simulate',
    guard: mayRead,
    summary:
      'What rules would have approved in the last 90 days. Needed within 24 hours before rules are requested and approved.',
    body: z.strictObject({ rules: automaticApproval }),
    response: simulation,
    rateLimit: { hits: 60, windowS: 3600, by: 'person' },
  },
} as const satisfies Endpoints;
