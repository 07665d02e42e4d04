import type { Language } from '#contract/kernel/languages.ts';
import type { WalletInfo } from '#contract/wallets/endpoints.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import type { Person } from '#server/platform/session/session.ts';
import { readOperations } from './operations.ts';
import { ownWallet } from './own-wallet.ts';
import { readHolds } from './holds.ts';
import { readWallets } from './wallets.ts';

/**
 * Shows what makes up a balance.
 * @throws Refusal `http.not_found`, also for the wallet of another client
 */
export async function explainWallet(
  app: App,
  me: Person,
  language: Language,
  query: { wallet_id: string; cursor?: string | undefined },
): Promise<WalletInfo> {
  const own = await ownWallet(app.db, me.id, query.wallet_id);
  const [wallet] = await readWallets(app, language, sql`w.id = ${own.id}`);
  if (!wallet) throw new Error(`wallet ${own.id} is there and is not there`);
  const { operations, nextCursor } = await readOperations(app.db, own, { cursor: query.cursor });
  return {
    wallet,
    created_at: own.createdAt.toISOString(),
    holds: await readHolds(app.db, own),
    operations,
    next_cursor: nextCursor,
  };
}
