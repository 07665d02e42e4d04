import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { houseAccount, openAccounts } from '#server/ledger/accounts.ts';
import { post } from '#server/ledger/post.ts';
import type { Db, Log } from '#server/platform/db/database.ts';
import { openDatabase } from '#server/platform/db/embedded.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { root } from '../../run.ts';

/** How many wallets money moves between. */
export const walletCount = 1_000;

/** The house account for the case in which all transfers touch one. */
export const settings = houseAccount('psp_in', 'USD', 'bench');

/** What a wallet's account is called; made of its number, so that pgbench can spell it too. */
export const walletCode = (number: number) => `client:${number}:wallet:${number}:available`;

const silent: Log = { info() {}, warn() {}, error() {} };
const at = new Date('2026-03-02T12:00:00Z');

/** An embedded server of the benchmark's own, durable as an installation's is, with wallets that never run dry. */
export async function openBooks(): Promise<{ db: Db; url: string; close: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'atrium-bench-'));
  // PostgreSQL may have to run as another user, who must be able to pass through.
  await chmod(folder, 0o755);
  const database = await openDatabase({ dataDir: join(folder, 'data') }, silent);
  await migrate(database.owner, resolve(root, 'migrations'), silent);
  await fill(database.db);
  return {
    db: database.db,
    url: database.owner,
    async close() {
      await database.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function fill(db: Db): Promise<void> {
  await db.tx(async (tx) => {
    const numbers = Array.from({ length: walletCount }, (_, n) => n + 1);
    const clients = numbers.map(() => newId());
    await tx.run(sql`
      insert into person (id, email, password_hash, first_name, second_name, country, language, created_at, security_mac)
      select id, id || '@example.com', '-', 'Ida', 'Berg', 'DE', 'en', ${at}, '' from unnest(${clients}::uuid[]) id`);
    await openAccounts(tx, at, [
      settings,
      ...numbers.map((number, n) => ({
        code: walletCode(number),
        kind: 'wallet_available' as const,
        currency: 'USD',
        clientId: clients[n] ?? '',
      })),
    ]);
    const each = 1_000_000_000n;
    await post(tx, { scope: 'bench', key: 'fill', kind: 'deposit', at }, [
      { account: settings.code, amountMinor: -each * BigInt(walletCount) },
      ...numbers.map((number) => ({ account: walletCode(number), amountMinor: each })),
    ]);
  });
}
