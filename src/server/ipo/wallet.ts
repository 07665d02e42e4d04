import { walletAccounts } from '#server/ledger/accounts.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';

/** The wallet that pays for shares and takes their proceeds. */
export interface PayingWallet {
  id: string;
  available: string;
  held: string;
  availableMinor: bigint;
}

/** The client's wallet in a currency: the one in the request, or the first; undefined when there is none. */
export async function findWallet(
  db: Queries,
  clientId: string,
  currency: Sql,
  walletId?: string,
): Promise<PayingWallet | undefined> {
  const found = await db.maybeOne<{ id: string; availableMinor: bigint }>(sql`
    select w.id, b.amount as "availableMinor" from wallet w join ledger_balance b on b.account_id = w.available_id
    where w.client_id = ${clientId} and w.currency = ${currency} and (${walletId ?? null}::uuid is null or w.id = ${walletId ?? null}::uuid)
    order by w.created_at, w.id limit 1`);
  return found && { ...found, ...walletAccounts(clientId, found.id) };
}
