import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { tiers as constants } from '#contract/kernel/constants.ts';
import { houseAccount, openAccounts, tradingCode } from '#server/ledger/accounts.ts';
import { hold } from '#server/ledger/hold.ts';
import { post } from '#server/ledger/post.ts';
import { bookDeal } from '#server/paper/settlement/book-deal.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { openTradingAccount } from '#server/trading/open-account.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';
import { emailsTo } from '#test/mailbox.ts';
import { deposit, external, walletOf } from '#test/money/wallet.ts';
import { evaluateTiers } from './evaluate.ts';
import { readOverview } from '../overview.ts';

const dayMs = 86_400_000;

let server: TestServer;
/** The clock is at 2026-03-02 at 15:00. */
beforeAll(async () => {
  server = await startServer();
  await evaluateTiers(server.app);
});
afterAll(() => server.close());
beforeEach(() => evaluateTiers(server.app));

const today = () => server.clock.now().toISOString().slice(0, 10);
const measure = () => server.app.jobs.run('portfolio.measure_tiers');

async function nextDay(days = 1): Promise<void> {
  for (let passed = 0; passed < days; passed += 1) {
    server.clock.advance(dayMs);
    await measure();
  }
}

const tierOf = async ({ user }: Session) =>
  (await server.db.one<{ tier: string }>(sql`select tier from client_benefit where client_id = ${user.id}`)).tier;

const historyOf = ({ user }: Session) =>
  server.db.rows<{ from: string | null; to: string; source: string; on: string }>(sql`
    select from_tier as from, tier as to, source, to_char(at at time zone 'UTC', 'YYYY-MM-DD') as on
    from client_tier_change where client_id = ${user.id} order by id`);

async function withdraw({ user }: Session, amountMinor: bigint): Promise<void> {
  const { available } = await walletOf(server.db, user.id);
  const action = { scope: 'test', key: newId(), kind: 'fee', at: server.clock.now() } as const;
  await server.db.tx((tx) =>
    post(tx, action, [
      { account: available, amountMinor: -amountMinor },
      { account: external.code, amountMinor },
    ]),
  );
}

/** Money that arrives on a trading account in EUR, and on its platform. */
async function fund(who: Session, number: string, amountMinor: bigint): Promise<void> {
  const at = server.clock.now();
  const bank = houseAccount('psp_in', 'EUR', 'test');
  await server.db.tx(async (tx) => {
    await openAccounts(tx, at, [bank]);
    await post(tx, { scope: 'test', key: newId(), kind: 'deposit', at }, [
      { account: tradingCode(who.user.id, number), amountMinor },
      { account: bank.code, amountMinor: -amountMinor },
    ]);
    await bookDeal(tx, { account: BigInt(number), at, type: 'balance', profitMinor: amountMinor });
  });
}

const give = (to: Session, cents: bigint) => deposit(server.db, to.user.id, cents, server.clock.now());

/** As the screen shows it; read without a session, which would not survive these days. */
async function status({ user }: Session) {
  const { tier, tier_status } = await readOverview(server.app, user);
  return { tier, ...tier_status };
}

it('begins with the limits that the product has', async () => {
  const rows = await server.db.rows(sql`
    select name, (from_cents / 100)::int as "minUsd" from tier where name <> 'standard' order by from_cents`);
  expect(rows).toEqual(constants.map(({ name, minUsd }) => ({ name, minUsd })));
});

