import { openAccounts, walletAccounts } from '#server/ledger/accounts.ts';
import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';

type NewWallet = { clientId: string; kind: 'main' | 'currency'; currency: string };

/** The new wallet's id; undefined when the client has one in that currency. */
export async function insertWallet(
  tx: Tx,
  app: Pick<App, 'clock'>,
  { clientId, kind, currency }: NewWallet,
): Promise<string | undefined> {
  const id = newId();
  const now = app.clock.now();
  const codes = walletAccounts(clientId, id);
  const [available, held] = await openAccounts(tx, now, [
    { code: codes.available, kind: 'wallet_available', currency, clientId },
    { code: codes.held, kind: 'wallet_held', currency, clientId },
  ]);
  const inserted = await tx.run(sql`
    insert into wallet (id, client_id, kind, currency, available_id, held_id, created_at)
    values (${id}, ${clientId}, ${kind}, ${currency}, ${available}, ${held}, ${now})
    on conflict (client_id, currency) do nothing`);
  return inserted === 1 ? id : undefined;
}
