import fc from 'fast-check';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { houseAccount, openAccounts } from '#server/ledger/accounts.ts';
import { correct } from '#server/ledger/correct.ts';
import { post } from '#server/ledger/post.ts';
import { verifyLedger } from '#server/ledger/verify.ts';
import { readConfig } from '#server/platform/config/config.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { testDatabase } from '#test/database.ts';
import { clientWithWallet, external, type TestWallet } from '#test/money/wallet.ts';
import { listBookAccounts, readTrialBalance } from './books.ts';
import { openSeal, readSeal } from './seal-ledger.ts';
import { verifyBooks } from './verify-ledger.ts';

/** The seal, and the totals that are read through it. */
const { db, drop } = await testDatabase();
afterAll(drop);

const at = new Date('2026-03-02T12:00:00Z');
const hourMs = 3_600_000;
const config = readConfig({ NODE_ENV: 'test' });
const log = { info() {}, warn() {}, error: vi.fn<(fields: object, message: string) => void>() };
const app = { db, config, log, clock: { now: () => at } } as unknown as Parameters<typeof readTrialBalance>[0];
const fees = houseAccount('fees', 'USD', 'test');
let wallets: TestWallet[] = [];

beforeAll(async () => {
  wallets = await Promise.all([clientWithWallet(db, 100_000n), clientWithWallet(db, 100_000n), clientWithWallet(db)]);
  await db.tx((tx) => openAccounts(tx, at, [fees]));
});

const seal = () => openSeal(app)();
/** Transactions of other databases of the cluster hold the seal back too. */
const sealAll = (job = openSeal(app)) =>
  vi.waitUntil(async () => {
    await job();
    return (await readSeal(db)) === (await lastPosting());
  }, 60_000);
const lastPosting = async () =>
  (await db.one<{ id: bigint }>(sql`select coalesce(max(id), 0)::bigint as id from ledger_posting`)).id;

/** Money between a wallet and a company account, some hours before noon. */
const book = (from: string, to: string, amountMinor: bigint, hours = 0) =>
  db.tx((tx) =>
    post(tx, { scope: 'demo', key: newId(), kind: 'fee', at: new Date(at.getTime() - hours * hourMs) }, [
      { account: from, amountMinor: -amountMinor },
      { account: to, amountMinor },
    ]),
  );

/** The trial balance from the postings alone. */
async function summed(until?: string) {
  return db.rows(sql`
    select a.kind, count(distinct a.id)::int as accounts, to_char(sum(greatest(-p.amount, 0)) / 100.0, 'FM999999990.00') as debits,
           to_char(sum(greatest(p.amount, 0)) / 100.0, 'FM999999990.00') as credits
    from ledger_posting p join ledger_account a on a.id = p.account_id join ledger_transaction t on t.id = p.transaction_id
    where t.at < ${until ?? 'infinity'}::timestamptz group by a.kind order by a.kind`);
}

async function expectTotalsToAgree(until?: string): Promise<void> {
  const { currencies } = await readTrialBalance(app, { until });
  const kinds = currencies.flatMap((currency) => currency.kinds);
  const expected = await summed(until);
  expect(kinds.map(({ kind, accounts, debits, credits }) => ({ kind, accounts, debits, credits }))).toEqual(expected);
  const { accounts } = await listBookAccounts(app, { kind: 'wallet_available', currency: 'USD', until });
  const posted = await db.rows(sql`
    select a.code, count(t.id)::int as postings, to_char(coalesce(sum(p.amount) filter (where t.id is not null), 0) / 100.0, 'FM999999990.00') as balance
    from ledger_account a left join ledger_posting p on p.account_id = a.id
    left join ledger_transaction t on t.id = p.transaction_id and t.at < ${until ?? 'infinity'}::timestamptz
    where a.kind = 'wallet_available' group by a.code order by a.code`);
  expect(accounts.map(({ code, postings, balance }) => ({ code, postings, balance }))).toEqual(posted);
}

async function expectBooksToHold(): Promise<void> {
  const upTo = await readSeal(db);
  for (const after of [undefined, upTo]) {
    const { findings } = await db.snapshot((tx) => verifyBooks(tx, config, after));
    expect(findings.filter(({ breach }) => breach)).toEqual([]);
  }
}

