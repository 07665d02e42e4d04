import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { marketChannels, type PriceNews } from '#contract/market/names.ts';
import type { ResponseOf } from '#contract/api.ts';
import type { Language } from '#contract/kernel/languages.ts';
import { call } from '#web/platform/api/api.ts';
import { live } from '#web/platform/realtime/live.ts';
import { withNews } from '#web/platform/realtime/price-updates.ts';
import { made, type Period } from './chart/period.ts';

const everyMs = 10_000;
const quiet = { loader: false };

type Quotes = ResponseOf<'GET /api/market/quotes'>;

const received = {
  channel: marketChannels.all,
  event: 'quotes',
  take: (known: Quotes, update: { quotes: PriceNews[] }): Quotes => ({
    ...known,
    quotes: withNews(known.quotes, update.quotes, (quote, news) => ({ ...quote, ...news })),
  }),
};

/** Every price with its change of the day, as it changes. */
export const quotesQuery = live(
  queryOptions({ queryKey: ['market-quotes'], queryFn: () => call('GET /api/market/quotes', {}, quiet) }),
  everyMs,
  received,
);

export const instrumentsQuery = (language: Language) =>
  queryOptions({
    queryKey: ['market-instruments', language],
    queryFn: () => call('GET /api/market/instruments', {}, quiet),
    staleTime: 300_000,
  });

const candlesEveryMs = 60_000;

/** The candles of a period; the one that is forming follows the prices that arrive in the meantime. */
export const candlesQuery = (symbol: string, period: Period) => {
  const { interval, max } = made[period];
  const query = { symbol, interval, limit: String(max) };
  return live(
    queryOptions({
      queryKey: ['market-candles', symbol, period],
      queryFn: () => call('GET /api/market/candles', { query }, quiet),
    }),
    candlesEveryMs,
  );
};

const hours = 24;

/** The past day of one instrument, for a small chart. */
export const dayQuery = (symbol: string) =>
  queryOptions({
    queryKey: ['market-day', symbol],
    queryFn: () => call('GET /api/market/candles', { query: { symbol, interval: '1h', limit: String(hours) } }, quiet),
    staleTime: 300_000,
  });

/** A part of the economic calendar, from one instant to another. */
export const calendarQuery = (language: Language, from: string, to: string) =>
  queryOptions({
    queryKey: ['economic-calendar', language, from, to],
    queryFn: () => call('GET /api/market/economic-calendar', { query: { from, to } }, quiet),
    refetchInterval: 60_000,
    placeholderData: keepPreviousData,
  });
