import { z } from 'zod';
import type { Endpoints } from '#contract/kernel/endpoint.ts';
import { decimal, instant, wholeNumber } from '#contract/kernel/fields.ts';
import { candleIntervals, instrumentGroups, maxCandles } from './names.ts';

const symbol = z.string().trim().toUpperCase().min(1, 'validation.required').max(20);

/** What is quoted. The trading platform defines the terms on which it is traded. */
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
  /** When that changes; null for an instrument that is always traded. */
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
  /** Time of the source's quote. */
  at: instant,
  /** The last bid before the UTC day of this one. */
  previous_close: decimal,
  ...state,
});

export const candle = z.object({ at: instant, open: decimal, high: decimal, low: decimal, close: decimal });
export type Candle = z.output<typeof candle>;

/** `simulated` means that there is no real market behind the prices; a screen that shows them says so. */
const simulated = z.boolean();

export const marketEndpoints = {
  'market.ticker': {
    route: 'GET /api/market/ticker',
    guard: 'signed_in',
    underImpersonation: 'client',
    summary:
      'Latest bid of the ticker tape’s five instruments. An instrument that the source doesn’t quote is left out.',
    response: z.object({
      simulated,
      at: instant,
      quotes: z.array(z.object({ symbol, name: z.string(), price: decimal, ...state })),
    }),
  },
  'market.instruments': {
    route: 'GET /api/market/instruments',
    guard: 'signed_in',
    underImpersonation: 'client',
    summary: 'Quoted instruments, with their trading sessions.',
    response: z.object({ simulated, instruments: z.array(instrument) }),
  },
  'market.quotes': {
    route: 'GET /api/market/quotes',
    guard: 'signed_in',
    underImpersonation: 'client',
    summary: 'Latest bid and ask of all instruments or of the named ones. Unknown instruments are left out.',
    query: z.strictObject({
      /** With commas between them. */
      symbols: z.string().max(1000).optional(),
    }),
    response: z.object({ simulated, at: instant, quotes: z.array(quote) }),
  },
  'market.candles': {
    route: 'GET /api/market/candles',
    guard: 'signed_in',
    underImpersonation: 'client',
    summary:
      `Up to ${maxCandles} candles of bid prices, earliest first; none while the market was closed. Those ` +
      `nearest to \`to\` are returned; the last may still be forming.`,
    query: z.strictObject({
      symbol,
      interval: z.enum(candleIntervals, 'validation.choice'),
      /** Only those that began then or later. */
      from: instant.optional(),
      /** Only those that began earlier. */
      to: instant.optional(),
      limit: wholeNumber(1, maxCandles).default(maxCandles),
    }),
    response: z.object({ simulated, candles: z.array(candle) }),
    refusals: ['http.not_found'],
    rateLimit: { hits: 600, windowS: 60, by: 'person' },
  },
} as const satisfies Endpoints;

export type Instrument = z.output<typeof instrument>;
export type Quote = z.output<typeof quote>;
