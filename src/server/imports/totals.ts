import { toDecimal } from '#contract/kernel/money.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';

/** New clients of a checked run by the level that its file gives them. */
export const readLevels = (db: Queries, runId: string) =>
  db.rows<{ level: number; count: number }>(sql`
    select (content ->> 'level')::int as level, count(*)::int as count from import_row
    where run_id = ${runId} and outcome = 'new' and content ->> 'level' is not null group by 1 order by 1`);

/**
 * Opening balances that are still to be posted, and those that the ledger has, by currency. Once the import is done: what two
 * people approved, and what of it was left out. A column that was taken for a balance may add up to more than the ledger can
 * hold: the total says so, and the columns can be chosen again.
 */
export async function readTotals(db: Queries, runId: string) {
  const rows = await db.rows<{ currency: string; amount: string; posted: bigint; leftOut: string | null }>(sql`
    with waiting as (
      select b.key as currency, sum(b.value::numeric) as amount
      from import_row r cross join lateral jsonb_each_text(r.content -> 'balances') b
      where r.run_id = ${runId} and r.outcome = 'new' group by 1
    ), posted as (
      select p.currency, sum(p.amount) as amount
      from ledger_transaction t join ledger_posting p on p.transaction_id = t.id join ledger_account a on a.id = p.account_id
      where t.scope = 'import:' || ${runId} and a.client_id is not null group by 1
    ), approved as (
      select c.code as currency, (t ->> 'amount')::numeric * 10::numeric ^ c.scale as amount, coalesce(s.left_out ->> c.code, '0') as left_out
      from import_result s join import_run r on r.id = s.run_id join approval_request a on a.id = r.approval_request_id
      cross join lateral jsonb_array_elements(a.value -> 'totals') t join currency c on c.code = t ->> 'currency'
      where s.run_id = ${runId}
    )
    select currency, trunc(coalesce(a.amount, coalesce(w.amount, 0) + coalesce(p.amount, 0)))::text as amount,
           coalesce(p.amount, 0)::bigint as posted, a.left_out as "leftOut"
    from waiting w full join posted p using (currency) full join approved a using (currency) order by currency`);
  return rows.map(({ amount, leftOut, ...row }) => ({
    ...row,
    amount: BigInt(amount),
    leftOut: leftOut === null ? null : BigInt(leftOut),
  }));
}

const largestShown = 10;

/** The largest opening balances of what is new, by their value in USD. The approver compares them with the other system. */
export async function readLargest(db: Queries, runId: string) {
  const rows = await db.rows<{ client: string; account: string | null; currency: string; amount: string }>(sql`
    select n.content ->> 'outside_id' as client, n.content ->> 'account_number' as account, c.code as currency, b.value as amount
    from import_row n cross join lateral jsonb_each_text(n.content -> 'balances') b join currency c on c.code = b.key
    where n.run_id = ${runId} and n.outcome = 'new'
    order by b.value::numeric * c.usd_rate / 10::numeric ^ c.scale desc, n.number, c.code limit ${largestShown}`);
  return rows.map(({ amount, ...row }) => ({ ...row, amount: toDecimal(BigInt(amount), row.currency) }));
}
