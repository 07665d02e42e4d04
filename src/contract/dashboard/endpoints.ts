import { z } from 'zod';
import { figureNames, funnelSteps, periods, queueNames, workKinds } from './names.ts';
import type { Endpoints } from '#contract/kernel/endpoint.ts';
import { day, daysInOrder, decimal, instant, nothing } from '#contract/kernel/fields.ts';

const flow = { in: decimal, out: decimal, net: decimal };
const count = z.number().int();
const measured = decimal.nullable();

const dashboard = z.object({
  /** When the figures were counted; they are cached for half a minute. */
  at: instant,
  people: z.object({
    clients: count,
    verified: count,
    active_week: count,
    active_month: count,
  }),
  /** The period in UTC, and as many days before it. Today is not over yet. */
  days: z.array(day),
  days_before: z.array(day),
  /**
   * By day, and for the whole period: money in USD at the present rates, numbers of people, the median of answer times in
   * seconds. Null where there is nothing that has a median.
   */
  figures: z.array(
    z.object({
      name: z.enum(figureNames),
      total: measured,
      total_before: measured,
      days: z.array(measured),
      days_before: z.array(measured),
    }),
  ),
  /** Of those who registered in each of the two periods, how many have reached each step by now. */
  funnel: z.array(z.object({ step: z.enum(funnelSteps), count, before: count })),
  /**
   * Null for those who do not oversee money. Sums in USD at the present rates, the oldest of which is of `rated_at`.
   */
  money: z
    .object({
      rated_at: instant,
      currencies: z.array(z.object({ currency: z.string(), ...flow, wallets: decimal, accounts: decimal })),
      wallets: decimal,
      accounts: decimal,
    })
    .nullable(),
  /** That no email leaves; shown to those who can change it. */
  lacks_email: z.boolean(),
  work: z.array(z.object({ kind: z.enum(workKinds), count, oldest_at: instant.nullable() })),
  /** Offerings that take applications, with the demand for what there is, in percent. */
  offerings: z.array(
    z.object({
      stock_id: z.string(),
      issuer: z.string(),
      applications: count,
      demand_percent: decimal,
      closes_at: instant,
    }),
  ),
});
export type Dashboard = z.output<typeof dashboard>;

export const dashboardEndpoints = {
  'dashboard.show': {
    route: 'POST /api/staff/dashboard',
    readsReplica: true,
    guard: 'staff',
    summary: 'Key figures for a broker, limited to what the caller’s roles can see.',
    /** A period, or days of one's own: 366 at most, so the first of more are left out. */
    body: z
      .strictObject({
        period: z.enum(periods, 'validation.choice').optional(),
        from: day.optional(),
        to: day.optional(),
      })
      .refine(...daysInOrder),
    response: dashboard,
    rateLimit: { hits: 300, windowS: 600, by: 'person' },
  },
  'dashboard.waiting': {
    route: 'POST /api/staff/waiting',
    guard: 'staff',
    summary: 'How many items are pending and overdue in each list of the caller’s roles.',
    body: nothing,
    /** `overdue` has the lists that promise a time. */
    response: z.object({
      queues: z.partialRecord(z.enum(queueNames), count),
      overdue: z.partialRecord(z.enum(queueNames), count),
    }),
    rateLimit: { hits: 3000, windowS: 600, by: 'person' },
  },
} as const satisfies Endpoints;
