import type { ApiAccount } from '#contract/operator/program-endpoints.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { pageOf, readPlace, rowsFrom, type Paging } from '#server/platform/lists/program-lists.ts';

interface Row extends Omit<ApiAccount, 'created_at' | 'updated_at'> {
  id: string;
  createdAt: Date;
  changedAt: Date;
}

/** Trading accounts of all clients. */
export async function readAccounts(
  { db }: App,
  { client_id: clientId, ...query }: Paging & { client_id?: string | undefined },
) {
  const place = await readPlace(db, query);
  const rows = await db.rows<Row>(sql`
    select a.id, a.number::text, a.client_id, a.currency, a.leverage, a.nickname, a.status, a.created_at as "createdAt",
           a.changed_at as "changedAt"
    from trading_account a
    where (${clientId ?? null}::uuid is null or a.client_id = ${clientId ?? null})
      and ${rowsFrom(place, sql`a.id`, sql`a.changed_at`)}`);
  return pageOf(rows, place, show);
}

const show = (row: Row): ApiAccount => ({
  number: row.number,
  client_id: row.client_id,
  currency: row.currency,
  leverage: row.leverage,
  nickname: row.nickname,
  status: row.status,
  created_at: row.createdAt.toISOString(),
  updated_at: row.changedAt.toISOString(),
});
