import { balances } from '#server/ledger/balances.ts';
import { houseAccount, openAccounts, walletAccounts } from '#server/ledger/accounts.ts';
import { post } from '#server/ledger/post.ts';
import { openMainWallet } from '#server/wallets/open-main-wallet.ts';
import { readConfig } from '#server/platform/config/config.ts';
import type { Db } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { signNewPerson } from '#server/platform/secrets/row-macs.ts';

/** A house account that money comes from and goes to in tests. */
export const external = houseAccount('psp_in', 'USD', 'test');

/** The accounts of a client's main wallet. */
export type TestWallet = { clientId: string; walletId: string; available: string; held: string };

/** A client who never signs in, with a main wallet that holds `amountMinor`. */
export async function clientWithWallet(
  db: Db,
  amountMinor = 0n,
  at = new Date('2026-03-01T00:00:00Z'),
): Promise<TestWallet> {
  const clientId = newId();
  await db.tx(async (tx) => {
    await tx.run(sql`
      insert into person (id, email, password_hash, first_name, second_name, country, language, created_at)
      values (${clientId}, ${`${clientId}@example.com`}, '-', 'Ida', 'Berg', 'DE', 'en', ${at})`);
    await signNewPerson(tx, readConfig({}), clientId);
    await openMainWallet(tx, { clock: { now: () => at } }, clientId);
  });
  if (amountMinor > 0n) await deposit(db, clientId, amountMinor, at);
  return walletOf(db, clientId);
}

/** The main wallet of a client who registered. */
export async function walletOf(db: Db, clientId: string): Promise<TestWallet> {
  const { id } = await db.one<{ id: string }>(
    sql`select id from wallet where client_id = ${clientId} and kind = 'main'`,
  );
  return { clientId, walletId: id, ...walletAccounts(clientId, id) };
}

/** Money that arrives from outside. */
export async function deposit(db: Db, clientId: string, amountMinor: bigint, at: Date): Promise<void> {
  const { available } = await walletOf(db, clientId);
  await db.tx(async (tx) => {
    await openAccounts(tx, at, [external]);
    await post(tx, { scope: 'demo', key: newId(), kind: 'deposit', at }, [
      { account: external.code, amountMinor: -amountMinor },
      { account: available, amountMinor },
    ]);
  });
}

/** What is available and held in a wallet, in minor units. */
export async function balancesOf(db: Db, { available, held }: TestWallet): Promise<[available: bigint, held: bigint]> {
  const found = await balances(db, [available, held]);
  return [found.get(available) ?? 0n, found.get(held) ?? 0n];
}
