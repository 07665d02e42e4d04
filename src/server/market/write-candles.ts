import { candleIntervals, type CandleInterval } from '#contract/market-names.ts';
import type { App } from '#server/platform/app.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { marketFeed } from './feed.ts';
import { beginOf, intervalMs, type Bar, type Source } from './source.ts';

/** How far back a source with a past is written down, in candles of which length: the older, the coarser. */
const past: { interval: CandleInterval; days: number }[] = [
  { interval: '1d', days: 730 },
  { interval: '1h', days: 90 },
  { interval: '15m', days: 14 },
  { interval: '1m', days: 2 },
];

const dayMs = intervalMs['1d'];

/**
 * Writes down what the source knows and the table does not yet, the minute that is forming included, and builds the
 * longer candles from it. Several writers, in any order, come to the same candles.
 */
export async function writeCandles(app: App): Promise<void> {
  const { source, instruments } = marketFeed(app);
  const now = app.clock.now();
  for (const { symbol } of instruments()) {
    const since = await writeSource(app.db, source, symbol, now);
    if (since) await buildLonger(app.db, symbol, since);
  }
}

/** Answers with the time of the earliest candle written. */
async function writeSource(db: Queries, source: Source, symbol: string, now: Date): Promise<Date | undefined> {
  const heard = [{ interval: '1m' as const, from: new Date(0), to: new Date(now.getTime() + 1) }];
  const spans = source.bidAt ? await missingSpans(db, symbol, now) : heard;
  const starts: Date[] = [];
  for (const { interval, from, to } of spans) {
    const bars = source.bars(symbol, interval, { from, to, now });
    await writeBars(db, symbol, interval, bars);
    if (bars[0]) starts.push(bars[0].at);
  }
  return starts.toSorted((a, b) => a.getTime() - b.getTime())[0];
}

/** From the last candle of each length, which may have been forming, to where the next length begins. */
async function missingSpans(db: Queries, symbol: string, now: Date) {
  const last = await db.rows<{ span: CandleInterval; at: Date | null }>(sql`
    select span, (select max(at) from market_candle c where c.symbol = ${symbol} and c.span = s.span) as at
    from unnest(${past.map(({ interval }) => interval)}::text[]) s (span)`);
  const midnightMs = beginOf('1d', now).getTime();
  return past.flatMap(({ interval, days }, place) => {
    const finer = past[place + 1];
    const lastMs = last.find(({ span }) => span === interval)?.at?.getTime() ?? 0;
    const fromMs = Math.max(lastMs, midnightMs - days * dayMs);
    const toMs = finer ? midnightMs - finer.days * dayMs : now.getTime() + 1;
    return fromMs < toMs ? [{ interval, from: new Date(fromMs), to: new Date(toMs) }] : [];
  });
}

/** Merges bars with what is there: the first open, the last close, the furthest high and low. */
export async function writeBars(
  db: Queries,
  symbol: string,
  interval: CandleInterval,
  bars: readonly Bar[],
): Promise<void> {
  if (bars.length === 0) return;
  const column = (name: keyof Bar) => bars.map((bar) => bar[name]);
  await db.run(sql`
    insert into market_candle as c (symbol, span, at, open, high, low, close, heard_at)
    select ${symbol}, ${interval}, *
    from unnest(${column('at')}::timestamptz[], ${column('open')}::numeric[], ${column('high')}::numeric[],
                ${column('low')}::numeric[], ${column('close')}::numeric[], ${column('heardAt')}::timestamptz[])
    on conflict (symbol, span, at) do update
      set high = greatest(c.high, excluded.high), low = least(c.low, excluded.low), heard_at = greatest(c.heard_at, excluded.heard_at),
          close = case when excluded.heard_at >= c.heard_at then excluded.close else c.close end
      where excluded.heard_at > c.heard_at or excluded.high > c.high or excluded.low < c.low`);
}

/** Builds each length from the one before it, from the candle on that holds `since`. */
export async function buildLonger(db: Queries, symbol: string, since: Date): Promise<void> {
  for (const [place, interval] of candleIntervals.entries()) {
    const shorter = candleIntervals[place - 1];
    if (!shorter) continue;
    const length = `${intervalMs[interval] / 1000} seconds`;
    await db.run(sql`
      insert into market_candle as c (symbol, span, at, open, high, low, close, heard_at)
      select ${symbol}, ${interval}, begins, (array_agg(open order by at))[1], max(high), min(low),
             (array_agg(close order by at desc))[1], max(heard_at)
      from (select date_bin(${length}::interval, at, 'epoch'::timestamptz) as begins, * from market_candle
            where symbol = ${symbol} and span = ${shorter} and at >= ${beginOf(interval, since)}) shorter
      group by begins
      on conflict (symbol, span, at) do update
        set high = greatest(c.high, excluded.high), low = least(c.low, excluded.low), heard_at = greatest(c.heard_at, excluded.heard_at),
            close = case when excluded.heard_at >= c.heard_at then excluded.close else c.close end
        where excluded.heard_at > c.heard_at or excluded.high > c.high or excluded.low < c.low`);
  }
}

/** How many days the short candles are kept; the longer ones stay. */
const keptDays = { '1m': 14, '5m': 60, '15m': 180 };

export async function forgetOldCandles({ db, clock }: App): Promise<void> {
  for (const [interval, days] of Object.entries(keptDays)) {
    const before = new Date(clock.now().getTime() - days * dayMs);
    await db.run(sql`delete from market_candle where span = ${interval} and at < ${before}`);
  }
}
