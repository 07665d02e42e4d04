import type { HistoryLine } from '#contract/ipo/records.ts';
import { toDecimal } from '#contract/kernel/money.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { join, sql, type Sql } from '#server/platform/db/sql.ts';
import { dayAfter, dayOf } from '#server/wallets/days.ts';

/** Filters of a history; undefined means no filter. Days (UTC) count in full. */
export interface HistoryQuery {
  kind?: HistoryLine['kind'] | undefined;
  stock_id?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** A position in the history. Of two events at one instant, the one that follows from the other is the later. */
export interface HistoryCursor {
  at: Date;
  rank: number;
  id: string;
}

/** A stored line; amounts in minor units of its currency. */
export interface LineRow extends HistoryCursor {
  kind: HistoryLine['kind'];
  number: string;
  offeringId: string;
  issuer: string;
  ticker: string;
  currency: string;
  quantity: number;
  priceMinor: bigint | null;
  feeMinor: bigint | null;
  amountMinor: bigint | null;
}

/**
 * Everything that happened to a client's applications and shares, as a table `l`. An application only holds money, so
 * it moves none; an allotment of no shares may still cost the fixed fee.
 */
export function historyOf(clientId: string, query: HistoryQuery): Sql {
  const { kind, stock_id, from, to } = query;
  const conditions = [
    sql`true`,
    ...(kind ? [sql`l.kind = ${kind}`] : []),
    ...(stock_id ? [sql`l."offeringId" = ${stock_id}`] : []),
    ...(from ? [sql`l.at >= ${dayOf(from)}`] : []),
    ...(to ? [sql`l.at < ${dayAfter(to)}`] : []),
  ];
  return sql`(
    select * from (
      select a.id, 'application' as kind, 1 as rank, 'A-' || a.number as number, a.offering_id as "offeringId", a.currency, a.quantity,
             null::bigint as "priceMinor", null::bigint as "feeMinor", null::bigint as "amountMinor", null::bigint as cost, null::bigint as proceeds,
             null::bigint as result, a.created_at as at
      from ipo_application a where a.client_id = ${clientId}
      union all
      select a.id, 'cancellation', 2, 'A-' || a.number, a.offering_id, a.currency, a.quantity, null, null, null, null, null, null, a.updated_at
      from ipo_application a where a.client_id = ${clientId} and a.state in ('cancelled', 'expired', 'rejected')
      union all
      select a.id, 'allotment', 3, 'A-' || a.number, a.offering_id, a.currency, a.allotted_quantity, a.cost_minor / nullif(a.allotted_quantity, 0),
             a.fee_minor, -a.cost_minor - a.fee_minor, a.cost_minor, null, null, a.settled_at
      from ipo_application a
      where a.client_id = ${clientId} and a.settled_at is not null and a.state not in ('cancelled', 'expired', 'rejected')
      union all
      select s.id, 'sale', 4, 'S-' || s.number, s.offering_id, s.currency, s.quantity, s.price_minor, s.fee_minor, s.proceeds_minor - s.fee_minor,
             null, s.proceeds_minor, s.proceeds_minor - s.fee_minor - s.cost_minor, s.at
      from ipo_sale s where s.client_id = ${clientId}) l
    where ${join(conditions, ' and ')}) l`;
}

/** The latest first, after a position if one is given. */
export function readLines(
  db: Queries,
  clientId: string,
  query: HistoryQuery,
  { after, limit }: { after?: HistoryCursor | undefined; limit: number },
): Promise<LineRow[]> {
  const isLater = after ? sql`(l.at, l.rank, l.id) < (${after.at}, ${after.rank}, ${after.id}::uuid)` : sql`true`;
  return db.rows<LineRow>(sql`
    select l.id, l.kind, l.rank, l.number, l."offeringId", o.issuer, o.ticker, l.currency, l.quantity, l."priceMinor", l."feeMinor",
           l."amountMinor", l.at
    from ${historyOf(clientId, query)} join ipo_offering o on o.id = l."offeringId"
    where ${isLater} order by l.at desc, l.rank desc, l.id desc limit ${limit}`);
}

export function showLine(row: LineRow): HistoryLine {
  const money = (minor: bigint | null) => (minor === null ? null : toDecimal(minor, row.currency));
  return {
    id: row.id,
    kind: row.kind,
    number: row.number,
    stock_id: row.offeringId,
    issuer: row.issuer,
    ticker: row.ticker,
    currency: row.currency,
    quantity: row.quantity,
    price: money(row.priceMinor),
    fee: money(row.feeMinor),
    amount: money(row.amountMinor),
    at: row.at.toISOString(),
  };
}

/** The totals of all lines of one currency. `result` is for what was sold: proceeds less cost less fees. */
export interface HistoryTotal {
  currency: string;
  invested: bigint;
  proceeds: bigint;
  fees: bigint;
  result: bigint;
}

export function readTotals(db: Queries, clientId: string, query: HistoryQuery): Promise<HistoryTotal[]> {
  return db.rows<HistoryTotal>(sql`
    select l.currency, coalesce(sum(l.cost), 0)::bigint as invested, coalesce(sum(l.proceeds), 0)::bigint as proceeds,
           coalesce(sum(l."feeMinor"), 0)::bigint as fees, coalesce(sum(l.result), 0)::bigint as result
    from ${historyOf(clientId, query)} group by l.currency order by l.currency`);
}
