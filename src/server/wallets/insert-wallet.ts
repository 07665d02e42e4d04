import { openAccounts, walletAccounts } from '#server/ledger/accounts.ts';
import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';

type NewWallet = { clientId: string; kind: 'main' | 'currency'; currency: string };

/** The new wallet's id; undefined when the client has one in that currency. */
export async function insertWallet(tx: Tx, app: Pick<App, 'clock'>, wallet: NewWallet): Promise<string | undefined> {
  const [opened] = await insertWallets(tx, app, [wallet]);
  return opened?.isNew ? opened.id : undefined;
}

interface OpenedWallet {
  id: string;
  /** The account with the money that the client may use. */
  available: string;
  /** False when the client has a wallet in that currency already, and this one was not opened. */
  isNew: boolean;
}

/** The same for many, in their order. */
export async function insertWallets(
  tx: Tx,
  { clock }: Pick<App, 'clock'>,
  wallets: readonly NewWallet[],
): Promise<OpenedWallet[]> {
  const now = clock.now();
  const fresh = wallets.map((wallet) => {
    const id = newId();
    return { ...wallet, id, codes: walletAccounts(wallet.clientId, id) };
  });
  const accounts = fresh.flatMap(({ codes, currency, clientId }) => [
    { code: codes.available, kind: 'wallet_available' as const, currency, clientId },
    { code: codes.held, kind: 'wallet_held' as const, currency, clientId },
  ]);
  const accountIds = await openAccounts(tx, now, accounts);
  const inserted = await tx.rows<{ id: string }>(sql`
    insert into wallet (id, client_id, kind, currency, available_id, held_id, created_at)
    select id, client_id, kind, currency, available_id, held_id, ${now}
    from unnest(${fresh.map(({ id }) => id)}::uuid[], ${fresh.map(({ clientId }) => clientId)}::uuid[],
                ${fresh.map(({ kind }) => kind)}::text[], ${fresh.map(({ currency }) => currency)}::text[],
                ${accountIds.filter((_, place) => place % 2 === 0)}::uuid[], ${accountIds.filter((_, place) => place % 2 === 1)}::uuid[])
      as fresh (id, client_id, kind, currency, available_id, held_id)
    on conflict (client_id, currency) do nothing
    returning id`);
  const made = new Set(inserted.map(({ id }) => id));
  return fresh.map(({ id, codes }) => ({ id, available: codes.available, isNew: made.has(id) }));
}
