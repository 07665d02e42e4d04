import { beforeAll, describe, expect, it } from 'vitest';
import type { Tx } from '#server/platform/db/database.ts';
import type { TradingPlatform } from './platform.ts';

/** A platform with its world: what a test must do by other means than the interface. */
export interface PlatformUnderTest {
  platform: TradingPlatform;
  /** Runs in one transaction of our own database. */
  tx<T>(action: (tx: Tx) => Promise<T>): Promise<T>;
  /** Opens an account in USD on the platform and waits until it is there. */
  openAccount(): Promise<bigint>;
  /** Opens a position at the market on an account that has money, as its holder would. */
  buy(account: bigint): Promise<void>;
  /** Leaves an order there that waits far below the market. */
  waitBelow(account: bigint): Promise<void>;
  closeAll(account: bigint): Promise<void>;
  now(): Date;
}

/** The rules of every trading platform. An adapter has a test file that runs this suite on it. */
export function describePlatform(name: string, open: () => Promise<PlatformUnderTest>): void {
  describe(`the trading platform ${name}`, () => {
    let world: PlatformUnderTest;
    let platform: TradingPlatform;
    let names = 0;
    beforeAll(async () => {
      world = await open();
      ({ platform } = world);
    });

    const newName = () => `contract:${name}:${(names += 1)}`;
    const change = (account: bigint, amountMinor: bigint, externalId = newName()) =>
      platform.changeBalance(null, { account, amountMinor, externalId, at: world.now() });
    const snapshotOf = async (account: bigint) => (await platform.snapshots([account])).get(account);
    const funded = async (amountMinor: bigint) => {
      const account = await world.openAccount();
      expect(await change(account, amountMinor)).toBe('done');
      return account;
    };

    it('knows an account that was opened, empty, and leaves out one that was not', async () => {
      const account = await world.openAccount();
      const found = await platform.snapshots([account, 99_999_999n]);
      expect([...found.keys()]).toEqual([account]);
      expect(found.get(account)).toMatchObject({ balanceMinor: 0n, equityMinor: 0n, marginMinor: 0n, creditMinor: 0n });
    });

    it('changes a balance once for an id, for any number of repeated and concurrent calls', async () => {
      const account = await world.openAccount();
      const externalId = newName();
      const results = await Promise.all(Array.from({ length: 10 }, () => change(account, 5_000n, externalId)));
      expect(new Set(results)).toEqual(new Set(['done']));
      expect((await snapshotOf(account))?.balanceMinor).toBe(5_000n);
      expect(await platform.balanceChange(externalId)).toBe('done');
      expect(await platform.balanceChange(newName())).toBe('refused');
    });

    it('refuses a debit beyond the free margin, and repeats that later', async () => {
      const account = await funded(5_000n);
      const externalId = newName();
      expect(await change(account, -5_001n, externalId)).toBe('refused');
      expect(await platform.balanceChange(externalId)).toBe('refused');
      expect(await change(account, -5_000n)).toBe('done');
      expect((await snapshotOf(account))?.balanceMinor).toBe(0n);
    });

    it('debits concurrently no more often than the balance covers', async () => {
      const account = await funded(5_000n);
      const results = await Promise.all(Array.from({ length: 20 }, () => change(account, -1_000n)));
      expect(results.filter((response) => response === 'done')).toHaveLength(5);
      expect((await snapshotOf(account))?.balanceMinor).toBe(0n);
    });

    it('explains equity and free margin while a position is open, and does not release the margin', async () => {
      const account = await funded(1_000_000n);
      await world.buy(account);
      const now = await snapshotOf(account);
      expect(now?.marginMinor).toBeGreaterThan(0n);
      expect(now?.equityMinor).toBe(
        (now?.balanceMinor ?? 0n) + (now?.creditMinor ?? 0n) + (now?.unrealisedMinor ?? 0n),
      );
      expect(now?.freeMarginMinor).toBe((now?.equityMinor ?? 0n) - (now?.marginMinor ?? 0n));
      expect(await platform.positions([account])).toMatchObject([{ trading_account_id: String(account), side: 'buy' }]);
      expect(await change(account, -(now?.balanceMinor ?? 0n))).toBe('refused');
    });

    it('keeps a history that pages, filters and adds up', async () => {
      const account = await funded(1_000_000n);
      await world.buy(account);
      await world.buy(account);
      await world.waitBelow(account);
      expect(await platform.waitingOrders([account])).toMatchObject([{ state: 'placed', type: 'limit' }]);
      await world.closeAll(account);
      const filter = { accounts: [account] };
      const deals = await platform.deals({ ...filter, limit: 100 });
      expect(deals.map(({ type, entry }) => entry ?? type)).toEqual(['out', 'out', 'in', 'in', 'balance']);
      const [first] = await platform.deals({ ...filter, limit: 1 });
      const rest = await platform.deals({ ...filter, limit: 100, after: first?.ticket });
      expect([first, ...rest]).toEqual(deals);
      expect(await platform.deals({ ...filter, limit: 100, type: 'balance' })).toHaveLength(1);
      const totals = await platform.dealTotals(filter);
      const { balanceMinor } = (await snapshotOf(account)) ?? {};
      expect(totals.count).toBe(5);
      expect(totals.cashMinor).toBe(1_000_000n);
      const result = totals.profitMinor + totals.swapMinor + totals.commissionMinor + totals.feeMinor;
      expect(totals.cashMinor + result).toBe(balanceMinor);
      expect(deals.find(({ type }) => type === 'balance')).toMatchObject({ cash: '10000.00', profit: '0.00' });
      expect(deals[0]).toMatchObject({ cash: '0.00' });
      const closed = await platform.closedPositions({ ...filter, limit: 100 });
      expect(closed).toHaveLength(2);
      expect(totals.volume).toBe('0.4');
      expect(await platform.closedTotals(filter)).toMatchObject({ count: 2, volume: '0.2' });
      expect(await platform.closedPositions({ ...filter, side: 'sell', limit: 100 })).toEqual([]);
      expect(await platform.orders({ ...filter, limit: 100 })).toHaveLength(4);
      expect(await platform.positions([account])).toEqual([]);
    });

    it('returns its deals from a cursor on, in the order of booking', async () => {
      const account = await funded(1_000_000n);
      await world.buy(account);
      const start = await platform.dealsSince(account, null, 1);
      const next = await platform.dealsSince(account, start[0]?.ticket ?? null, 10);
      expect([...start, ...next].map(({ type, entry }) => entry ?? type)).toEqual(['balance', 'in']);
      expect(await platform.dealsSince(account, next.at(-1)?.ticket ?? null, 10)).toEqual([]);
    });

    it('sends a browser to an address of its own, with the token in the link or in a form', async () => {
      const account = await world.openAccount();
      const { link, fields } = await platform.signIn('one-time-token', 'https://client.example.com', 'en', account);
      expect(new URL(link).protocol).toMatch(/^https?:$/);
      expect(fields === null ? link : fields['token']).toContain('one-time-token');
      expect(link.includes('one-time-token')).toBe(fields === null);
    });

    it('does not open a second account when the same one is announced again', async () => {
      const account = await funded(100n);
      await world.tx((tx) =>
        platform.openAccount(tx, { number: account, currency: 'USD', leverage: 100 }, world.now()),
      );
      expect((await snapshotOf(account))?.balanceMinor).toBe(100n);
    });
  });
}
