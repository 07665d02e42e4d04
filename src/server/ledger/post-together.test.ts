import { afterAll, expect, it } from 'vitest';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { testDatabase } from '#test/database.ts';
import { balancesOf, clientWithWallet, external, type TestWallet } from '#test/money/wallet.ts';
import { post, type EntryContext } from './post.ts';
import { postBatch } from './batch-posting.ts';
import { verifyLedger } from './verify.ts';

const { db, drop } = await testDatabase();
afterAll(drop);

const at = new Date('2026-03-02T12:00:00Z');
const context = (key: string = newId()): EntryContext => ({ scope: 'test', key, kind: 'withdrawal', at });
const pay = postBatch(db);
const transfer = (from: string, to: string, amountMinor: bigint, how: EntryContext = context()) =>
  pay(how, [
    { account: from, amountMinor: -amountMinor },
    { account: to, amountMinor },
  ]);
const atOnce = <T>(times: number, run: (n: number) => Promise<T>) =>
  Promise.allSettled(Array.from({ length: times }, (_, n) => run(n)));
const codesOf = (outcomes: PromiseSettledResult<unknown>[]) =>
  outcomes.map((each) => (each.status === 'fulfilled' ? 'posted' : (each.reason as { code: string }).code));

it('posts all that arrive together, each with the balance after it', async () => {
  const [a, b] = [await clientWithWallet(db, 1000n), await clientWithWallet(db, 1000n)];
  const outcomes = await atOnce(20, (n) =>
    n % 2 ? transfer(a.available, b.available, 10n) : transfer(b.available, external.code, 7n),
  );
  expect(new Set(codesOf(outcomes))).toEqual(new Set(['posted']));
  expect([await balancesOf(db, a), await balancesOf(db, b)]).toEqual([
    [900n, 0n],
    [1030n, 0n],
  ]);
});

it('lets exactly ten of fifty pass at once when the balance covers ten', async () => {
  const wallet = await clientWithWallet(db, 1000n);
  const outcomes = await atOnce(50, () => transfer(wallet.available, external.code, 100n));
  const codes = codesOf(outcomes);
  expect(codes.filter((code) => code === 'posted')).toHaveLength(10);
  expect(codes.filter((code) => code === 'ledger.insufficient_funds')).toHaveLength(40);
  expect(await balancesOf(db, wallet)).toEqual([0n, 0n]);
});

it('keeps a refusal from affecting the others', async () => {
  const [rich, poor] = [await clientWithWallet(db, 1000n), await clientWithWallet(db, 5n)];
  const outcomes = await atOnce(30, (n) => transfer((n === 12 ? poor : rich).available, external.code, 10n));
  const codes = codesOf(outcomes);
  expect(codes[12]).toBe('ledger.insufficient_funds');
  expect(codes.filter((code) => code === 'posted')).toHaveLength(29);
  expect([await balancesOf(db, rich), await balancesOf(db, poor)]).toEqual([
    [710n, 0n],
    [5n, 0n],
  ]);
});

it('runs an action once when its key arrives many times at once, and returns the first result to each', async () => {
  const wallet = await clientWithWallet(db, 1000n);
  const outcomes = await Promise.all(
    Array.from({ length: 20 }, () => transfer(wallet.available, external.code, 300n, context('storm'))),
  );
  expect(new Set(outcomes.map(({ id }) => id)).size).toBe(1);
  expect(outcomes.filter(({ replayed }) => !replayed)).toHaveLength(1);
  expect(await balancesOf(db, wallet)).toEqual([700n, 0n]);
});

it('returns what `post` does when it repeats a call of `post`, and refuses the key for another body', async () => {
  const wallet = await clientWithWallet(db, 1000n);
  const postings = [
    { account: wallet.available, amountMinor: -300n },
    { account: external.code, amountMinor: 300n },
  ];
  const first = await db.tx((tx) => post(tx, context('by post'), postings));
  const outcomes = await atOnce(3, (n) =>
    n === 1 ? transfer(wallet.available, external.code, 301n, context('by post')) : pay(context('by post'), postings),
  );
  expect(outcomes).toMatchObject([
    { value: { ...first, replayed: true } },
    { reason: { code: 'http.idempotency_mismatch' } },
    { value: { ...first, replayed: true } },
  ]);
  expect(await balancesOf(db, wallet)).toEqual([700n, 0n]);
});

it('does not deadlock when money crosses between wallets through several batchers', async () => {
  const wallets = await Promise.all(Array.from({ length: 4 }, () => clientWithWallet(db, 1000n)));
  const doors = [pay, postBatch(db), postBatch(db)];
  const pick = (n: number) => wallets[n % wallets.length] as TestWallet;
  const outcomes = await atOnce(150, (n) =>
    doors[n % 3]!(context(), [
      { account: pick(n).available, amountMinor: -1n },
      { account: pick(n * 7 + 1).available, amountMinor: 1n },
    ]),
  );
  expect(new Set(codesOf(outcomes))).toEqual(new Set(['posted']));
});

it('treats an unopened account and an unbalanced action as a defect of that action only', async () => {
  const wallet = await clientWithWallet(db, 1000n);
  const outcomes = await Promise.allSettled([
    transfer(wallet.available, external.code, 1n),
    transfer('client:nobody:wallet:none:available', external.code, 1n),
    pay(context(), [
      { account: wallet.available, amountMinor: -2n },
      { account: external.code, amountMinor: 1n },
    ]),
  ]);
  expect(outcomes).toMatchObject([
    { status: 'fulfilled' },
    { reason: { message: expect.stringContaining('does not exist') } },
    { reason: { constraint: 'ledger_transaction_balances' } },
  ]);
  expect(await balancesOf(db, wallet)).toEqual([999n, 0n]);
});

it('leaves a consistent ledger', async () => {
  const { findings, counts } = await db.snapshot(verifyLedger);
  expect(findings.filter(({ breach }) => breach)).toEqual([]);
  expect(counts.transactions).toBeGreaterThan(200n);
  expect(await db.rows(sql`select from ledger_posting where balance_after < 0`)).toEqual([]);
});
