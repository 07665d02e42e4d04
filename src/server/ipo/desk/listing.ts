import type { DeskOfferingInfo } from '#contract/ipo-desk-records.ts';
import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { refuse, refuseField } from '#server/platform/refusal.ts';
import { change, deskAct, moveTo, type Staff } from './act.ts';
import { readPrice } from './terms.ts';

interface Listing {
  stock_id: string;
  version: number;
  listed_at: string;
  first_price: string;
  request_id?: string | undefined;
}

const dayMs = 86_400_000;

/**
 * Says that trading has begun. The lock-up runs from then; the job of the offering's life tells its holders.
 * @throws Refusal as `ipo_desk.list_on_exchange` lists them
 */
export function listOnExchange(app: App, staff: Staff, body: Listing): Promise<DeskOfferingInfo> {
  return deskAct(app, staff, 'list', body, async (tx, offering) => {
    if (offering.mode === 'subscription' && !offering.settledAt) throw refuse('ipo_desk.unsettled');
    const listedAt = new Date(body.listed_at);
    const now = app.clock.now();
    if (listedAt > now || listedAt <= offering.closesAt) throw refuseField('listed_at', 'ipo_desk.times');
    const price = readPrice('first_price', body.first_price, offering.currency);
    const lockUpEndsAt = new Date(listedAt.getTime() + offering.lockUpDays * dayMs);
    // The price of a direct offering was final all along, and nobody has had to set it.
    const finalPrice = sql`coalesce(final_price_minor, case mode when 'direct' then price_low_minor end)`;
    await moveTo(
      app,
      tx,
      offering,
      'listed',
      sql`, final_price_minor = ${finalPrice}, listed_at = ${listedAt}, lock_up_ends_at = ${lockUpEndsAt}`,
    );
    await writeDeskPrice(tx, offering.id, price, now);
    return { listed_at: listedAt.toISOString(), price: body.first_price };
  });
}

/**
 * Quotes the price at which clients may sell.
 * @throws Refusal as `ipo_desk.quote` lists them
 */
export function quotePrice(
  app: App,
  staff: Staff,
  body: { stock_id: string; price: string; request_id?: string | undefined },
): Promise<DeskOfferingInfo> {
  return deskAct(app, staff, 'quote', body, async (tx, offering) => {
    await writeDeskPrice(tx, offering.id, readPrice('price', body.price, offering.currency), app.clock.now());
    await change(app, tx, offering);
    return { price: body.price };
  });
}

const writeDeskPrice = (tx: Tx, offeringId: string, priceMinor: bigint, at: Date): Promise<number> =>
  tx.run(sql`
    insert into ipo_price (offering_id, at, price_minor, source) values (${offeringId}, ${at}, ${priceMinor}, 'desk')
    on conflict (offering_id, at) do update set price_minor = excluded.price_minor, source = 'desk'`);
