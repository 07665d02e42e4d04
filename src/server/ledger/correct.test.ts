import { afterAll, expect, it } from 'vitest';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { testDatabase } from '#test/database.ts';
import { balancesOf, clientWithWallet, outside } from '#test/wallet.ts';
import { correct } from './correct.ts';
import { captureHold, hold, releaseHold } from './hold.ts';
import { post } from './post.ts';
import { verifyLedger } from './verify.ts';

const { db, drop } = await testDatabase();
afterAll(drop);

const at = new Date('2026-03-02T12:00:00Z');
const act = (key: string = newId()) => ({ scope: 'test', key, at, reason: 'paid to the wrong wallet' });
const pay = (from: string, to: string, amountMinor: bigint) =>
  db.tx((tx) =>
    post(tx, { scope: 'test', key: newId(), kind: 'deposit', at }, [
      { account: from, amountMinor: -amountMinor },
      { account: to, amountMinor },
    ]),
  );
const undo = (id: string, key?: string) => db.tx((tx) => correct(tx, id, act(key)));

it('posts the mirror, which names what it corrects', async () => {
  const wallet = await clientWithWallet(db, 1000n);
  const { id } = await pay(outside.code, wallet.available, 300n);
  const correction = await undo(id);
  expect(await balancesOf(db, wallet)).toEqual([1000n, 0n]);
  expect(
    await db.one(
      sql`select kind, reference_type, reference_id, reason from ledger_transaction where id = ${correction.id}`,
    ),
  ).toEqual({ kind: 'correction', reference_type: 'ledger_transaction', reference_id: id, reason: act().reason });
  const rows = await db.rows(
    sql`select amount from ledger_posting where transaction_id = ${correction.id} order by amount`,
  );
  expect(rows).toEqual([{ amount: -300n }, { amount: 300n }]);
});

it('does so once: another key is refused, the same key is answered again', async () => {
  const wallet = await clientWithWallet(db, 1000n);
  const { id } = await pay(outside.code, wallet.available, 300n);
  const first = await undo(id, 'once');
  expect(await undo(id, 'once')).toEqual({ ...first, replayed: true });
  await expect(undo(id)).rejects.toMatchObject({ code: 'ledger.already_corrected' });
  expect(await balancesOf(db, wallet)).toEqual([1000n, 0n]);
});

it('lets one of twenty pass that come at once', async () => {
  const wallet = await clientWithWallet(db, 1000n);
  const { id } = await pay(outside.code, wallet.available, 300n);
  const tries = await Promise.allSettled(Array.from({ length: 20 }, () => undo(id)));
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const refused = tries.flatMap((each) => (each.status === 'rejected' ? [(each.reason as { code: string }).code] : []));
  expect(new Set(refused)).toEqual(new Set(['ledger.already_corrected']));
  expect(await balancesOf(db, wallet)).toEqual([1000n, 0n]);
});

it('brings a mistaken correction back by correcting it', async () => {
  const wallet = await clientWithWallet(db, 1000n);
  const { id } = await pay(outside.code, wallet.available, 300n);
  await undo((await undo(id)).id);
  expect(await balancesOf(db, wallet)).toEqual([1300n, 0n]);
});

it('gives what was paid from a hold back to what is available', async () => {
  const wallet = await clientWithWallet(db, 1000n);
  const held = await db.tx((tx) => hold(tx, act(), { wallet, amountMinor: 600n, purpose: 'withdrawal' }));
  const paid = await db.tx((tx) =>
    captureHold(tx, held.id, { ...act(), kind: 'withdrawal' }, [{ account: outside.code, amountMinor: 250n }]),
  );
  await undo(paid.id);
  expect(await balancesOf(db, wallet)).toEqual([1000n, 0n]);
});

it('refuses what moved nothing out of the wallet: a hold, and its release', async () => {
  const wallet = await clientWithWallet(db, 1000n);
  const held = await db.tx((tx) => hold(tx, act(), { wallet, amountMinor: 600n, purpose: 'withdrawal' }));
  await expect(undo(held.id)).rejects.toMatchObject({ code: 'ledger.not_correctable' });
  const released = await db.tx((tx) => releaseHold(tx, held.id, act()));
  await expect(undo(released.id)).rejects.toMatchObject({ code: 'ledger.not_correctable' });
});

it('refuses when the money has been spent since', async () => {
  const wallet = await clientWithWallet(db);
  const { id } = await pay(outside.code, wallet.available, 300n);
  await pay(wallet.available, outside.code, 1n);
  await expect(undo(id)).rejects.toMatchObject({ code: 'ledger.insufficient_funds' });
  expect(await balancesOf(db, wallet)).toEqual([299n, 0n]);
});

it('leaves books that agree', async () => {
  const { findings } = await db.snapshot(verifyLedger);
  expect(findings.filter(({ breach }) => breach)).toEqual([]);
});
