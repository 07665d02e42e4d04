import { Big } from 'big.js';
import { scaleOf } from '#contract/kernel/money.ts';
import { marketFeed } from '#server/market/feed.ts';
import type { Course } from '#server/market/instruments.ts';
import { simulatedPrice } from '#server/market/simulated-price.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';

interface Listed {
  id: string;
  ticker: string;
  exchange: string;
  currency: string;
  finalPriceMinor: bigint;
  listedAt: Date;
}

/** Stock exchanges close at night and at weekends; a demo's do not, so that a visitor can always sell. */
const restless: Course['sessions'] = [[0, 10_080]];
/** Sixty percent, as a newly listed share may have. */
const yearlyVolatility = 0.6;
/** Of prices older than this many days, only the last one of each day is stored: portfolios value their past by it. */
const retentionDays = 7;

/**
 * Quotes every listed share: from the market feed if it has the symbol, and in a demo by a simulated price that is a
 * pure function of a secret seed and the time. A price of staff counts until it is too old to sell at.
 * @returns null when no share needs a price
 */
export async function quoteListed(app: App): Promise<null | undefined> {
  const at = app.clock.now();
  const listed = await app.db.rows<Listed>(sql`
    select o.id, o.ticker, o.exchange, o.currency, o.listed_at as "listedAt", coalesce(o.final_price_minor, o.price_high_minor) as "finalPriceMinor"
    from ipo_offering o, ipo_setting s
    where o.state in ('listed', 'unlocked') and not exists (
      select from ipo_price p where p.offering_id = o.id and p.at > ${at}::timestamptz - make_interval(secs => s.price_age_seconds)
        and (p.source = 'staff' or p.at > ${at}::timestamptz - interval '30 seconds'))`);
  const quotes = listed.flatMap((share) => {
    const priceMinor =
      marketPrice(app, share) ?? (app.config.demo ? madeUpPrice(app.config.market.seed, share, at) : null);
    return priceMinor === null ? [] : [{ id: share.id, priceMinor }];
  });
  if (quotes.length > 0)
    await app.db.run(sql`
      insert into ipo_price (offering_id, at, price_minor, source)
      select id, ${at}, price, 'market' from unnest(${quotes.map(({ id }) => id)}::uuid[], ${quotes.map(({ priceMinor }) => priceMinor)}::bigint[]) quoted (id, price)
      on conflict (offering_id, at) do nothing`);
  await app.db.run(sql`
    delete from ipo_price p
    where p.at < ${at}::timestamptz - make_interval(days => ${retentionDays}) and p.source = 'market'
      and exists (select from ipo_price l
                  where l.offering_id = p.offering_id and l.at > p.at
                    and l.at < date_trunc('day', p.at, 'UTC') + interval '1 day')`);
  return quotes.length > 0 ? undefined : null;
}

/**
 * The bid, at which a client could sell there too. Null where the feed lacks the share or is stale, and where its
 * prices are simulated: those count only in a demo.
 */
function marketPrice(app: App, { ticker, currency }: Listed): bigint | null {
  const feed = marketFeed(app);
  if (feed.simulated && !app.config.demo) return null;
  const instrument = feed.instruments().find(({ symbol }) => symbol === ticker);
  const quote = feed.quote(ticker);
  if (!instrument || instrument.currency !== currency || !quote || quote.isStale) return null;
  return minorOf(new Big(quote.bid), currency);
}

/** Varies around the final price, from which it starts at the listing. */
function madeUpPrice(seed: string, share: Omit<Listed, 'id'>, at: Date): bigint {
  const { ticker, exchange, currency, finalPriceMinor, listedAt } = share;
  const course: Course = { level: 1, yearlyVolatility, digits: 2, spread: '0', sessions: restless };
  const path = (when: Date) => simulatedPrice({ seed, name: `${exchange}:${ticker}` }, course, when);
  const moved = new Big(String(path(at))).div(String(path(listedAt)));
  const priceMinor = BigInt(moved.times(finalPriceMinor.toString()).round(0, Big.roundHalfUp).toFixed(0));
  return priceMinor > 0n ? priceMinor : minorOf(new Big(1), currency);
}

const minorOf = (price: Big, currency: string): bigint =>
  BigInt(
    price
      .times(new Big(10).pow(scaleOf(currency)))
      .round(0, Big.roundDown)
      .toFixed(0),
  );
