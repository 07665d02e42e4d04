import type { Queries } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';

/** New clients of a checked run by the level that its file gives them. */
export const readLevels = (db: Queries, runId: string) =>
  db.rows<{ level: number; count: number }>(sql`
    select (content ->> 'level')::int as level, count(*)::int as count from import_row
    where run_id = ${runId} and outcome = 'new' and content ->> 'level' is not null group by 1 order by 1`);

/**
 * Opening balances that are still to be posted, and those that the ledger has, by currency. A column that was taken for a
 * balance may add up to more than the ledger can hold: the total says so, and the columns can be chosen again.
 */
export async function readTotals(db: Queries, runId: string) {
  const rows = await db.rows<{ currency: string; amount: string; posted: bigint }>(sql`
    with waiting as (
      select b.key as currency, sum(b.value::numeric) as amount
      from import_row r cross join lateral jsonb_each_text(r.content -> 'balances') b
      where r.run_id = ${runId} and r.outcome = 'new' group by 1
    ), posted as (
      select p.currency, sum(p.amount) as amount
      from ledger_transaction t join ledger_posting p on p.transaction_id = t.id join ledger_account a on a.id = p.account_id
      where t.scope = 'import:' || ${runId} and a.client_id is not null group by 1
    )
    select currency, (coalesce(w.amount, 0) + coalesce(p.amount, 0))::text as amount, coalesce(p.amount, 0)::bigint as posted
    from waiting w full join posted p using (currency) order by currency`);
  return rows.map(({ amount, ...row }) => ({ ...row, amount: BigInt(amount) }));
}
