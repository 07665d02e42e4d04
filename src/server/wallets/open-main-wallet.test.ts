import { afterAll, expect, test } from 'vitest';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { testDatabase } from '#test/database.ts';
import { openMainWallet } from './open-main-wallet.ts';

const { db, drop } = await testDatabase();
afterAll(drop);

test('a client gets one main wallet, and its accounts are born with a balance', async () => {
  const clientId = newId();
  const clock = { now: () => new Date('2026-01-01T00:00:00Z') };
  await db.run(sql`
    insert into person (id, email, password_hash, first_name, second_name, country, language, created_at)
    values (${clientId}, 'a@example.com', 'x', 'A', 'B', 'DE', 'en', ${clock.now()})`);
  await db.tx((tx) => openMainWallet(tx, { clock }, clientId));
  await expect(db.tx((tx) => openMainWallet(tx, { clock }, clientId))).rejects.toThrow('has a main wallet already');
  const rows = await db.rows(sql`
    select w.currency, w.kind, a.code = 'client:' || ${clientId} || ':wallet:' || w.id || ':available' as named, b.amount
    from wallet w join ledger_account a on a.id = w.available_id join ledger_balance b on b.account_id = w.held_id`);
  expect(rows).toEqual([{ currency: 'USD', kind: 'main', named: true, amount: 0n }]);
});