it(
  'gives sealed and later postings the totals of all postings, in any order of time and beside other writers',
  {
    timeout: 240_000,
  },
  async () => {
    const step = fc.record({
      from: fc.nat(2),
      to: fc.nat(2),
      amount: fc.bigInt(1n, 400n),
      hours: fc.integer({ min: -30, max: 80 }),
      act: fc.constantFrom('fee', 'between', 'corrected', 'seal', 'crash'),
    });
    type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;
    async function play({ from, to, amount, hours, act }: Step): Promise<void> {
      const [payer, payee] = [wallets[from]!.available, wallets[to]!.available];
      if (act === 'seal') return seal();
      // It ends between the totals and its commit.
      if (act === 'crash') {
        const ended = db.tx(async (tx) => {
          await tx.run(
            sql`update ledger_seal set posting_id = posting_id + 1 where posting_id < (select max(id) from ledger_posting)`,
          );
          throw new Error('the instance died');
        });
        return ended.catch((error: Error) => {
          if (error.message !== 'the instance died') throw error;
        });
      }
      const done = await book(payer, act === 'between' && to !== from ? payee : fees.code, amount, hours).catch(
        () => null,
      );
      if (done && act === 'corrected') await db.tx((tx) => correct(tx, done.id, { scope: 'demo', key: newId(), at }));
    }
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(step, { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 4 }),
        fc.nat(120),
        async (rounds, hours) => {
          for (const steps of rounds) {
            await Promise.all(steps.map(play));
            await expectTotalsToAgree();
            await expectTotalsToAgree(new Date(at.getTime() - (hours - 40) * hourMs).toISOString());
          }
          await expectBooksToHold();
        },
      ),
      { numRuns: 25 },
    );
    await sealAll();
    const { last } = await db.one<{ last: bigint }>(sql`select max(id) as last from ledger_posting`);
    expect(await readSeal(db)).toBe(last);
    await expectTotalsToAgree();
  },
);

it('stays before a posting that may still be committed, however many came after it', async () => {
  await sealAll();
  const before = await readSeal(db);
  const job = openSeal(app);
  await db.tx(async (tx) => {
    await post(tx, { scope: 'demo', key: newId(), kind: 'fee', at }, [
      { account: wallets[0]!.available, amountMinor: -1n },
      { account: fees.code, amountMinor: 1n },
    ]);
    await book(wallets[1]!.available, external.code, 1n);
    await job();
    expect(await readSeal(db)).toBe(before);
    await expectTotalsToAgree();
  });
  await sealAll(job);
  await expectTotalsToAgree();
});

it('stays before a posting that breaks a rule, and names it', async () => {
  await sealAll();
  const before = await readSeal(db);
  const { id } = await book(wallets[0]!.available, fees.code, 5n);
  await db.run(sql`alter table ledger_posting disable trigger user`);
  await db.run(sql`update ledger_posting set amount = amount + 1 where transaction_id = ${id} and amount > 0`);
  const job = openSeal(app);
  await vi.waitUntil(async () => {
    await job();
    return log.error.mock.calls.length > 0;
  }, 60_000);
  expect(await readSeal(db)).toBe(before);
  expect(log.error).toHaveBeenCalledWith(
    expect.objectContaining({ breach: expect.objectContaining({ row: `ledger_transaction ${id}` }) }),
    expect.stringContaining('not sealed'),
  );
  await db.run(sql`update ledger_posting set amount = amount - 1 where transaction_id = ${id} and amount > 0`);
  await db.run(sql`alter table ledger_posting enable trigger user`);
  await sealAll();
});

it('never goes back, and no other statement writes its totals', async () => {
  await expect(db.run(sql`update ledger_seal set posting_id = posting_id - 1`)).rejects.toThrow('ledger_seal');
  await expect(db.run(sql`delete from ledger_seal`)).rejects.toThrow('ledger_seal');
  await expect(db.run(sql`update ledger_sealed_account set debits = 0`)).rejects.toThrow('ledger_sealed_account');
  await expect(db.run(sql`update ledger_sealed_kind set debits = 0`)).rejects.toThrow('ledger_sealed_kind');
});

it.each([
  ['ledger_sealed_account', 'credits', 'ledger_sealed_account'],
  ['ledger_sealed_account', 'of_payments', 'ledger_sealed_account'],
  ['ledger_sealed_kind', 'accounts', 'ledger_sealed_kind'],
])('finds a sealed total in %s.%s that was changed', async (table, column, row) => {
  await sealAll();
  const found = db.tx(async (tx) => {
    await tx.run(sql([`alter table ${table} disable trigger user`]));
    await tx.run(sql([`update ${table} set ${column} = ${column} + 1`]));
    await tx.run(sql([`alter table ${table} enable trigger user`]));
    const { findings } = await verifyLedger(tx);
    throw new Error(findings.map(({ breach }) => breach?.row).join());
  });
  await expect(found).rejects.toThrow(row);
});