describe('a tier', () => {
  it('rises on the day after, with one email', async () => {
    const ida = await server.register();
    await give(ida, 500_000n);
    await measure();
    expect(await tierOf(ida)).toBe('standard');
    await nextDay();
    expect(await tierOf(ida)).toBe('gold');
    await measure();
    expect(await historyOf(ida)).toEqual([{ from: null, to: 'gold', source: 'metric', on: today() }]);
    const emails = (await emailsTo(server, ida.user.email)).filter(({ subject }) => subject.includes('Gold'));
    expect(emails).toHaveLength(1);
    expect(emails[0]?.plain).toContain('from Standard to Gold');
  });

  it('counts money held and on trading accounts, at the rate of the day before, each amount rounded down', async () => {
    const ida = await server.register();
    const { trading_account_id: number } = await openTradingAccount(server.app, ida.user, { currency_id: 'EUR' });
    await give(ida, 40_000n);
    const wallet = await walletOf(server.db, ida.user.id);
    const action = { scope: 'test', key: newId(), at: server.clock.now() };
    await server.db.tx((tx) => hold(tx, action, { wallet, amountMinor: 30_000n, purpose: 'ipo' }));
    await server.db.run(sql`
      update currency set usd_rate = 1.2, rated_at = ${server.clock.now()} where code = 'EUR'`);
    await fund(ida, number, 49_999n);
    // 400.00 + ⌊499.99 × 1.2⌋ = 400.00 + 599.98; the next cent is missing, whatever the rate of the new day.
    server.clock.advance(dayMs);
    await server.db.run(sql`
      update currency set usd_rate = 1.5, rated_at = ${server.clock.now()} where code = 'EUR'`);
    await measure();
    expect(await tierOf(ida)).toBe('standard');
    await give(ida, 2n);
    await nextDay();
    expect(await tierOf(ida)).toBe('silver');
    expect((await status(ida)).equity).toBe('1150.00');
  });

  it('falls after thirty days below without a break, to the best of them, and not before', async () => {
    const ida = await server.register();
    await give(ida, 2_000_000n);
    await nextDay();
    expect(await tierOf(ida)).toBe('platinum');
    const since = today();
    await withdraw(ida, 1_400_000n);
    const eve = today();
    await nextDay();
    const firstBelow = today();
    expect(firstBelow > eve).toBe(true);
    expect(await status(ida)).toMatchObject({ tier: 'platinum', since, falls: { to: 'gold', unless: '20000.00' } });
    const falls = (await status(ida)).falls?.on;
    await nextDay(28);
    await withdraw(ida, 590_000n);
    await nextDay();
    expect(await tierOf(ida)).toBe('platinum');
    await nextDay();
    expect(today()).toBe(falls);
    expect(await tierOf(ida)).toBe('gold');
    // Below gold since today: thirty days again.
    await nextDay(29);
    expect(await tierOf(ida)).toBe('gold');
    await nextDay();
    expect(await tierOf(ida)).toBe('standard');
    expect((await historyOf(ida)).map(({ to }) => to)).toEqual(['platinum', 'gold', 'standard']);
  });

  it('stays when equity comes back in time', async () => {
    const ida = await server.register();
    await give(ida, 100_000n);
    await nextDay();
    await withdraw(ida, 1n);
    await nextDay(30);
    await give(ida, 1n);
    await nextDay();
    await withdraw(ida, 1n);
    await nextDay(30);
    expect(await tierOf(ida)).toBe('silver');
    await nextDay();
    expect(await tierOf(ida)).toBe('standard');
  });

  it("falls at once where the operator's period is zero", async () => {
    const ida = await server.register();
    await give(ida, 100_000n);
    await nextDay();
    await server.db.run(sql`update tier_setting set days_below = 0`);
    await withdraw(ida, 1n);
    await nextDay();
    await server.db.run(sql`update tier_setting set days_below = 30`);
    expect(await tierOf(ida)).toBe('standard');
  });
});

describe('a day', () => {
  it('is measured once, by however many at once', async () => {
    const ida = await server.register();
    await give(ida, 500_000n);
    server.clock.advance(dayMs);
    await Promise.all(Array.from({ length: 8 }, () => evaluateTiers(server.app)));
    expect(await historyOf(ida)).toHaveLength(1);
    const { days } = await server.db.one<{ days: number }>(
      sql`select count(*)::int as days from tier_day where day = ${today()}`,
    );
    expect(days).toBe(1);
  });

  it('that was missed is measured afterwards, with the money of then', async () => {
    const ida = await server.register();
    await give(ida, 500_000n);
    server.clock.advance(dayMs * 3);
    await withdraw(ida, 450_000n);
    server.clock.advance(dayMs * 40);
    await measure();
    const on = (daysAgo: number) => new Date(server.clock.now().getTime() - daysAgo * dayMs).toISOString().slice(0, 10);
    expect(await historyOf(ida)).toEqual([
      { from: null, to: 'gold', source: 'metric', on: on(42) },
      // Below since the day after the third: 39 days ago, and 30 days later it is over.
      { from: 'gold', to: 'standard', source: 'metric', on: on(9) },
    ]);
  });
});
