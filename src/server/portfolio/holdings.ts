import { sumsByDay } from '#server/ledger/totals.ts';
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
      select 'wallet' as part, id, null as name, currency, available_id as account_id, array[available_id, held_id] as accounts, held_id
      from wallet where client_id = ${clientId}
      union all
      select 'trading_account', id, number::text, currency, ledger_account_id, array[ledger_account_id], null
      from trading_account where client_id = ${clientId})
    select h.part, h.name, h.currency,
           (select sum(amount)::bigint from ledger_balance where account_id = any(h.accounts)) as "presentMinor",
           coalesce((select amount from ledger_balance where account_id = h.held_id), 0) as "lockedMinor",
           moved.days, moved.amounts
    from holding h
    cross join lateral (
      select coalesce(array_agg(to_char(day, 'YYYY-MM-DD') order by day), '{}') as days, coalesce(array_agg(amount order by day), '{}') as amounts
      from (${sumsByDay(sql`h.account_id`, since)}) sums) moved
    order by h.part desc, h.id`);
  return rows.map(({ days: moved, amounts, presentMinor, ...holding }) => ({
    ...holding,
    costMinor: presentMinor,
    sector: null,
    amounts: amountsByDay(days, presentMinor, new Map(moved.map((day, index) => [day, amounts[index] ?? 0n]))),
  }));
}
