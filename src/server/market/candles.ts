import { Big } from 'big.js';
import type { Candle } from '#contract/market/endpoints.ts';
import { maxCandles, type CandleInterval } from '#contract/market/names.ts';
import type { App } from '#server/platform/app.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import { marketFeed, type MarketQuote } from './feed.ts';
import { startOf } from './sources/source.ts';

export interface CandleRange {
  symbol: string;
  interval: CandleInterval;
  /** Only candles that began then or later. */
  from?: Date | undefined;
  /** Only candles that began earlier. */
  to?: Date | undefined;
  limit?: number | undefined;
}

/**
 * Candles of bids, the earliest first; from a larger range, those nearest to its end. There are none for times when the
 * market was closed. The present candle includes the present quote.
 */
export async function readCandles(app: App, range: CandleRange): Promise<Candle[]> {
  const { symbol, interval, from, to, limit = maxCandles } = range;
  const instrument = marketFeed(app)
    .instruments()
    .find((each) => each.symbol === symbol);
  // A source may drop trailing zeros; candles of a removed instrument stay as they were written.
  const shown = (price: Sql) => (instrument ? sql`round(${price}, ${instrument.digits}::int)` : price);
  const rows = await app.db.rows<Omit<Candle, 'at'> & { at: Date }>(sql`
    select at, ${shown(sql`open`)} as open, ${shown(sql`high`)} as high, ${shown(sql`low`)} as low, ${shown(sql`close`)} as close
    from market_candle
    where symbol = ${symbol} and span = ${interval} and at >= ${from ?? '-infinity'} and at < ${to ?? 'infinity'}
    order by at desc limit ${limit}`);
  const candles = rows.toReversed().map((row) => ({ ...row, at: row.at.toISOString() }));
  const quote = marketFeed(app).quote(symbol);
  if (!quote?.isOpen || quote.isStale) return candles;
  const at = startOf(interval, quote.at);
  const isRequested = (from === undefined || at >= from) && (to === undefined || at < to);
  return isRequested ? withQuote(candles, at.toISOString(), quote).slice(-limit) : candles;
}

function withQuote(candles: Candle[], at: string, { bid }: MarketQuote): Candle[] {
  const last = candles.at(-1);
  if (last?.at !== at) return [...candles, { at, open: bid, high: bid, low: bid, close: bid }];
  const high = new Big(bid).gt(last.high) ? bid : last.high;
  const low = new Big(bid).lt(last.low) ? bid : last.low;
  return [...candles.slice(0, -1), { ...last, high, low, close: bid }];
}
