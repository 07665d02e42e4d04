import { toDecimal } from '#contract/kernel/money.ts';
import type { Deal } from '#contract/trading/records.ts';
import type { Db } from '#server/platform/db/database.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import type { DealFilter, Page, Totals } from '#server/trading/platform.ts';
import { movesCash, sums } from './records.ts';

type Amounts = Record<'commission' | 'swap' | 'fee' | 'profit' | 'cash', bigint>;
type Row = Omit<Deal, 'ticket' | 'order' | 'position' | 'trading_account_id' | 'at' | keyof Amounts> &
  Amounts & {
    ticket: bigint;
    order: bigint | null;
    position: bigint | null;
    account: bigint;
    at: Date;
    currency: string;
  };

const columns = sql`d.ticket, d.order_ticket as "order", d.position, d.account, a.currency, d.at, d.type, d.entry, d.symbol, d.volume,
  d.price, d.sl, d.tp, d.commission, d.swap, d.fee, d.comment,
  case when ${movesCash} then 0 else d.profit end as profit, case when ${movesCash} then d.profit else 0 end as cash`;

/**
 * Deals that pass the filter, the latest first; of the same instant, the one booked later. Each account gives its latest
 * in the order of its index, so that no more are read than one page of each.
 */
export async function readDeals(db: Db, filter: DealFilter & Page): Promise<Deal[]> {
  const { after = null, limit } = filter;
  const rows = await db.rows<Row>(sql`
    select ${columns} from paper_account a
    cross join lateral (
      select * from paper_deal d
      where d.account = a.number and ${passing(filter)}
        and (${after}::bigint is null or (d.at, d.ticket) < (select at, ticket from paper_deal where ticket = ${after}::bigint))
      order by d.at desc, d.ticket desc
      limit ${limit}) d
    where a.number = any(${filter.accounts}::bigint[])
    order by d.at desc, d.ticket desc
    limit ${limit}`);
  return rows.map(show);
}

/** Of all deals that pass. */
export async function totalDeals(db: Db, filter: DealFilter): Promise<Totals> {
  return db.one<Totals>(sql`
    select count(*)::int as count, trim_scale(coalesce(sum(d.volume), 0)) as volume, ${sums}
    from paper_deal d where d.account = any(${filter.accounts}::bigint[]) and ${passing(filter)}`);
}

/**
 * Deals of one account in the order of their tickets, after the one named. A change of the account has its lock when it
 * draws a ticket, so no smaller one can appear later.
 */
export async function readDealsSince(db: Db, account: bigint, ticket: string | null, limit: number): Promise<Deal[]> {
  const rows = await db.rows<Row>(sql`
    select ${columns} from paper_deal d join paper_account a on a.number = d.account
    where d.account = ${account} and d.ticket > ${ticket ?? '0'}::bigint
    order by d.ticket limit ${limit}`);
  return rows.map(show);
}

function passing(filter: DealFilter): Sql {
  const { type = null, symbol = null, side = null, from = null, to = null } = filter;
  return sql`(${type}::text is null or d.type = ${type})
    and (${side}::text is null or d.type = ${side})
    and (${symbol}::text is null or d.symbol = ${symbol})
    and (${from}::date is null or d.at >= ${from}::date::timestamp at time zone 'UTC')
    and (${to}::date is null or d.at < (${to}::date + 1)::timestamp at time zone 'UTC')`;
}

function show({ ticket, order, position, account, at, currency, ...rest }: Row): Deal {
  return {
    ...rest,
    ticket: String(ticket),
    order: order === null ? null : String(order),
    position: position === null ? null : String(position),
    trading_account_id: String(account),
    at: at.toISOString(),
    commission: toDecimal(rest.commission, currency),
    swap: toDecimal(rest.swap, currency),
    fee: toDecimal(rest.fee, currency),
    profit: toDecimal(rest.profit, currency),
    cash: toDecimal(rest.cash, currency),
  };
}
