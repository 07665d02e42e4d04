import { fromDecimal } from '#contract/money.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import offerings from './demo/offerings.json' with { type: 'json' };

const dayMs = 86_400_000;

/**
 * Puts the demo broker's offerings on the calendar, dated around now: one open, one announced, one priced and one
 * listed. The issuers are made up. Those that are there already stay as they are.
 */
export async function seedOfferings(app: App): Promise<void> {
  const now = app.clock.now();
  const inDays = (days: number) => new Date(now.getTime() + days * dayMs);
  for (const each of offerings) {
    const price = (decimal: string) => fromDecimal(decimal, each.currency);
    await app.db.run(sql`
      insert into ipo_offering (
        id, issuer, ticker, exchange, sector, currency, price_low_minor, price_high_minor, final_price_minor,
        lot_size, lock_up_days, fee_in_bps, fee_out_bps, state, opens_at, closes_at, listed_at, created_at)
      values (
        ${newId()}, ${each.issuer}, ${each.ticker}, ${each.exchange}, ${each.sector}, ${each.currency},
        ${price(each.price_low)}, ${price(each.price_high)}, ${each.final_price ? price(each.final_price) : null},
        ${each.lot_size}, ${each.lock_up_days}, ${each.fee_in_bps}, ${each.fee_out_bps}, ${each.state},
        ${inDays(each.opens_in_days)}, ${inDays(each.closes_in_days)}, ${inDays(each.lists_in_days)}, ${now})
      on conflict (exchange, ticker) do nothing`);
  }
}

/**
 * Gives a client an application for the listed offering that brought no shares: the one kind that leaves no trace in his
 * wallet, so that the demo's money adds up.
 */
export async function seedApplication(app: App, clientId: string): Promise<void> {
  await app.db.run(sql`
    insert into ipo_application
      (id, offering_id, client_id, quantity, allotted_quantity, state, created_at, updated_at)
    select ${newId()}, id, ${clientId}, 120, 0, 'not_allotted', closes_at - interval '2 days', closes_at + interval '1 day'
    from ipo_offering where ticker = 'FWDX' and state = 'listed'
    on conflict (client_id, offering_id) where state not in ('cancelled', 'expired') do nothing`);
}
