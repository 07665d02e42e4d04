import { z } from 'zod';
import type { Endpoints } from './endpoint.ts';
import { decimal, instant, nothing } from './fields.ts';

const tierName = z.enum(['standard', 'silver', 'gold', 'platinum', 'vip']);

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
} as const satisfies Endpoints;
export type Overview = z.output<(typeof portfolioEndpoints)['portfolio.overview']['answer']>;
export type TierName = z.output<typeof tierName>;
