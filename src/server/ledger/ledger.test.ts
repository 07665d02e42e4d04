import { afterAll, describe, expect, it } from 'vitest';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { testDatabase } from '#test/database.ts';
import { balancesOf, clientWithWallet, deposit, external, type TestWallet } from '#test/money/wallet.ts';
import { houseAccount, openAccounts } from './accounts.ts';
import { balances } from './balances.ts';
import { captureHold, hold, releaseHold } from './hold.ts';
import { post, type EntryContext } from './post.ts';

const { db, drop } = await testDatabase();
afterAll(drop);

const at = new Date('2026-03-02T12:00:00Z');
const context = (key: string = newId()) => ({ scope: 'test', key, at });
const withdrawal = (key?: string): EntryContext => ({ ...context(key), kind: 'withdrawal' });

const pay = (from: string, amountMinor: bigint, how: EntryContext = withdrawal()) =>
  db.tx((tx) =>
    post(tx, how, [
      { account: from, amountMinor: -amountMinor },
      { account: external.code, amountMinor },
    ]),
  );
const setAside = (wallet: TestWallet, amountMinor: bigint, key?: string) =>
  db.tx((tx) => hold(tx, context(key), { wallet, amountMinor, purpose: 'withdrawal' }));
const capture = (holdId: string, amountMinor: bigint, key?: string) =>
  db.tx((tx) => captureHold(tx, holdId, withdrawal(key), [{ account: external.code, amountMinor }]));

describe('posting', () => {
  it('moves balances, and each posting holds the balance after it', async () => {
    const wallet = await clientWithWallet(db, 1000n);
    const { id, replayed } = await pay(wallet.available, 300n);
    expect(replayed).toBe(false);
    expect(await balancesOf(db, wallet)).toEqual([700n, 0n]);
    const rows = await db.rows(sql`
      select p.amount, p.balance_after from ledger_posting p where transaction_id = ${id} order by p.amount`);
    expect(rows).toEqual([
      { amount: -300n, balance_after: 700n },
      { amount: 300n, balance_after: null },
    ]);
  });

  it('sums a house account, which has no row to queue for', async () => {
    const before = (await balances(db, [external.code])).get(external.code) ?? 0n;
    await clientWithWallet(db, 1000n);
    expect((await balances(db, [external.code])).get(external.code)).toBe(before - 1000n);
    expect(
      await db.rows(
        sql`select from ledger_balance b join ledger_account a on a.id = b.account_id where a.client_id is null`,
      ),
    ).toEqual([]);
  });

  it('refuses what the balance does not cover, and then changes nothing', async () => {
    const wallet = await clientWithWallet(db, 1000n);
    await expect(pay(wallet.available, 1001n, withdrawal('overdraft'))).rejects.toMatchObject({
      code: 'ledger.insufficient_funds',
    });
    expect(await balancesOf(db, wallet)).toEqual([1000n, 0n]);
    expect(await db.rows(sql`select from ledger_transaction where key = 'overdraft'`)).toEqual([]);
  });

  it('gives the first result for the same key, and refuses the key for another body', async () => {
    const wallet = await clientWithWallet(db, 1000n);
    const first = await pay(wallet.available, 300n, withdrawal('once'));
    const later = { ...withdrawal('once'), at: new Date('2026-03-03T12:00:00Z') };
    expect(await pay(wallet.available, 300n, later)).toEqual({ ...first, replayed: true });
    await expect(pay(wallet.available, 301n, withdrawal('once'))).rejects.toMatchObject({
      code: 'http.idempotency_mismatch',
    });
    await pay(wallet.available, 300n, { ...withdrawal('once'), scope: 'another client' });
    expect(await balancesOf(db, wallet)).toEqual([400n, 0n]);
  });

  it('runs an action once when its key arrives many times at once', async () => {
    const wallet = await clientWithWallet(db, 1000n);
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => pay(wallet.available, 300n, withdrawal('storm'))),
    );
    expect(new Set(responses.map(({ id }) => id)).size).toBe(1);
    expect(responses.filter(({ replayed }) => !replayed)).toHaveLength(1);
    expect(await balancesOf(db, wallet)).toEqual([700n, 0n]);
  });

  it('lets exactly ten of fifty pass at once when the balance covers ten', async () => {
    const wallet = await clientWithWallet(db, 1000n);
    const tries = await Promise.allSettled(Array.from({ length: 50 }, () => pay(wallet.available, 100n)));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
    const reasons = tries.flatMap((each) =>
      each.status === 'rejected' ? [(each.reason as { code: string }).code] : [],
    );
    expect(new Set(reasons)).toEqual(new Set(['ledger.insufficient_funds']));
    expect(await balancesOf(db, wallet)).toEqual([0n, 0n]);
  });

  it('does not deadlock when money crosses between two wallets', async () => {
    const [a, b] = [await clientWithWallet(db, 1000n), await clientWithWallet(db, 1000n)];
    const cross = (from: TestWallet, to: TestWallet) =>
      db.tx((tx) =>
        post(tx, withdrawal(), [
          { account: from.available, amountMinor: -10n },
          { account: to.available, amountMinor: 10n },
        ]),
      );
    await Promise.all(Array.from({ length: 40 }, (_, n) => (n % 2 ? cross(a, b) : cross(b, a))));
    expect([await balancesOf(db, a), await balancesOf(db, b)]).toEqual([
      [1000n, 0n],
      [1000n, 0n],
    ]);
  });

  it('opens a house account once, and names its id to one who waited for it too', async () => {
    const [known, fresh] = [houseAccount('fees', 'USD', 'known'), houseAccount('fees', 'USD', 'fresh')];
    const open = () => db.tx((tx) => openAccounts(tx, at, [fresh, known]));
    await db.tx((tx) => openAccounts(tx, at, [known]));
    const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    const { first, other } = await db.tx(async (tx) => {
      const first = await openAccounts(tx, at, [fresh, known]);
      const other = open();
      await expect.poll(() => db.rows(waiting), { timeout: 30_000 }).toHaveLength(1);
      return { first, other };
    });
    expect(first).toHaveLength(2);
    expect([await other, await open()]).toEqual([first, first]);
  });

  it('treats an account that was never opened as a defect', async () => {
    await expect(pay('client:nobody:wallet:none:available', 1n)).rejects.toThrow('does not exist');
  });
});

