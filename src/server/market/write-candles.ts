import { candleIntervals, type CandleInterval } from '#contract/market/names.ts';
import type { App } from '#server/platform/app.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { marketFeed } from './feed.ts';
import { startOf, intervalMs, type Bar, type Source } from './sources/source.ts';

/** How far back a source with a past is stored, and in which candles: the older, the coarser. */
const past: { interval: CandleInterval; days: number }[] = [
  { interval: '1d', days: 730 },
  { interval: '1h', days: 90 },
  { interval: '15m', days: 14 },
  { interval: '1m', days: 2 },
];

const dayMs = intervalMs['1d'];

/**
 * Stores what the source knows and the table does not have yet, including the present minute, and builds the longer
 * candles from it. Several writers, in any order, produce the same candles.
 */
export async function writeCandles(app: App): Promise<void> {
  const { source, instruments } = marketFeed(app);
  const now = app.clock.now();
  for (const { symbol } of instruments()) {
    const since = await writeSource(app.db, source, symbol, now);
    if (since) await buildLonger(app.db, symbol, since);
  }
}

/** Returns the time of the earliest candle written. */
async function writeSource(db: Queries, source: Source, symbol: string, now: Date): Promise<Date | undefined> {
  const wholePast = [{ interval: '1m' as const, from: new Date(0), to: new Date(now.getTime() + 1) }];
  const spans = source.bidAt ? await missingSpans(db, symbol, now) : wholePast;
  const starts: Date[] = [];
  for (const { interval, from, to } of spans) {
    const bars = source.bars(symbol, interval, { from, to, now });
    await writeBars(db, symbol, interval, bars);
    if (bars[0]) starts.push(bars[0].at);
  }
  return starts.toSorted((a, b) => a.getTime() - b.getTime())[0];
}

/** From the last candle of each length, which may have been incomplete, to the start of the next length. */
async function missingSpans(db: Queries, symbol: string, now: Date) {
  const last = await db.rows<{ span: CandleInterval; at: Date | null }>(sql`
    select span, (select max(at) from market_candle c where c.symbol = ${symbol} and c.span = s.span) as at
    from unnest(${past.map(({ interval }) => interval)}::text[]) s (span)`);
  const midnightMs = startOf('1d', now).getTime();
  return past.flatMap(({ interval, days }, index) => {
    const finer = past[index + 1];
    const lastMs = last.find(({ span }) => span === interval)?.at?.getTime() ?? 0;
    const fromMs = Math.max(lastMs, midnightMs - days * dayMs);
    const toMs = finer ? midnightMs - finer.days * dayMs : now.getTime() + 1;
    return fromMs < toMs ? [{ interval, from: new Date(fromMs), to: new Date(toMs) }] : [];
  });
}

/** Merges bars with the stored ones: the first open, the last close, the furthest high and low. */
export async function writeBars(
  db: Queries,
  symbol: string,
  interval: CandleInterval,
  bars: readonly Bar[],
): Promise<void> {
  if (bars.length === 0) return;
  const column = (name: keyof Bar) => bars.map((bar) => bar[name]);
  await db.run(sql`
    insert into market_candle as c (symbol, span, at, open, high, low, close, received_at)
    select ${symbol}, ${interval}, *
    from unnest(${column('at')}::timestamptz[], ${column('open')}::numeric[], ${column('high')}::numeric[],
                ${column('low')}::numeric[], ${column('close')}::numeric[], ${column('receivedAt')}::timestamptz[])
    on conflict (symbol, span, at) do update
      set high = greatest(c.high, excluded.high), low = least(c.low, excluded.low), received_at = greatest(c.received_at, excluded.received_at),
          close = case when excluded.received_at >= c.received_at then excluded.close else c.close end
      where excluded.received_at > c.received_at or excluded.high > c.high or excluded.low < c.low`);
}

/** Builds each length from the one before it, from the candle on that holds `since`. */
export async function buildLonger(db: Queries, symbol: string, since: Date): Promise<void> {
  for (const [index, interval] of candleIntervals.entries()) {
    const shorter = candleIntervals[index - 1];
    if (!shorter) continue;
    const length = `${intervalMs[interval] / 1000} seconds`;
    await db.run(sql`
      insert into market_candle as c (symbol, span, at, open, high, low, close, received_at)
      select ${symbol}, ${interval}, begins, (array_agg(open order by at))[1], max(high), min(low),
             (array_agg(close order by at desc))[1], max(received_at)
      from (select date_bin(${length}::interval, at, 'epoch'::timestamptz) as begins, * from market_candle
            where symbol = ${symbol} and span = ${shorter} and at >= ${startOf(interval, since)}) shorter
      group by begins
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
