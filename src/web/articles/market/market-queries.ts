import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { marketChannels, type PriceNews } from '#contract/market-names.ts';
import type { AnswerOf } from '#contract/api.ts';
import type { Language } from '#contract/languages.ts';
import { call } from '#web/platform/api/api.ts';
import { live } from '#web/platform/realtime/live.ts';
import { withNews } from '#web/platform/realtime/price-updates.ts';
import { made, type Period } from './chart/period.ts';

const everyMs = 10_000;
const quiet = { loader: false };

type Quotes = AnswerOf<'GET /api/market/quotes'>;

const heard = {
  channel: marketChannels.all,
  event: 'quotes',
  take: (known: Quotes, said: { quotes: PriceNews[] }): Quotes => ({
    ...known,
    quotes: withNews(known.quotes, said.quotes, (quote, news) => ({ ...quote, ...news })),
  }),
};

/** Every price with its change of the day, as it changes. */
export const quotesQuery = live(
  queryOptions({ queryKey: ['market-quotes'], queryFn: () => call('GET /api/market/quotes', {}, quiet) }),
  everyMs,
  heard,
);

export const instrumentsQuery = (language: Language) =>
  queryOptions({
    queryKey: ['market-instruments', language],
    queryFn: () => call('GET /api/market/instruments', {}, quiet),
    staleTime: 300_000,
  });

const candlesEveryMs = 60_000;

/** What the chart of a period is made of; the candle that is forming grows by the prices that are heard meanwhile. */
export const candlesQuery = (symbol: string, period: Period) => {
  const { interval, most } = made[period];
  const query = { symbol, interval, limit: String(most) };
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
