import type { Queries } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { notFound } from '#server/platform/refusal.ts';

/** A wallet as the endpoints of this module need it; the accounts by id and by code. */
export interface OwnWallet {
  id: string;
  kind: 'main' | 'currency';
  currency: string;
  availableId: string;
  heldId: string;
  availableMinor: bigint;
  heldMinor: bigint;
  createdAt: Date;
}

/**
 * A wallet of this client.
 * @throws Refusal `http.not_found`, also for the wallet of another
 */
export async function ownWallet(db: Queries, clientId: string, walletId: string): Promise<OwnWallet> {
  const wallet = await db.maybeOne<OwnWallet>(sql`
    select w.id, w.kind, w.currency, w.available_id as "availableId", w.held_id as "heldId",
           a.amount as "availableMinor", h.amount as "heldMinor", w.created_at as "createdAt"
    from wallet w
    join ledger_balance a on a.account_id = w.available_id
    join ledger_balance h on h.account_id = w.held_id
    where w.id = ${walletId} and w.client_id = ${clientId}`);
  if (!wallet) throw notFound();
  return wallet;
}
