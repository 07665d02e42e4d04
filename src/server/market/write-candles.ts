import { setImmediate as nextTurn } from 'node:timers/promises';
import { candleIntervals, type CandleInterval } from '#contract/market/names.ts';
import type { App } from '#server/platform/app.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { inSteps, pastParts, spansAfter, storedSpans, type Span } from './candle-spans.ts';
import { marketFeed } from './feed.ts';
import { startOf, intervalMs, type Bar } from './sources/source.ts';

/** Bars of a symbol, all of one length. */
interface Written {
  symbol: string;
  interval: CandleInterval;
  bars: readonly Bar[];
}

/**
 * Stores what the source knows and the table does not have yet, including the present minute, and builds the longer
 * candles from it. The past of a new installation takes a while to compute: the newest comes first, in pieces that a
 * chart shows at once, and an interrupted run is continued. Several writers, in any order, produce the same candles.
 * @returns null for a source that still knows its past when a caller reads it
 */
export async function writeCandles(app: App): Promise<null | undefined> {
  const { source, instruments } = marketFeed(app);
  const known = instruments();
  const symbols = known.map(({ symbol }) => symbol);
  if (!source.bidAt) {
    await write(app, wholeBuffer(symbols, app.clock.now()));
    return undefined;
  }
  const stored = await storedSpans(app.db, symbols);
  await write(app, spansAfter(stored, app.clock.now()));
  for (const part of pastParts(known, stored, app.clock.now())) {
    for (const span of part) await write(app, [span]);
    // Time has gone on while that was computed.
    await write(app, spansAfter(await storedSpans(app.db, symbols), app.clock.now()));
  }
  return null;
}

/** Computes bars and stores them together with what is built from them, or nothing of it. */
async function write(app: App, spans: readonly Span[]): Promise<void> {
  const { source } = marketFeed(app);
  const now = app.clock.now();
  const written: Written[] = [];
  const since = new Map<string, Date>();
  for (const { symbol, interval, from, to } of source.bidAt ? spans.flatMap(inSteps) : spans) {
    const bars = source.bars(symbol, interval, { from, to, now });
    written.push({ symbol, interval, bars });
    const [first, earliest] = [bars[0]?.at, since.get(symbol)];
    if (first && (!earliest || first < earliest)) since.set(symbol, first);
    // Calls come in between.
    await nextTurn();
  }
  if (since.size === 0) return;
  await app.db.tx(async (tx) => {
    await writeBars(tx, written);
    await buildLonger(tx, since);
  });
}

const wholeBuffer = (symbols: readonly string[], now: Date): Span[] =>
  symbols.map((symbol) => ({ symbol, interval: '1m', from: new Date(0), to: new Date(now.getTime() + 1) }));

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
      group by symbol, begins order by symbol, begins
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
    const before = new Date(clock.now().getTime() - days * intervalMs['1d']);
    await db.run(sql`delete from market_candle where span = ${interval} and at < ${before}`);
  }
}
