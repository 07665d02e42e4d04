import { houseAccount, openAccounts } from '#server/ledger/accounts.ts';
import { post } from '#server/ledger/post.ts';
import type { Db } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { openScratchDatabase } from '../../scratch-database.ts';

/** How many wallets money moves between. */
export const walletCount = 1_000;

/** The house account for the case in which all transfers touch one. */
export const bank = houseAccount('psp_in', 'USD', 'bench');

/** What a wallet's account is called; made of its number, so that pgbench can spell it too. */
export const walletCode = (number: number) => `client:${number}:wallet:${number}:available`;

const at = new Date('2026-03-02T12:00:00Z');

/** A database of the benchmark's own, with wallets that never run dry. */
export async function openBooks(): ReturnType<typeof openScratchDatabase> {
  const database = await openScratchDatabase();
  await fill(database.db);
  return database;
}

async function fill(db: Db): Promise<void> {
  await db.tx(async (tx) => {
    const numbers = Array.from({ length: walletCount }, (_, n) => n + 1);
    const clients = numbers.map(() => newId());
    await tx.run(sql`
      insert into person (id, email, password_hash, first_name, second_name, country, language, created_at, security_mac)
      select id, id || '@example.com', '-', 'Ida', 'Berg', 'DE', 'en', ${at}, '' from unnest(${clients}::uuid[]) id`);
    await openAccounts(tx, at, [
      bank,
      ...numbers.map((number, n) => ({
        code: walletCode(number),
        kind: 'wallet_available' as const,
        currency: 'USD',
        clientId: clients[n] ?? '',
      })),
    ]);
    const each = 1_000_000_000n;
    await post(tx, { scope: 'bench', key: 'fill', kind: 'deposit', at }, [
      { account: bank.code, amountMinor: -each * BigInt(walletCount) },
      ...numbers.map((number) => ({ account: walletCode(number), amountMinor: each })),
    ]);
  });
}
