import type { ApiAccount } from '#contract/operator/program-endpoints.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { pageOf, type Paging } from './page.ts';

type Row = Omit<ApiAccount, 'created_at'> & { created_at: Date };

/** Trading accounts, the newest first; their numbers count up. */
export async function readAccounts(
  { db }: App,
  { limit, cursor = null, client_id: clientId = null }: Paging & { client_id?: string | null | undefined },
) {
  const rows = await db.rows<Row>(sql`
    select number::text, client_id, currency, leverage, nickname, status, created_at from trading_account a
    where (${cursor}::bigint is null or a.number < ${cursor}::bigint) and (${clientId}::uuid is null or client_id = ${clientId})
    order by a.number desc limit ${limit + 1}`);
  return pageOf(
    rows,
    limit,
    (row): ApiAccount => ({ ...row, created_at: row.created_at.toISOString() }),
    ({ number }) => number,
  );
}
