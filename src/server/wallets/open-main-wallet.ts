import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { insertWallet } from './insert-wallet.ts';

/** Gives a new client the main wallet, in USD. Called by registration, in its transaction. */
export async function openMainWallet(tx: Tx, app: Pick<App, 'clock'>, clientId: string): Promise<void> {
  const id = await insertWallet(tx, app, { clientId, kind: 'main', currency: 'USD' });
  if (id === undefined) throw new Error(`client ${clientId} has a main wallet already`);
}
