import type { Queries } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';

/** The currencies of bank transfers to a client: those of a wallet that they have or may open. */
export async function readPayoutCurrencies(db: Queries, clientId: string): Promise<string[]> {
  const rows = await db.rows<{ code: string }>(sql`
    select c.code from currency c join payment_terms t on t.currency = c.code
    where t.method = 'bank_transfer' and t.kind = 'withdrawal'
      and (c.open_for_wallets or exists (select from wallet w where w.client_id = ${clientId} and w.currency = c.code))
    order by c.code`);
  return rows.map(({ code }) => code);
}
