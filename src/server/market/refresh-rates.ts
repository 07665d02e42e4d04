import { Big } from 'big.js';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { marketFeed, type MarketInstrument, type MarketQuote } from './feed.ts';

const Precise = Big();
Precise.DP = 12;

/**
 * Sets the rate of each currency that is quoted against the dollar to the middle of its present price. Simulated prices
 * value money only in a demo. A currency without a pair, or with a stale price, keeps its rate and the rate's time.
 * @returns null when there is no price to set one by
 */
export async function refreshRates(app: App): Promise<null | undefined> {
  const feed = marketFeed(app);
  if (feed.simulated && !app.config.demo) return null;
  const rates = feed.instruments().flatMap((instrument) => {
    const quote = feed.quote(instrument.symbol);
    const rated = quote && !quote.isStale ? rateOf(instrument, quote) : undefined;
    return quote && rated ? [{ ...rated, at: quote.at }] : [];
  });
  if (rates.length === 0) return null;
  await app.db.run(sql`
    update currency c set usd_rate = quoted.rate, rated_at = quoted.at
    from unnest(${rates.map(({ code }) => code)}::text[], ${rates.map(({ rate }) => rate)}::numeric[],
                ${rates.map(({ at }) => at)}::timestamptz[]) quoted (code, rate, at)
    where c.code = quoted.code and c.rated_at < quoted.at`);
  return undefined;
}

/** The value of one unit in USD, from its pair with the dollar. */
export function rateOf({ base, currency }: MarketInstrument, { bid, ask }: Pick<MarketQuote, 'bid' | 'ask'>) {
  const middle = new Precise(bid).plus(ask).div(2);
  if (base !== null && currency === 'USD') return { code: base, rate: middle.toFixed() };
  return base === 'USD' ? { code: currency, rate: new Precise(1).div(middle).toFixed() } : undefined;
}
