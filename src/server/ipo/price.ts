import type { App } from '#server/platform/app.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';

/** The quoted price of an offering's shares, unless it is too old to sell at. */
export async function freshPrice({ clock }: App, db: Queries, offeringId: string): Promise<bigint | undefined> {
  const now = clock.now();
  const found = await db.maybeOne<{ priceMinor: bigint }>(sql`
    select p.price_minor as "priceMinor" from ipo_price p, ipo_setting s
    where p.offering_id = ${offeringId} and p.at <= ${now} and p.at > ${now}::timestamptz - make_interval(secs => s.price_age_seconds)
    order by p.at desc limit 1`);
  return found?.priceMinor;
}
