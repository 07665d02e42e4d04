import { Big } from 'big.js';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { marketFeed, type MarketInstrument, type MarketQuote } from './feed.ts';

const Precise = Big();
Precise.DP = 12;

/**
 * Sets the rate of each currency that is quoted against the dollar to the middle of its present price. Simulated prices
 * value money only in a demo. A currency without a pair, or with a stale price, keeps its rate and the rate's time.
 */
export async function refreshRates(app: App): Promise<void> {
  const feed = marketFeed(app);
  if (feed.simulated && !app.config.demo) return;
  for (const instrument of feed.instruments()) {
    const quote = feed.quote(instrument.symbol);
    const rated = quote && !quote.isStale ? rateOf(instrument, quote) : undefined;
    if (!quote || !rated) continue;
    await app.db.run(sql`
      update currency set usd_rate = ${rated.rate}, rated_at = ${quote.at}
      where code = ${rated.code} and rated_at < ${quote.at}`);
  }
}

/** The value of one unit in USD, from its pair with the dollar. */
export function rateOf({ base, currency }: MarketInstrument, { bid, ask }: Pick<MarketQuote, 'bid' | 'ask'>) {
  const middle = new Precise(bid).plus(ask).div(2);
  if (base !== null && currency === 'USD') return { code: base, rate: middle.toFixed() };
  return base === 'USD' ? { code: currency, rate: new Precise(1).div(middle).toFixed() } : undefined;
}
