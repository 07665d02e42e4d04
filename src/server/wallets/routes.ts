import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { handle } from '#server/platform/http/handle.ts';
import { explainWallet } from './explain-wallet.ts';
import { readWallets } from './wallets.ts';

/** Wallets and what explains them. */
export function walletsRoutes(app: App): void {
  handle(app, 'wallets.list', ({ me, request }) => readWallets(app, request.language, sql`w.client_id = ${me.id}`));
  handle(app, 'wallets.info', ({ me, request, body }) => explainWallet(app, me, request.language, body));
}
