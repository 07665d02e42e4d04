import type { Queries } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import type { Movements } from './history.ts';

/** One wallet or one trading account. */
export interface Holding extends Movements {
  part: 'wallet' | 'trading_account';
  heldMinor: bigint;
}

interface Row {
  part: Holding['part'];
  currency: string;
  presentMinor: bigint;
  heldMinor: bigint;
  days: string[];
  amounts: bigint[];
}

/** Everything of a client that is worth money, with its movements by day since an instant. */
export async function readHoldings(db: Queries, clientId: string, since: Date): Promise<Holding[]> {
  const rows = await db.rows<Row>(sql`
    with holding as (
      select 'wallet' as part, id, currency, array[available_id, held_id] as accounts, held_id
      from wallet where client_id = ${clientId}
      union all
      select 'trading_account', id, currency, array[ledger_account_id], null
      from trading_account where client_id = ${clientId}),
    moved as (
      select h.id, to_char(t.at at time zone 'UTC', 'YYYY-MM-DD') as day, sum(p.amount)::bigint as amount
      from holding h
      join ledger_posting p on p.account_id = any(h.accounts)
      join ledger_transaction t on t.id = p.transaction_id
      where t.at >= ${since}
      group by 1, 2
      having sum(p.amount) <> 0)
    select h.part, h.currency,
           (select sum(amount)::bigint from ledger_balance where account_id = any(h.accounts)) as "presentMinor",
           coalesce((select amount from ledger_balance where account_id = h.held_id), 0) as "heldMinor",
           coalesce((select array_agg(day order by day) from moved where moved.id = h.id), '{}') as days,
           coalesce((select array_agg(amount order by day) from moved where moved.id = h.id), '{}') as amounts
    from holding h
    order by h.id`);
  return rows.map(({ days, amounts, ...holding }) => ({
    ...holding,
    byDay: new Map(days.map((day, place) => [day, amounts[place] ?? 0n])),
  }));
}
