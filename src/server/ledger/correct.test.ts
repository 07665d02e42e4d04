import { afterAll, expect, it } from 'vitest';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { testDatabase } from '#test/database.ts';
import { balancesOf, clientWithWallet, external } from '#test/money/wallet.ts';
import { correct } from './correct.ts';
import { captureHold, hold, releaseHold } from './hold.ts';
import { post } from './post.ts';
import { verifyLedger } from './verify.ts';

const { db, drop } = await testDatabase();
afterAll(drop);

const at = new Date('2026-03-02T12:00:00Z');
const context = (key: string = newId()) => ({ scope: 'test', key, at, reason: 'paid to the wrong wallet' });
const pay = (from: string, to: string, amountMinor: bigint) =>
  db.tx((tx) =>
    post(tx, { scope: 'test', key: newId(), kind: 'deposit', at }, [
      { account: from, amountMinor: -amountMinor },
      { account: to, amountMinor },
    ]),
  );
const reversal = (id: string, key?: string) => db.tx((tx) => correct(tx, id, context(key)));

it('posts the reversed entries, which name the corrected transaction', async () => {
  const wallet = await clientWithWallet(db, 1000n);
  const { id } = await pay(external.code, wallet.available, 300n);
  const correction = await reversal(id);
  expect(await balancesOf(db, wallet)).toEqual([1000n, 0n]);
  expect(
    await db.one(
      sql`select kind, reference_type, reference_id, reason from ledger_transaction where id = ${correction.id}`,
    ),
  ).toEqual({ kind: 'correction', reference_type: 'ledger_transaction', reference_id: id, reason: context().reason });
  const rows = await db.rows(
    sql`select amount from ledger_posting where transaction_id = ${correction.id} order by amount`,
  );
  expect(rows).toEqual([{ amount: -300n }, { amount: 300n }]);
});

it('does so once: another key is refused, the same key gets the same result', async () => {
  const wallet = await clientWithWallet(db, 1000n);
  const { id } = await pay(external.code, wallet.available, 300n);
  const first = await reversal(id, 'once');
  expect(await reversal(id, 'once')).toEqual({ ...first, replayed: true });
  await expect(reversal(id)).rejects.toMatchObject({ code: 'ledger.already_corrected' });
  expect(await balancesOf(db, wallet)).toEqual([1000n, 0n]);
});

it('lets one of twenty concurrent calls through', async () => {
  const wallet = await clientWithWallet(db, 1000n);
  const { id } = await pay(external.code, wallet.available, 300n);
  const tries = await Promise.allSettled(Array.from({ length: 20 }, () => reversal(id)));
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const refused = tries.flatMap((each) => (each.status === 'rejected' ? [(each.reason as { code: string }).code] : []));
  expect(new Set(refused)).toEqual(new Set(['ledger.already_corrected']));
  expect(await balancesOf(db, wallet)).toEqual([1000n, 0n]);
});

it('reverses a mistaken correction by a correction of it', async () => {
  const wallet = await clientWithWallet(db, 1000n);
  const { id } = await pay(external.code, wallet.available, 300n);
  await reversal((await reversal(id)).id);
  expect(await balancesOf(db, wallet)).toEqual([1300n, 0n]);
});

it('returns what was paid from a hold to the available balance', async () => {
  const wallet = await clientWithWallet(db, 1000n);
  const held = await db.tx((tx) => hold(tx, context(), { wallet, amountMinor: 600n, purpose: 'withdrawal' }));
  const paid = await db.tx((tx) =>
    captureHold(tx, held.id, { ...context(), kind: 'withdrawal' }, [{ account: external.code, amountMinor: 250n }]),
  );
  await reversal(paid.id);
  expect(await balancesOf(db, wallet)).toEqual([1000n, 0n]);
});

it('refuses a hold and its release, which moved nothing out of the wallet', async () => {
  const wallet = await clientWithWallet(db, 1000n);
  const held = await db.tx((tx) => hold(tx, context(), { wallet, amountMinor: 600n, purpose: 'withdrawal' }));
  await expect(reversal(held.id)).rejects.toMatchObject({ code: 'ledger.not_correctable' });
  const released = await db.tx((tx) => releaseHold(tx, held.id, context()));
  await expect(reversal(released.id)).rejects.toMatchObject({ code: 'ledger.not_correctable' });
});

it('refuses when the money has been spent since', async () => {
  const wallet = await clientWithWallet(db);
  const { id } = await pay(external.code, wallet.available, 300n);
  await pay(wallet.available, external.code, 1n);
  await expect(reversal(id)).rejects.toMatchObject({ code: 'ledger.insufficient_funds' });
  expect(await balancesOf(db, wallet)).toEqual([299n, 0n]);
});

it('leaves a consistent ledger', async () => {
  const { findings } = await db.snapshot(verifyLedger);
  expect(findings.filter(({ breach }) => breach)).toEqual([]);
});
