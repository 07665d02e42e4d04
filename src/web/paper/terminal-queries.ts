import { infiniteQueryOptions, keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { marketChannels, type CandleInterval, type PriceNews } from '#contract/market/names.ts';
import type { ResponseOf } from '#contract/api.ts';
import { live } from '#web/platform/realtime/live.ts';
import { withNews } from '#web/platform/realtime/price-updates.ts';
import { queries } from '#web/platform/api/query-client.ts';
import { paperCall, useTerminal } from './terminal.ts';

const beatMs = 1000;
const silenceMs = 2 * beatMs;
const candleBeatMs = 5000;
const termsBeatMs = 60_000;

const stateQuery = (session: string) =>
  queryOptions({
    queryKey: ['terminal', 'state'],
    queryFn: () => paperCall(session, 'POST /api/paper/state', { body: {} }),
    retry: false,
  });

const quotesQuery = (session: string) =>
  queryOptions({
    queryKey: ['terminal', 'quotes'],
    queryFn: () => paperCall(session, 'POST /api/paper/quotes', { body: {} }),
    retry: false,
  });

const termsQuery = (session: string) =>
  queryOptions({
    queryKey: ['terminal', 'instruments'],
    queryFn: () => paperCall(session, 'POST /api/paper/instruments', { body: {} }),
    retry: false,
  });

const candlesQuery = (session: string, symbol: string, interval: CandleInterval) =>
  queryOptions({
    queryKey: ['terminal', 'candles', symbol, interval],
    queryFn: () => paperCall(session, 'POST /api/paper/candles', { body: { symbol, interval } }),
    retry: false,
  });

/** The account at present prices, every second. */
export const usePaperState = () => useQuery(live(stateQuery(useTerminal().session), beatMs));

export const instrumentsQuery = (session: string) => live(termsQuery(session), termsBeatMs);
export const useInstruments = () => useQuery(instrumentsQuery(useTerminal().session));

/** Whether the market of an instrument is open; what is not listed any more is closed. */
export function useIsOpen(symbol: string): boolean {
  const quote = useQuote(symbol);
  const listed = useInstruments().data?.instruments.find((each) => each.symbol === symbol);
  return quote?.is_open ?? listed?.is_open ?? false;
}

type Quotes = ResponseOf<'POST /api/paper/quotes'>;
const received = {
  channel: marketChannels.all,
  event: 'quotes',
  take: (known: Quotes, { quotes }: { quotes: PriceNews[] }): Quotes => ({
    ...known,
    quotes: withNews(known.quotes, quotes, (quote, news) => ({ ...quote, ...news })),
  }),
};

export function useCandles(interval: CandleInterval) {
  const { session, symbol } = useTerminal();
  return useQuery(live(candlesQuery(session, symbol, interval), candleBeatMs));
}

/** The price of one instrument. Other prices that change render nothing here. */
export const useQuote = (symbol: string) =>
  useQuery({
    ...live(quotesQuery(useTerminal().session), silenceMs, received),
    select: ({ quotes }) => quotes.find((each) => each.symbol === symbol),
  }).data;

/** The terms and the price of the chosen instrument. */
export function useInstrument() {
  const { symbol } = useTerminal();
  const instrument = useInstruments().data?.instruments.find((each) => each.symbol === symbol);
  return { instrument, quote: useQuote(symbol) };
}

export const closedQuery = (session: string) =>
  infiniteQueryOptions({
    queryKey: ['terminal', 'closed'],
    queryFn: ({ pageParam: cursor }) =>
      paperCall(session, 'POST /api/paper/closed-positions', { body: cursor === null ? {} : { cursor } }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
    placeholderData: keepPreviousData,
  });

export const dealsQuery = (session: string) =>
  infiniteQueryOptions({
    queryKey: ['terminal', 'deals'],
    queryFn: ({ pageParam: cursor }) =>
      paperCall(session, 'POST /api/paper/deals', { body: cursor === null ? {} : { cursor } }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
    placeholderData: keepPreviousData,
  });

/** After an action: open and past orders and positions refetch at once. Ends when the new ones are there. */
export async function refreshTerminal(): Promise<void> {
  const parts = ['state', 'closed', 'deals'];
  await Promise.all(parts.map((part) => queries.invalidateQueries({ queryKey: ['terminal', part] })));
}
