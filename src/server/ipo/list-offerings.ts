import { offering, type Offering } from '#contract/ipo.ts';
import { toDecimal } from '#contract/money.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { percentOf } from './percent.ts';

interface OfferingRow extends Pick<
  Offering,
  'stock_id' | 'issuer' | 'ticker' | 'exchange' | 'sector' | 'currency' | 'lot_size' | 'lock_up_days' | 'state'
> {
  priceLowMinor: bigint;
  priceHighMinor: bigint;
  finalPriceMinor: bigint | null;
  feeInBps: number;
  feeOutBps: number;
  opensAt: Date;
  closesAt: Date;
  listedAt: Date | null;
}

/**
 * The calendar: first the offering whose next date comes soonest, then the latest of those that have none ahead, and
 * last what was withdrawn.
 */
export async function listOfferings(app: App): Promise<Offering[]> {
  const now = app.clock.now();
  const rows = await app.db.rows<OfferingRow>(sql`
    select id as stock_id, issuer, ticker, exchange, sector, currency, lot_size, lock_up_days, state,
           price_low_minor as "priceLowMinor", price_high_minor as "priceHighMinor",
           final_price_minor as "finalPriceMinor", fee_in_bps as "feeInBps", fee_out_bps as "feeOutBps",
           opens_at as "opensAt", closes_at as "closesAt", listed_at as "listedAt"
    from ipo_offering
    where state = any(${offering.shape.state.options})
    order by state = 'withdrawn',
             (select min(at) from unnest(array[opens_at, closes_at, listed_at]) at where at > ${now}) nulls last,
             coalesce(listed_at, closes_at) desc, id`);
  return rows.map(offeringFrom);
}

function offeringFrom(row: OfferingRow): Offering {
  const price = (minor: bigint) => toDecimal(minor, row.currency);
  return {
    ...row,
    price_low: price(row.priceLowMinor),
    price_high: price(row.priceHighMinor),
    final_price: row.finalPriceMinor === null ? null : price(row.finalPriceMinor),
    fee_in_percent: percentOf(row.feeInBps),
    fee_out_percent: percentOf(row.feeOutBps),
    opens_at: row.opensAt.toISOString(),
    closes_at: row.closesAt.toISOString(),
    listed_at: row.listedAt?.toISOString() ?? null,
  };
}
