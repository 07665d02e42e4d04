import { setImmediate as nextTurn } from 'node:timers/promises';
import { candleIntervals, type CandleInterval } from '#contract/market/names.ts';
import type { App } from '#server/platform/app.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { marketFeed } from './feed.ts';
import { startOf, intervalMs, type Bar } from './sources/source.ts';

/** How far back a source with a past is stored, and in which candles: the older, the coarser. */
const past: { interval: CandleInterval; days: number }[] = [
  { interval: '1d', days: 730 },
  { interval: '1h', days: 90 },
  { interval: '15m', days: 14 },
  { interval: '1m', days: 2 },
];

const dayMs = intervalMs['1d'];

/** Bars of a symbol, all of one length. */
interface Written {
  symbol: string;
  interval: CandleInterval;
  bars: readonly Bar[];
}

/**
 * Stores what the source knows and the table does not have yet, including the present minute, and builds the longer
 * candles from it. Several writers, in any order, produce the same candles.
 * @returns null for a source that still knows its past when a caller reads it
 */
export async function writeCandles(app: App): Promise<null | undefined> {
  const { source, instruments } = marketFeed(app);
  const now = app.clock.now();
  const symbols = instruments().map(({ symbol }) => symbol);
  const wanted = source.bidAt ? (await missingSpans(app.db, symbols, now)).flatMap(inSteps) : wholePast(symbols, now);
  const written: Written[] = [];
  for (const { symbol, interval, from, to } of wanted) {
    written.push({ symbol, interval, bars: source.bars(symbol, interval, { from, to, now }) });
    // The past of a new installation takes seconds to compute, and calls come in between.
    await nextTurn();
  }
  await writeBars(app.db, written);
  const since = new Map<string, Date>();
  for (const { symbol, bars } of written) {
    const [first, known] = [bars[0]?.at, since.get(symbol)];
    if (first && (!known || first < known)) since.set(symbol, first);
  }
  await buildLonger(app.db, since);
  return source.bidAt ? null : undefined;
}

interface Span {
  symbol: string;
  interval: CandleInterval;
  from: Date;
  to: Date;
}

/** Bars that are computed before other work has its turn: some milliseconds, which a busy machine makes ten times as long. */
const barsAtOnce = 100;

function inSteps({ from, to, ...span }: Span): Span[] {
  const stepMs = barsAtOnce * intervalMs[span.interval];
  const count = Math.ceil((to.getTime() - from.getTime()) / stepMs);
  return Array.from({ length: count }, (_, index) => {
    const startMs = from.getTime() + index * stepMs;
    return { ...span, from: new Date(startMs), to: new Date(Math.min(startMs + stepMs, to.getTime())) };
  });
}

const wholePast = (symbols: readonly string[], now: Date): Span[] =>
  symbols.map((symbol) => ({ symbol, interval: '1m', from: new Date(0), to: new Date(now.getTime() + 1) }));

/** From the last candle of each length, which may have been incomplete, to the start of the next length. */
async function missingSpans(db: Queries, symbols: readonly string[], now: Date): Promise<Span[]> {
  const last = await db.rows<{ symbol: string; span: CandleInterval; at: Date | null }>(sql`
    select symbol, span, (select max(at) from market_candle c where c.symbol = s.symbol and c.span = l.span) as at
    from unnest(${symbols}::text[]) s (symbol), unnest(${past.map(({ interval }) => interval)}::text[]) l (span)`);
  const midnightMs = startOf('1d', now).getTime();
  return last.flatMap(({ symbol, span, at }) => {
    const index = past.findIndex(({ interval }) => interval === span);
    const [own, finer] = [past[index], past[index + 1]];
    if (!own) return [];
    const fromMs = Math.max(at?.getTime() ?? 0, midnightMs - own.days * dayMs);
    const toMs = finer ? midnightMs - finer.days * dayMs : now.getTime() + 1;
    return fromMs < toMs ? [{ symbol, interval: span, from: new Date(fromMs), to: new Date(toMs) }] : [];
  });
}

const rowsAtOnce = 5_000;

/** Merges bars with the stored ones: the first open, the last close, the furthest high and low. */
export async function writeBars(db: Queries, written: readonly Written[]): Promise<void> {
  const rows = written.flatMap(({ symbol, interval, bars }) => bars.map((bar) => ({ symbol, interval, ...bar })));
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    const some = rows.slice(from, from + rowsAtOnce);
    const column = <Name extends keyof (typeof rows)[number]>(name: Name) => some.map((row) => row[name]);
    await db.run(sql`
      insert into market_candle as c (symbol, span, at, open, high, low, close, received_at)
      select *
      from unnest(${column('symbol')}::text[], ${column('interval')}::text[], ${column('at')}::timestamptz[],
                  ${column('open')}::numeric[], ${column('high')}::numeric[], ${column('low')}::numeric[],
                  ${column('close')}::numeric[], ${column('receivedAt')}::timestamptz[])
      on conflict (symbol, span, at) do update
        set high = greatest(c.high, excluded.high), low = least(c.low, excluded.low), received_at = greatest(c.received_at, excluded.received_at),
            close = case when excluded.received_at >= c.received_at then excluded.close else c.close end
        where excluded.received_at > c.received_at or excluded.high > c.high or excluded.low < c.low`);
  }
}

/** Builds each length from the one before it, from the candle on that holds the given time of each symbol. */
export async function buildLonger(db: Queries, since: ReadonlyMap<string, Date>): Promise<void> {
  if (since.size === 0) return;
  for (const [index, interval] of candleIntervals.entries()) {
    const shorter = candleIntervals[index - 1];
    if (!shorter) continue;
    const length = `${intervalMs[interval] / 1000} seconds`;
    const from = [...since.values()].map((at) => startOf(interval, at));
    await db.run(sql`
      insert into market_candle as c (symbol, span, at, open, high, low, close, received_at)
      select symbol, ${interval}, begins, (array_agg(open order by at))[1], max(high), min(low),
             (array_agg(close order by at desc))[1], max(received_at)
      from (select date_bin(${length}::interval, s.at, 'epoch'::timestamptz) as begins, s.*
            from unnest(${[...since.keys()]}::text[], ${from}::timestamptz[]) wanted (symbol, from_at)
            join market_candle s on s.symbol = wanted.symbol and s.span = ${shorter} and s.at >= wanted.from_at) shorter
      group by symbol, begins
      on conflict (symbol, span, at) do update
        set high = greatest(c.high, excluded.high), low = least(c.low, excluded.low), received_at = greatest(c.received_at, excluded.received_at),
            close = case when excluded.received_at >= c.received_at then excluded.close else c.close end
        where excluded.received_at > c.received_at or excluded.high > c.high or excluded.low < c.low`);
  }
}

/** How many days the short candles are stored; the longer ones stay. */
const retentionDays = { '1m': 14, '5m': 60, '15m': 180 };

export async function purgeOldCandles({ db, clock }: App): Promise<void> {
  for (const [interval, days] of Object.entries(retentionDays)) {
    const before = new Date(clock.now().getTime() - days * dayMs);
    await db.run(sql`delete from market_candle where span = ${interval} and at < ${before}`);
  }
}
