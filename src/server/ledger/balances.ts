import type { Queries } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';

/**
 * Balances in minor units by account code; unknown codes are left out. A client's balance is read from its row.
 * The balance of a house account is the sum of its postings, so do not read it while a request waits.
 */
export async function balances(db: Queries, codes: readonly string[]): Promise<Map<string, bigint>> {
  const rows = await db.rows<{ code: string; amount: bigint }>(sql`
    select a.code, coalesce(b.amount, (select sum(p.amount)::bigint from ledger_posting p where p.account_id = a.id), 0) as amount
    from ledger_account a left join ledger_balance b on b.account_id = a.id
    where a.code = any(${codes}::text[])`);
  return new Map(rows.map(({ code, amount }) => [code, amount]));
}