describe('a hold', () => {
  it('sets money aside, pays a part and releases the rest', async () => {
    const wallet = await clientWithWallet(db, 1000n);
    const { id } = await setAside(wallet, 600n);
    expect(await balancesOf(db, wallet)).toEqual([400n, 600n]);
    await capture(id, 250n);
    expect(await balancesOf(db, wallet)).toEqual([750n, 0n]);
    expect(await db.one(sql`select state, captured from ledger_hold where id = ${id}`)).toEqual({
      state: 'partially_captured',
      captured: 250n,
    });
  });

  it('ends once: another end is refused, the same end gets the same result', async () => {
    const wallet = await clientWithWallet(db, 1000n);
    const { id } = await setAside(wallet, 600n);
    const first = await capture(id, 600n, 'whole');
    expect(await capture(id, 600n, 'whole')).toEqual({ ...first, replayed: true });
    await expect(db.tx((tx) => releaseHold(tx, id, context()))).rejects.toMatchObject({ code: 'ledger.hold_ended' });
    expect(await balancesOf(db, wallet)).toEqual([400n, 0n]);
  });

  it('is released in full', async () => {
    const wallet = await clientWithWallet(db, 1000n);
    const { id } = await setAside(wallet, 600n);
    await db.tx((tx) => releaseHold(tx, id, context()));
    expect(await balancesOf(db, wallet)).toEqual([1000n, 0n]);
    expect(await db.one(sql`select state from ledger_hold where id = ${id}`)).toEqual({ state: 'released' });
  });

  it('is made once per key, and never pays more than it holds', async () => {
    const wallet = await clientWithWallet(db, 1000n);
    const first = await setAside(wallet, 600n, 'hold once');
    expect(await setAside(wallet, 600n, 'hold once')).toEqual({ ...first, replayed: true });
    await expect(capture(first.id, 601n)).rejects.toThrow('is smaller than the payment of');
    await expect(setAside(wallet, 401n)).rejects.toMatchObject({ code: 'ledger.insufficient_funds' });
    expect(await balancesOf(db, wallet)).toEqual([400n, 600n]);
  });

  it('ends one way when payment and release arrive at once', async () => {
    const wallet = await clientWithWallet(db, 1000n);
    await deposit(db, wallet.clientId, 500n, at);
    const { id } = await setAside(wallet, 600n);
    const ends = await Promise.allSettled([
      ...Array.from({ length: 5 }, () => capture(id, 600n)),
      ...Array.from({ length: 5 }, () => db.tx((tx) => releaseHold(tx, id, context()))),
    ]);
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await balancesOf(db, wallet))[1]).toBe(0n);
  });
});
