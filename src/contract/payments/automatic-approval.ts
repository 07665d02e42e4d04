import { z } from 'zod';
import type { Endpoints, Role } from '#contract/kernel/endpoint.ts';
import { decimal, done, instant, nothing, uuid } from '#contract/kernel/fields.ts';
import { settingReason } from '#contract/settings/protected.ts';
import { automaticApproval } from '#contract/settings/values/automatic-approval.ts';
import { withdrawalStates } from './names.ts';

const mayRead: readonly Role[] = ['finance', 'admin', 'compliance'];

const counted = { count: z.number().int(), usd: decimal };

const simulation = z.object({
  /** Withdrawals of the last 90 days, the latest 20,000 at most. */
  ...counted,
  all: z.boolean(),
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
  'payments.automatic_approval': {
    route: 'POST /api/staff/payments/automatic-approval',
    guard: mayRead,
    summary: 'Whether rules approve withdrawals now, and what they have approved today (UTC).',
    body: nothing,
    response: z.object({
      /** Null where no rules were switched on yet. */
      version: z.number().int().nullable(),
      in_effect: z.boolean(),
      stopped: z.object({ by: z.string(), reason: z.string(), at: instant }).nullable(),
      today: z.object(counted),
    }),
  },
  'payments.simulate_approval': {
    route: 'POST /api/staff/payments/automatic-approval/simulate',
    guard: mayRead,
    summary:
      'What rules would have approved in the last 90 days, and what became of it. Rules must be simulated before they ' +
      'can be proposed as `payments.automatic_approval`.',
    body: z.strictObject({ rules: automaticApproval }),
    response: simulation,
    rateLimit: { hits: 60, windowS: 3600, by: 'person' },
  },
  'payments.stop_approval': {
    route: 'POST /api/staff/payments/automatic-approval/stop',
    guard: mayRead,
    summary: 'Switch the rules off at once. Switching them on again takes two people.',
    body: z.strictObject({ reason: settingReason }),
    response: done,
  },
} as const satisfies Endpoints;
