import type { IpoHolding } from '#contract/ipo/records.ts';
import { toDecimal } from '#contract/kernel/money.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import type { Person } from '#server/platform/session/session.ts';
import { percentOf } from './percent.ts';
import { proceedsOf } from './sell.ts';

interface Row {
  offeringId: string;
  issuer: string;
  ticker: string;
  currency: string;
  feeOutBps: number;
  earlyExitBps: number | null;
  quantity: number;
  free: number;
  tradableAt: Date | null;
  paidMinor: bigint;
  priceMinor: bigint | null;
  pricedAt: Date | null;
}

/** A client's holdings of each offering, the latest first. Without a price they are valued at cost. */
export async function listHoldings({ db, clock }: App, me: Pick<Person, 'id'>): Promise<IpoHolding[]> {
  const rows = await db.rows<Row>(sql`
    select o.id as "offeringId", o.issuer, o.ticker, o.currency, o.fee_out_bps as "feeOutBps", o.early_exit_bps as "earlyExitBps",
           sum(h.quantity - h.sold_quantity)::int as quantity,
           coalesce(sum(h.quantity - h.sold_quantity) filter (where h.tradable_at <= ${clock.now()}), 0)::int as free,
           max(h.tradable_at) as "tradableAt",
           sum((h.cost_minor + h.fee_minor) - div((h.cost_minor + h.fee_minor)::numeric * h.sold_quantity, h.quantity))::bigint as "paidMinor",
           price.price_minor as "priceMinor", price.at as "pricedAt"
    from ipo_holding h
    join ipo_offering o on o.id = h.offering_id
    left join lateral (
      select p.price_minor, p.at from ipo_price p where p.offering_id = o.id order by p.at desc limit 1) price on true
    where h.client_id = ${me.id} and h.sold_quantity < h.quantity
    group by o.id, price.price_minor, price.at
    order by max(h.acquired_at) desc, o.id`);
  return rows.map(holdingFrom);
}

function holdingFrom(row: Row): IpoHolding {
  const { currency, quantity, free, tradableAt, paidMinor, priceMinor } = row;
  const money = (minor: bigint) => toDecimal(minor, currency);
  const { proceedsMinor, feeMinor } =
    priceMinor === null ? { proceedsMinor: paidMinor, feeMinor: 0n } : proceedsOf(row, quantity, priceMinor);
  return {
    stock_id: row.offeringId,
    issuer: row.issuer,
    ticker: row.ticker,
    currency,
    quantity,
    free_quantity: free,
    state: tradableAt === null ? 'waiting_for_listing' : free < quantity ? 'in_lock_up' : 'tradable',
    lock_up_ends_at: tradableAt?.toISOString() ?? null,
    cost: money(paidMinor),
    price: priceMinor === null ? null : money(priceMinor),
    priced_at: row.pricedAt?.toISOString() ?? null,
    value: money(proceedsMinor),
    result: money(proceedsMinor - feeMinor - paidMinor),
    early_exit_percent: row.earlyExitBps === null ? null : percentOf(row.earlyExitBps),
    fee_out_percent: percentOf(row.feeOutBps),
  };
}
