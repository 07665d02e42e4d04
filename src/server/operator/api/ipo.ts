import type { ApplicationState, OfferingState } from '#contract/ipo/names.ts';
import { toDecimal } from '#contract/kernel/money.ts';
import type { ApiApplication, ApiOffering } from '#contract/operator/program-endpoints.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { pageOf, readPlace, rowsFrom, type Paging } from '#server/platform/lists/program-lists.ts';

interface OfferingRow extends Pick<ApiOffering, 'id' | 'ticker' | 'issuer' | 'exchange' | 'currency' | 'state'> {
  low: bigint;
  high: bigint;
  final: bigint | null;
  opensAt: Date;
  closesAt: Date;
  changedAt: Date;
}

/** Offerings that are public. */
export async function readOfferings(
  { db }: App,
  { state = null, ...query }: Paging & { state?: OfferingState | null | undefined },
) {
  const place = await readPlace(db, query);
  const rows = await db.rows<OfferingRow>(sql`
    select o.id, o.ticker, o.issuer, o.exchange, o.currency, o.state, o.price_low_minor as low, o.price_high_minor as high,
           o.final_price_minor as final, o.opens_at as "opensAt", o.closes_at as "closesAt", o.changed_at as "changedAt"
    from ipo_offering o
    where o.state <> 'draft' and (${state}::text is null or o.state = ${state})
      and ${rowsFrom(place, sql`o.id`, sql`o.changed_at`)}`);
  const show = ({ low, high, final, opensAt, closesAt, changedAt, ...row }: OfferingRow): ApiOffering => ({
    ...row,
    price_low: toDecimal(low, row.currency),
    price_high: toDecimal(high, row.currency),
    final_price: final === null ? null : toDecimal(final, row.currency),
    opens_at: opensAt.toISOString(),
    closes_at: closesAt.toISOString(),
    updated_at: changedAt.toISOString(),
  });
  return pageOf(rows, place, show);
}

interface ApplicationRow extends Pick<
  ApiApplication,
  'id' | 'client_id' | 'offering_id' | 'state' | 'quantity' | 'allotted_quantity' | 'currency'
> {
  number: bigint;
  held: bigint;
  cost: bigint | null;
  fee: bigint | null;
  createdAt: Date;
  changedAt: Date;
}

interface Query extends Paging {
  client_id?: string | null | undefined;
  offering_id?: string | null | undefined;
  state?: ApplicationState | null | undefined;
}

/** Applications of all clients. */
export async function readApplications(
  { db }: App,
  { client_id: clientId = null, offering_id: offeringId = null, state = null, ...query }: Query,
) {
  const place = await readPlace(db, query);
  const rows = await db.rows<ApplicationRow>(sql`
    select a.id, a.number, a.client_id, a.offering_id, a.state, a.quantity, a.allotted_quantity, o.currency,
           a.held_minor as held, a.cost_minor as cost, a.fee_minor as fee, a.created_at as "createdAt", a.changed_at as "changedAt"
    from ipo_application a join ipo_offering o on o.id = a.offering_id
    where (${clientId}::uuid is null or a.client_id = ${clientId})
      and (${offeringId}::uuid is null or a.offering_id = ${offeringId}) and (${state}::text is null or a.state = ${state})
      and ${rowsFrom(place, sql`a.id`, sql`a.changed_at`)}`);
  const decimal = (minor: bigint | null, currency: string) => (minor === null ? null : toDecimal(minor, currency));
  const show = ({ number, held, cost, fee, createdAt, changedAt, ...row }: ApplicationRow): ApiApplication => ({
    ...row,
    number: `A-${number}`,
    held: toDecimal(held, row.currency),
    cost: decimal(cost, row.currency),
    fee: decimal(fee, row.currency),
    created_at: createdAt.toISOString(),
    updated_at: changedAt.toISOString(),
  });
  return pageOf(rows, place, show);
}
