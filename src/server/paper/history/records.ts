import { toDecimal } from '#contract/kernel/money.ts';
import { cashDealTypes } from '#contract/trading/names.ts';
import type { ClosedPosition, Order, Position } from '#contract/trading/records.ts';
import type { Db, Queries } from '#server/platform/db/database.ts';
import { join, sql, type Sql } from '#server/platform/db/sql.ts';
import type { HistoryFilter, OrderFilter, Page, Totals } from '#server/trading/platform.ts';
import type { Valued } from '../positions/figures.ts';

/** Conditions on `symbol`, `side` and a time, for the accounts of a filter. */
function passing(filter: HistoryFilter, time: Sql): Sql {
  const { accounts, symbol = null, side = null, from = null, to = null } = filter;
  return join(
    [
      sql`r.account = any(${accounts}::bigint[])`,
      sql`(${symbol}::text is null or r.symbol = ${symbol})`,
      sql`(${side}::text is null or r.side = ${side})`,
      sql`(${from}::date is null or ${time} >= ${from}::date::timestamp at time zone 'UTC')`,
      sql`(${to}::date is null or ${time} < (${to}::date + 1)::timestamp at time zone 'UTC')`,
    ],
    ' and ',
  );
}

/** An order in columns. */
export type OrderRow = Omit<
  Order,
  'ticket' | 'trading_account_id' | 'position' | 'placed_at' | 'expires_at' | 'done_at'
> & {
  ticket: bigint;
  account: bigint;
  position: bigint | null;
  placed_at: Date;
  expires_at: Date | null;
  done_at: Date | null;
};

/** Of orders `r`. */
export const orderColumns = sql`r.ticket, r.account, r.position, r.symbol, r.side, r.type, r.state, r.reason, r.volume, r.filled_volume,
  r.price, r.filled_price, r.sl, r.tp, r.placed_at, r.expires_at, r.done_at`;

export async function orderByTicket(db: Queries, ticket: bigint): Promise<Order> {
  return showOrder(await db.one<OrderRow>(sql`select ${orderColumns} from paper_order r where r.ticket = ${ticket}`));
}

/** Orders that wait for their price, the latest first. */
export async function readWaitingOrders(db: Queries, accounts: readonly bigint[]): Promise<Order[]> {
  const rows = await db.rows<OrderRow>(sql`
    select ${orderColumns} from paper_order r
    where r.account = any(${accounts}::bigint[]) and r.state = 'placed' order by r.ticket desc`);
  return rows.map(showOrder);
}

/** Orders that are done, the one that was placed last first. */
export async function readDoneOrders(db: Queries, filter: OrderFilter & Page): Promise<Order[]> {
  const { state = null, after = null, limit } = filter;
  const rows = await db.rows<OrderRow>(sql`
    select ${orderColumns} from paper_order r
    where ${passing(filter, sql`r.placed_at`)} and r.state <> 'placed' and (${state}::text is null or r.state = ${state})
      and (${after}::bigint is null or r.ticket < ${after}::bigint)
    order by r.ticket desc limit ${limit}`);
  return rows.map(showOrder);
}

export function showOrder({ ticket, account, position, placed_at, expires_at, done_at, ...rest }: OrderRow): Order {
  return {
    ...rest,
    ticket: String(ticket),
    trading_account_id: String(account),
    position: position === null ? null : String(position),
    placed_at: placed_at.toISOString(),
    expires_at: expires_at?.toISOString() ?? null,
    done_at: done_at?.toISOString() ?? null,
  };
}

/** An open position at present prices. */
export function showPosition(position: Valued, currency: string): Position {
  return {
    ticket: String(position.ticket),
    trading_account_id: String(position.account),
    symbol: position.symbol,
    side: position.side,
    volume: position.volume,
    open_price: position.openPrice,
    price: position.price,
    sl: position.sl,
    tp: position.tp,
    margin: toDecimal(position.neededMinor, currency),
    swap: toDecimal(position.swap, currency),
    profit: toDecimal(position.profitMinor, currency),
    opened_at: position.openedAt.toISOString(),
  };
}

const amounts = ['commission', 'swap', 'fee', 'profit'] as const;
type ClosedRow = Omit<
  ClosedPosition,
  'ticket' | 'trading_account_id' | 'opened_at' | 'closed_at' | (typeof amounts)[number]
> &
  Record<(typeof amounts)[number], bigint> & {
    ticket: bigint;
    account: bigint;
    currency: string;
    opened_at: Date;
    closed_at: Date;
  };

/** Closed positions, the one that was opened last first, with the sums of their deals. */
export async function readClosedPositions(db: Db, filter: HistoryFilter & Page): Promise<ClosedPosition[]> {
  const { after = null, limit } = filter;
  const rows = await db.rows<ClosedRow>(sql`
    select r.ticket, r.account, a.currency, r.symbol, r.side, r.opened_volume as volume, r.open_price,
           r.close_reason, r.opened_at, r.closed_at, d.close_price, d.commission, d.swap, d.fee, d.profit
    from paper_position r join paper_account a on a.number = r.account
    cross join lateral (
      select trim_scale(round(sum(volume * price) filter (where entry = 'out') / r.opened_volume, 10)) as close_price,
             sum(commission)::bigint as commission, sum(swap)::bigint as swap, sum(fee)::bigint as fee, sum(profit)::bigint as profit
      from paper_deal where position = r.ticket) d
    where r.closed_at is not null and ${passing(filter, sql`r.closed_at`)}
      and (${after}::bigint is null or r.ticket < ${after}::bigint)
    order by r.ticket desc limit ${limit}`);
  return rows.map(showClosed);
}

/** Of all closed positions that pass. */
export async function totalClosed(db: Db, filter: HistoryFilter): Promise<Totals> {
  return db.one<Totals>(sql`
    select count(distinct r.ticket)::int as count, ${sums},
           trim_scale(coalesce(sum(d.volume) filter (where d.entry = 'in'), 0)) as volume
    from paper_position r join paper_deal d on d.position = r.ticket
    where r.closed_at is not null and ${passing(filter, sql`r.closed_at`)}`);
}

/** Whether a deal `d` moves cash, which platforms book as a profit. */
export const movesCash = sql`d.type = any(${cashDealTypes}::text[])`;

/** Of deals `d`, under the names of {@link Totals}. */
export const sums = sql`
  coalesce(sum(d.profit) filter (where not ${movesCash}), 0)::bigint as "profitMinor",
  coalesce(sum(d.profit) filter (where ${movesCash}), 0)::bigint as "cashMinor", coalesce(sum(d.swap), 0)::bigint as "swapMinor",
  coalesce(sum(d.commission), 0)::bigint as "commissionMinor", coalesce(sum(d.fee), 0)::bigint as "feeMinor"`;

function showClosed({ ticket, account, currency, opened_at, closed_at, ...rest }: ClosedRow): ClosedPosition {
  return {
    ...rest,
    ticket: String(ticket),
    trading_account_id: String(account),
    commission: toDecimal(rest.commission, currency),
    swap: toDecimal(rest.swap, currency),
    fee: toDecimal(rest.fee, currency),
    profit: toDecimal(rest.profit, currency),
    opened_at: opened_at.toISOString(),
    closed_at: closed_at.toISOString(),
  };
}
