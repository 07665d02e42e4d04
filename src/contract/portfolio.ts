import { z } from 'zod';
import type { Endpoints } from './endpoint.ts';
import { decimal, instant, nothing } from './fields.ts';

const tierName = z.enum(['standard', 'silver', 'gold', 'platinum', 'vip']);

const performanceRange = z.enum(['1m', '3m', '6m', '1y', 'all'], 'validation.choice');

export const portfolioEndpoints = {
  'portfolio.overview': {
    route: 'POST /api/portfolio/overview',
    guard: 'client',
    summary:
      'What the client owns in USD, by part and by currency, with the tier it gives and its value at each day end.',
    body: nothing,
    answer: z.object({
      net_worth: decimal,
      wallets: decimal,
      trading_accounts: decimal,
      held: decimal,
      tier: tierName,
      next_tier: tierName.nullable(),
      /** USD still missing to the next tier; null at the top. */
      to_next_tier: decimal.nullable(),
      /** Progress within the present tier, 0 to 100. */
      tier_progress: z.number().int(),
      by_currency: z.array(z.object({ currency: z.string(), amount: decimal, usd: decimal, share_percent: decimal })),
      history: z.array(z.object({ on: z.iso.date(), usd: decimal })),
      rates_at: instant,
    }),
  },
  'portfolio.performance': {
    route: 'POST /api/portfolio/performance',
    guard: 'client',
    summary:
      'How the client’s money did up to today: value and growth by day beside an index, returns, drawdown, and why the value changed.',
    body: z.strictObject({ range: performanceRange }),
    answer: z.object({
      /** By UTC day; the first is the evening before the range, from which growth counts. Growth does not see what came in or went out. */
      points: z.array(
        z.object({ on: z.iso.date(), usd: decimal, growth_percent: decimal, benchmark_percent: decimal.nullable() }),
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
      /** What is left of the change of value: the sum of the next four. */
      result: decimal,
      price: decimal,
      income: decimal,
      currency: decimal,
      fees: decimal,
    }),
  },
  'portfolio.tiers': {
    route: 'POST /api/portfolio/tiers',
    guard: 'client',
    summary: 'What each tier gives, from the lowest.',
    body: nothing,
    answer: z.object({
      tiers: z.array(
        z.object({
          tier: tierName,
          /** Percent. */
          ipo_fee_percent: decimal,
          allotment_weight: decimal,
          /** Within which support answers. */
          support_hours: z.number().int(),
          personal_manager: z.boolean(),
          content: z.enum(['public', 'analytics', 'research']),
        }),
      ),
    }),
  },
} as const satisfies Endpoints;
export type PerformanceRange = z.output<typeof performanceRange>;
export type Performance = z.output<(typeof portfolioEndpoints)['portfolio.performance']['answer']>;
export type Tiers = z.output<(typeof portfolioEndpoints)['portfolio.tiers']['answer']>;
export type Overview = z.output<(typeof portfolioEndpoints)['portfolio.overview']['answer']>;
export type TierName = z.output<typeof tierName>;
