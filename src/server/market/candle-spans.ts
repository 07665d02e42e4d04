import type { CandleInterval } from '#contract/market/names.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import type { MarketInstrument } from './feed.ts';
import { changesAt, isOpenAt } from './sessions.ts';
import { intervalMs, startOf } from './sources/source.ts';

/** How far back a source with a past is stored, and in which candles: the older, the coarser. */
const past: { interval: CandleInterval; days: number }[] = [
  { interval: '1d', days: 730 },
  { interval: '1h', days: 90 },
  { interval: '15m', days: 14 },
  { interval: '1m', days: 2 },
];

const dayMs = intervalMs['1d'];

/** Bars of a symbol that are not stored yet, up to `to`. */
export interface Span {
  symbol: string;
  interval: CandleInterval;
  from: Date;
  to: Date;
}

/** Bars that are computed before other work has its turn: some milliseconds, which a busy machine makes ten times as long. */
const barsAtOnce = 100;

export function inSteps({ from, to, ...span }: Span): Span[] {
  const stepMs = barsAtOnce * intervalMs[span.interval];
  const count = Math.ceil((to.getTime() - from.getTime()) / stepMs);
  return Array.from({ length: count }, (_, index) => {
    const startMs = from.getTime() + index * stepMs;
    return { ...span, from: new Date(startMs), to: new Date(Math.min(startMs + stepMs, to.getTime())) };
  });
}

/** The first and the last stored candle of one length; null without any. */
interface Stored {
  symbol: string;
  interval: CandleInterval;
  first: Date | null;
  last: Date | null;
}

export const storedSpans = (db: Queries, symbols: readonly string[]) =>
  db.rows<Stored>(sql`
    select symbol, span as interval,
           (select min(at) from market_candle c where c.symbol = s.symbol and c.span = l.span) as first,
           (select max(at) from market_candle c where c.symbol = s.symbol and c.span = l.span) as last
    from unnest(${symbols}::text[]) s (symbol), unnest(${past.map(({ interval }) => interval)}::text[]) l (span)`);

/** From a midnight to a later instant, in candles of one length. */
interface Days {
  interval: CandleInterval;
  fromMs: number;
  toMs: number;
}

/** The days of which a length is computed: up to those of the next one. The others are built. */
function daysOf(interval: CandleInterval, now: Date): Days {
  const index = past.findIndex((each) => each.interval === interval);
  const midnightMs = startOf('1d', now).getTime();
  const startMs = (at: number) => midnightMs - (past[at]?.days ?? 0) * dayMs;
  return { interval, fromMs: startMs(index), toMs: past[index + 1] ? startMs(index + 1) : now.getTime() + 1 };
}

/** Minutes in single days, the newest first. Whole ones: a longer candle keeps the open that it was first built with. */
function inDays(days: Days): Days[] {
  const { interval, fromMs, toMs } = days;
  if (interval !== '1m') return [days];
  const starts = Array.from({ length: Math.ceil((toMs - fromMs) / dayMs) }, (_, day) => fromMs + day * dayMs);
  return starts.toReversed().map((startMs) => ({ interval, fromMs: startMs, toMs: Math.min(startMs + dayMs, toMs) }));
}

/** What has come since the last candle of each length, which may have been incomplete. */
export function spansAfter(stored: readonly Stored[], now: Date): Span[] {
  return stored.flatMap(({ symbol, interval, last }) => {
    const { fromMs, toMs } = daysOf(interval, now);
    return last ? spanOf({ symbol, interval }, Math.max(last.getTime(), fromMs), toMs) : [];
  });
}

/** What lies before the first candle of each length, in parts of all instruments, the newest first. */
export function pastParts(known: readonly MarketInstrument[], stored: readonly Stored[], now: Date): Span[][] {
  const parts = past.toReversed().flatMap(({ interval }) => inDays(daysOf(interval, now)));
  return parts.map(({ interval, fromMs, toMs }) =>
    known.flatMap(({ symbol, sessions }) => {
      const from = new Date(fromMs);
      const opens = isOpenAt(sessions, from) ? from : changesAt(sessions, from);
      const first = stored.find((each) => each.symbol === symbol && each.interval === interval)?.first;
      const isStored = first && opens && first <= startOf(interval, opens);
      const isClosed = opens === null || opens.getTime() >= toMs;
      return isStored || isClosed ? [] : spanOf({ symbol, interval }, fromMs, Math.min(toMs, first?.getTime() ?? toMs));
    }),
  );
}

const spanOf = (of: Pick<Span, 'symbol' | 'interval'>, fromMs: number, toMs: number): Span[] =>
  fromMs < toMs ? [{ ...of, from: new Date(fromMs), to: new Date(toMs) }] : [];
