import { z } from 'zod';
import { tickerSymbols } from './constants.ts';
import type { Endpoints } from './endpoint.ts';
import { decimal, instant } from './fields.ts';

export const quote = z.object({
  symbol: z.enum(tickerSymbols),
  price: decimal,
  /** Change against the previous day's close, in percent with two digits, signed. */
  change_percent: decimal,
});
export type Quote = z.output<typeof quote>;

export const marketEndpoints = {
  'market.ticker': {
    route: 'GET /api/market/ticker',
    guard: 'client',
    summary: 'Latest prices of the ticker tape. `simulated` says that no real market is behind them.',
    answer: z.object({ simulated: z.boolean(), at: instant, quotes: z.array(quote) }),
  },
} as const satisfies Endpoints;
