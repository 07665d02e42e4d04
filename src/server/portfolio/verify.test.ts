import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { houseAccount, openAccounts } from '#server/ledger/accounts.ts';
import { post, type LedgerKind } from '#server/ledger/post.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { testDatabase } from '#test/database.ts';
import { clientWithWallet, type TestWallet } from '#test/money/wallet.ts';
import { firstDay, readResults } from './results.ts';
import { verifyResults } from './verify.ts';

const { db, drop } = await testDatabase();
afterAll(drop);

const at = new Date('2026-03-02T12:00:00Z');
const dayMs = 86_400_000;
const houses = {
  fee: 'fees',
  bonus: 'bonus',
  correction: 'suspense',
  deposit: 'psp_in',
  withdrawal: 'psp_out',
} as const;
const companyAccount = (kind: keyof typeof houses) => houseAccount(houses[kind], 'USD', 'test');

beforeAll(() =>
  db.tx((tx) => openAccounts(tx, at, (Object.keys(houses) as (keyof typeof houses)[]).map(companyAccount))),
);

const broken = async () => (await verifyResults(db)).flatMap(({ breach }) => (breach ? [breach] : []));

function book({ available }: TestWallet, kind: keyof typeof houses & LedgerKind, amountMinor: bigint, day: number) {
  const context = { scope: 'demo', key: newId(), kind, at: new Date(at.getTime() - day * dayMs) };
  return db.tx((tx) =>
    post(tx, context, [
      { account: available, amountMinor },
      { account: companyAccount(kind).code, amountMinor: -amountMinor },
    ]),
  );
}

it('adds up results by day, in any order of time and at the same moment', async () => {
  const act = fc.record({
    kind: fc.constantFrom(...(Object.keys(houses) as (keyof typeof houses)[])),
    amount: fc.bigInt(-300n, 300n).filter((amount) => amount !== 0n),
    day: fc.nat(4),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 12 }), async (acts) => {
      const wallet = await clientWithWallet(db, 100_000n, new Date(at.getTime() - 5 * dayMs));
      await Promise.all(acts.map(({ kind, amount, day }) => book(wallet, kind, amount, day)));
      expect(await broken()).toEqual([]);
      const results = await readResults(db, wallet.clientId, new Date(at.getTime() - 5 * dayMs));
      const sum = acts.reduce((total, { amount }) => total + amount, 100_000n);
      expect(
        results.reduce(
          (total, { inMinor, outMinor, correctedMinor, priceMinor, incomeMinor, feesMinor }) =>
            total + inMinor + outMinor + correctedMinor + priceMinor + incomeMinor + feesMinor,
          0n,
        ),
      ).toBe(sum);
      expect(await firstDay(db, wallet.clientId)).toBe('2026-02-25');
    }),
    { numRuns: 15 },
  );
});

it('names a result that was changed, and one that was removed', async () => {
  const { clientId } = await clientWithWallet(db, 500n, at);
  const foundAfter = async (statement: ReturnType<typeof sql>) => {
    const nothingHappened = new Error('rolled back');
    let found: unknown[] = [];
    const outcome = db.tx(async (tx) => {
      await tx.run(sql`alter table portfolio_result disable trigger user`);
      await tx.run(statement);
      await tx.run(sql`alter table portfolio_result enable trigger user`);
      found = (await verifyResults(tx)).flatMap(({ breach }) => (breach ? [`${breach.row}: ${breach.why}`] : []));
      throw nothingHappened;
    });
    await expect(outcome).rejects.toBe(nothingHappened);
    return found;
  };
  const own = sql`account_id in (select id from ledger_account where client_id = ${clientId})`;
  const row = `portfolio_result 2026-03-02 of client ${clientId} in USD`;
  expect(await foundAfter(sql`update portfolio_result set fees = -1 where ${own}`)).toEqual([
    `${row}: it says 500 0 0 0 0 -1, the postings give 500 0 0 0 0 0`,
  ]);
  expect(await foundAfter(sql`delete from portfolio_result where ${own}`)).toEqual([
    `${row}: it is missing, and the postings give 500 0 0 0 0 0`,
  ]);
  await expect(db.run(sql`update portfolio_result set fees = fees + 1`)).rejects.toThrow('append-only');
});
