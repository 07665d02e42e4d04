import { z } from 'zod';
import type { Endpoints } from './endpoint.ts';
import { decimal, instant, wholeNumber } from './fields.ts';
import { candleIntervals, instrumentGroups, mostCandles } from './market-names.ts';

const symbol = z.string().trim().toUpperCase().min(1, 'validation.required').max(20);

/** What is quoted. By which terms it is traded is the trading platform's to say. */
const instrument = z.object({
  symbol,
  /** In the caller's language. */
  name: z.string(),
  group: z.enum(instrumentGroups),
  /** What one unit of it is, where that is a currency or a metal: EUR, XAU. */
  base: z.string().nullable(),
  /** Of its prices. */
  currency: z.string(),
  /** After the point. */
  digits: z.number().int(),
  /** When it is traded: pairs of minutes since Sunday 00:00 UTC, the second not included. */
  sessions: z.array(z.tuple([z.number().int(), z.number().int()])),
  is_open: z.boolean(),
  /** When that changes; none for what never rests. */
  changes_at: instant.nullable(),
});

const state = {
  /** Change against the last price before its UTC day, in percent with two digits, signed. */
  change_percent: decimal,
  is_open: z.boolean(),
  /** Too old to act on, though the market is open. */
  is_stale: z.boolean(),
};

const quote = z.object({
  symbol,
  bid: decimal,
  ask: decimal,
  /** When the source last said so. */
  at: instant,
  /** The last bid before the UTC day of this one. */
  previous_close: decimal,
  ...state,
});

export const candle = z.object({ at: instant, open: decimal, high: decimal, low: decimal, close: decimal });
export type Candle = z.output<typeof candle>;

/** `simulated` says that no real market is behind the prices: whoever shows them says so too. */
const simulated = z.boolean();

export const marketEndpoints = {
  'market.ticker': {
    route: 'GET /api/market/ticker',
    guard: 'client',
    underWatch: 'client',
    summary: 'Latest bid of the ticker tape’s five instruments; one that the source does not quote is left out.',
    answer: z.object({
      simulated,
      at: instant,
      quotes: z.array(z.object({ symbol, name: z.string(), price: decimal, ...state })),
    }),
  },
  'market.instruments': {
    route: 'GET /api/market/instruments',
    guard: 'client',
    underWatch: 'client',
    summary: 'What the market quotes, with its sessions.',
    answer: z.object({ simulated, instruments: z.array(instrument) }),
  },
  'market.quotes': {
    route: 'GET /api/market/quotes',
    guard: 'client',
    underWatch: 'client',
    summary: 'Latest bid and ask, of all instruments or of those that are named; unknown ones are left out.',
    query: z.strictObject({
      /** With commas between them. */
      symbols: z.string().max(1000).optional(),
    }),
    answer: z.object({ simulated, at: instant, quotes: z.array(quote) }),
  },
  'market.candles': {
    route: 'GET /api/market/candles',
    guard: 'client',
    underWatch: 'client',
    summary: `Up to ${mostCandles} candles of bid prices, the earliest first; none where the market rested. Those nearest to \`to\` are given; the last may still be forming.`,
    query: z.strictObject({
      symbol,
      interval: z.enum(candleIntervals, 'validation.choice'),
      /** Only those that began then or later. */
      from: instant.optional(),
      /** Only those that began earlier. */
      to: instant.optional(),
      limit: wholeNumber(1, mostCandles).default(mostCandles),
    }),
    answer: z.object({ simulated, candles: z.array(candle) }),
    refusals: ['http.not_found'],
    rateLimit: { hits: 600, windowS: 60, by: 'person' },
  },
} as const satisfies Endpoints;

export type Instrument = z.output<typeof instrument>;
export type Quote = z.output<typeof quote>;
