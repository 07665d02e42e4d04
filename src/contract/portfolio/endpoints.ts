import { z } from 'zod';
import type { Endpoints } from '#contract/kernel/endpoint.ts';
import { day, decimal, done, fileContent, instant, nothing, uuid, writtenText } from '#contract/kernel/fields.ts';
import { proof, proofRefusals } from '#contract/auth/proof.ts';
import { contentNames, tierNames } from './tier-names.ts';
import { statementFormats } from '#contract/wallets/names.ts';

const tierName = z.enum(tierNames, 'validation.choice');

const staffReason = writtenText.pipe(z.string().min(3, 'validation.required').max(300));

const performanceRange = z.enum(['1m', '3m', '6m', '1y', 'all'], 'validation.choice');

export const portfolioEndpoints = {
  'portfolio.overview': {
    route: 'POST /api/portfolio/overview',
    readsReplica: true,
    guard: 'signed_in',
    underImpersonation: 'client',
    summary:
      'What the client owns in USD, by part and by currency, with the resulting tier and the value at the end ' +
      'of each day.',
    body: nothing,
    response: z.object({
      net_worth: decimal,
      wallets: decimal,
      trading_accounts: decimal,
      /** Shares of offerings at their last known price, before the first at cost; `locked` cannot be sold yet. */
      investments: decimal,
      held: decimal,
      locked: decimal,
      /**
       * What open positions would bring now, or cost: not part of the net worth, which counts them when they close. Null
       * while the platform does not say.
       */
      open_positions: decimal.nullable(),
      with_open_positions: decimal.nullable(),
      tier: tierName,
      next_tier: tierName.nullable(),
      /** Realised equity still missing to the next tier, in USD; null at the top. */
      to_next_tier: decimal.nullable(),
      /** Progress within the present tier, 0 to 100. */
      tier_progress: z.number().int(),
      tier_status: z.object({
        /** The day from which on the client has the tier; null before the first review. */
        since: z.iso.date().nullable(),
        /** Realised equity now: money in wallets and on trading accounts, and what open investments cost. */
        equity: decimal,
        /** At the beginning of this day (UTC) equity is measured next. */
        review_on: z.iso.date(),
        /** The tier after that review if equity stays as it is. */
        rises_to: tierName.nullable(),
        /**
         * Equity is below the requirement of the tier: the review of that day removes the tier, unless equity reaches
         * the amount before.
         */
        falls: z.object({ on: z.iso.date(), to: tierName, unless: decimal }).nullable(),
        /** The last day of a tier that the broker has set; equity decides again after it. */
        set_until: z.iso.date().nullable(),
      }),
      by_currency: z.array(z.object({ currency: z.string(), amount: decimal, usd: decimal, share_percent: decimal })),
      /** Of investments alone, the largest first; empty without any. */
      by_sector: z.array(z.object({ sector: z.string(), usd: decimal, share_percent: decimal })),
      /** `flow` came in or, negative, went out on that day, corrections included: no result. */
      history: z.array(z.object({ on: z.iso.date(), usd: decimal, flow: decimal })),
      /** Of the oldest rate that values anything here. */
      rates_at: instant,
    }),
  },
  'portfolio.performance': {
    route: 'POST /api/portfolio/performance',
    readsReplica: true,
    guard: 'signed_in',
    underImpersonation: 'client',
    summary:
      'Performance of the client’s money up to today: value and growth by day beside an index, returns, drawdown, causes of change.',
    body: z.strictObject({ range: performanceRange }),
    response: z.object({
      /** By UTC day, at most 367 at equal distances; the first is the evening before the range, from which growth counts. Growth does not see what came in or went out. */
      points: z.array(
        z.object({
          on: z.iso.date(),
          usd: decimal,
          /** The first value and what was paid in or out since, in USD: what lies above it is the result. */
          capital: decimal,
          growth_percent: decimal,
          benchmark_percent: decimal.nullable(),
        }),
      ),
      benchmark: z.object({ symbol: z.string(), simulated: z.boolean() }),
      time_weighted_percent: decimal,
      /** Over the whole range; null when no rate explains it, as without any money. */
      money_weighted_percent: decimal.nullable(),
      /** The same as a yearly rate; null for less than a year. */
      money_weighted_yearly_percent: decimal.nullable(),
      /** Never positive. */
      drawdown_percent: decimal,
      /** What came from outside, and, negative, what went there. */
      deposited: decimal,
      withdrawn: decimal,
      /** Corrections by the broker, for or against the client. */
      corrected: decimal,
      /** The rest of the change of value: the sum of the next four. */
      result: decimal,
      price: decimal,
      income: decimal,
      currency: decimal,
      fees: decimal,
    }),
  },
  'portfolio.tiers': {
    route: 'POST /api/portfolio/tiers',
    guard: 'signed_in',
    underImpersonation: 'client',
    summary: 'Requirements and benefits of each tier, lowest first.',
    body: nothing,
    response: z.object({
      tiers: z.array(
        z.object({
          tier: tierName,
          /** The realised equity that it requires, USD. */
          from: decimal,
          /** Percent. */
          ipo_fee_percent: decimal,
          allotment_weight: decimal,
          /** Percent of the fee of a withdrawal that is waived. */
          withdrawal_fee_off_percent: decimal,
          /** Limits of withdrawals are those of the level multiplied by this. */
          withdrawal_limit_factor: decimal,
          /** Within which support replies. */
          support_hours: z.number().int(),
          personal_manager: z.boolean(),
          content: z.enum(contentNames),
        }),
      ),
    }),
  },
  'portfolio.statement': {
    route: 'GET /api/portfolio/statement',
    readsReplica: true,
    guard: 'signed_in',
    summary:
      'A statement of everything as a file, in the requested language: opening and closing value, why it ' +
      'changed, each wallet, account and investment, and a hash.',
    /** Days are UTC, both included. */
    query: z.strictObject({ from: day, to: day, format: z.enum(statementFormats, 'validation.choice') }),
    response: fileContent,
    refusals: ['wallets.period'],
    rateLimit: { hits: 40, windowS: 600, by: 'person' },
  },
  'portfolio.set_tier': {
    route: 'POST /api/staff/clients/tier',
    guard: ['admin'],
    summary:
      'Request a tier for a client until the end of a day (UTC), with a reason. With proof of identity. Another person approves it. Not for oneself.',
    body: z.strictObject({ client_id: uuid, tier: tierName, until: day, reason: staffReason, ...proof }),
    response: done,
    refusals: [
      ...proofRefusals,
      'portfolio.own_tier',
      'auth.client_unknown',
      'portfolio.tier_until',
      'approvals.request_open',
    ],
  },
  'portfolio.end_tier': {
    route: 'POST /api/staff/clients/tier/end',
    guard: ['admin'],
    summary: 'End a tier that was set for a client, with a reason. Equity then decides again.',
    body: z.strictObject({ client_id: uuid, reason: staffReason }),
    response: done,
    refusals: ['auth.client_unknown', 'portfolio.tier_not_set'],
  },
} as const satisfies Endpoints;
export type PerformanceRange = z.output<typeof performanceRange>;
export type Performance = z.output<(typeof portfolioEndpoints)['portfolio.performance']['response']>;
export type Tiers = z.output<(typeof portfolioEndpoints)['portfolio.tiers']['response']>;
export type Overview = z.output<(typeof portfolioEndpoints)['portfolio.overview']['response']>;
