import type { Queries } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { amountsByDay, type Amounts } from './history.ts';
import type { Holding } from './holding.ts';
import { readInvestments } from './investments.ts';

interface Row {
  part: 'wallet' | 'trading_account';
  name: string | null;
  currency: string;
  presentMinor: bigint;
  lockedMinor: bigint;
  days: string[];
  amounts: bigint[];
}

/** What it amounts to now. */
export const present = ({ amounts }: Amounts): bigint => amounts.at(-1) ?? 0n;

/**
 * Everything of a client that is worth money.
 * @param days without gaps, the last is today
 */
export async function readHoldings(
  db: Queries,
  clientId: string,
  days: readonly string[],
  now: Date,
): Promise<Holding[]> {
  const money = await readMoney(db, clientId, days);
  return [...money, ...(await readInvestments(db, clientId, days, now))];
}

/** Wallets, held money included, and trading accounts at their ledger balance. */
async function readMoney(db: Queries, clientId: string, days: readonly string[]): Promise<Holding[]> {
  const since = new Date(`${days[0]}T00:00:00Z`);
  const rows = await db.rows<Row>(sql`
    with holding as (
      select 'wallet' as part, id, null as name, currency, array[available_id, held_id] as accounts, held_id
      from wallet where client_id = ${clientId}
      union all
      select 'trading_account', id, number::text, currency, array[ledger_account_id], null
      from trading_account where client_id = ${clientId}),
    moved as (
      select h.id, to_char(t.at at time zone 'UTC', 'YYYY-MM-DD') as day, sum(p.amount)::bigint as amount
      from holding h
      join ledger_posting p on p.account_id = any(h.accounts)
      join ledger_transaction t on t.id = p.transaction_id
      where t.at >= ${since}
      group by 1, 2
      having sum(p.amount) <> 0)
    select h.part, h.name, h.currency,
           (select sum(amount)::bigint from ledger_balance where account_id = any(h.accounts)) as "presentMinor",
           coalesce((select amount from ledger_balance where account_id = h.held_id), 0) as "lockedMinor",
           coalesce((select array_agg(day order by day) from moved where moved.id = h.id), '{}') as days,
           coalesce((select array_agg(amount order by day) from moved where moved.id = h.id), '{}') as amounts
    from holding h
    order by h.part desc, h.id`);
  return rows.map(({ days: moved, amounts, presentMinor, ...holding }) => ({
    ...holding,
    costMinor: presentMinor,
    sector: null,
    amounts: amountsByDay(days, presentMinor, new Map(moved.map((day, index) => [day, amounts[index] ?? 0n]))),
  }));
}
