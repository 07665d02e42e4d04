import type { ApplicationState, OfferingState } from '#contract/ipo/names.ts';
import { toDecimal } from '#contract/kernel/money.ts';
import type { ApiApplication, ApiOffering } from '#contract/operator/program-endpoints.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { pageOf, type Paging } from './page.ts';

interface OfferingRow extends Pick<ApiOffering, 'id' | 'ticker' | 'issuer' | 'exchange' | 'currency' | 'state'> {
  low: bigint;
  high: bigint;
  final: bigint | null;
  opensAt: Date;
  closesAt: Date;
}

/** Offerings that are public, the newest first. */
export async function readOfferings(
  { db }: App,
  { limit, cursor = null, state = null }: Paging & { state?: OfferingState | null | undefined },
) {
  const rows = await db.rows<OfferingRow>(sql`
    select id, ticker, issuer, exchange, currency, state, price_low_minor as low, price_high_minor as high,
           final_price_minor as final, opens_at as "opensAt", closes_at as "closesAt"
    from ipo_offering
    where state <> 'draft' and (${cursor}::uuid is null or id < ${cursor}) and (${state}::text is null or state = ${state})
    order by id desc limit ${limit + 1}`);
  const show = ({ low, high, final, opensAt, closesAt, ...row }: OfferingRow): ApiOffering => ({
    ...row,
    price_low: toDecimal(low, row.currency),
    price_high: toDecimal(high, row.currency),
    final_price: final === null ? null : toDecimal(final, row.currency),
    opens_at: opensAt.toISOString(),
    closes_at: closesAt.toISOString(),
  });
  return pageOf(rows, limit, show, ({ id }) => id);
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
  updatedAt: Date;
}

interface Query extends Paging {
  client_id?: string | null | undefined;
  offering_id?: string | null | undefined;
  state?: ApplicationState | null | undefined;
  updated_since?: string | undefined;
}

/** Applications of all clients, the newest first. */
export async function readApplications({ db }: App, { limit, cursor = null, ...query }: Query) {
  const { client_id: clientId = null, offering_id: offeringId = null, state = null } = query;
  const since = query.updated_since === undefined ? null : new Date(query.updated_since);
  const rows = await db.rows<ApplicationRow>(sql`
    select a.id, a.number, a.client_id, a.offering_id, a.state, a.quantity, a.allotted_quantity, o.currency,
           a.held_minor as held, a.cost_minor as cost, a.fee_minor as fee, a.created_at as "createdAt", a.updated_at as "updatedAt"
    from ipo_application a join ipo_offering o on o.id = a.offering_id
    where (${cursor}::uuid is null or a.id < ${cursor}) and (${clientId}::uuid is null or a.client_id = ${clientId})
      and (${offeringId}::uuid is null or a.offering_id = ${offeringId}) and (${state}::text is null or a.state = ${state})
      and (${since}::timestamptz is null or a.updated_at >= ${since})
    order by a.id desc limit ${limit + 1}`);
  const decimal = (minor: bigint | null, currency: string) => (minor === null ? null : toDecimal(minor, currency));
  const show = ({ number, held, cost, fee, createdAt, updatedAt, ...row }: ApplicationRow): ApiApplication => ({
    ...row,
    number: `A-${number}`,
    held: toDecimal(held, row.currency),
    cost: decimal(cost, row.currency),
    fee: decimal(fee, row.currency),
    created_at: createdAt.toISOString(),
    updated_at: updatedAt.toISOString(),
  });
  return pageOf(rows, limit, show, ({ id }) => id);
}
