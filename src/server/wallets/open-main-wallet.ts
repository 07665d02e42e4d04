import { openAccounts, walletAccounts } from '#server/ledger/accounts.ts';
import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';

const mainCurrency = 'USD';

/** Gives a new client the main wallet, in USD. Called by registration, in its transaction. */
export async function openMainWallet(tx: Tx, app: Pick<App, 'clock'>, clientId: string): Promise<void> {
  const id = newId();
  const now = app.clock.now();
  const codes = walletAccounts(clientId, id);
  const [available, held] = await openAccounts(tx, now, [
    { code: codes.available, kind: 'wallet_available', currency: mainCurrency, clientId },
    { code: codes.held, kind: 'wallet_held', currency: mainCurrency, clientId },
  ]);
  await tx.run(sql`
    insert into wallet (id, client_id, kind, currency, available_id, held_id, created_at)
    values (${id}, ${clientId}, 'main', ${mainCurrency}, ${available}, ${held}, ${now})`);
}
