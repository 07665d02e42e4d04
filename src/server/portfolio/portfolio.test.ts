import { afterAll, beforeAll, expect, it } from 'vitest';
import { houseAccount, openAccounts, tradingCode } from '#server/ledger/accounts.ts';
import { hold } from '#server/ledger/hold.ts';
import { post } from '#server/ledger/post.ts';
import { sql } from '#server/platform/db/sql.ts';
import { bookDeal } from '#server/paper/settlement/book-deal.ts';
import { newId } from '#server/platform/id.ts';
import { openTradingAccount } from '#server/trading/open-account.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';
import { openTerminal } from '#test/trading/terminal.ts';
import { deposit, walletOf } from '#test/money/wallet.ts';

let server: TestServer;
beforeAll(async () => void (server = await startServer()));
afterAll(() => server.close());

const overview = (as: Session) => server.call('POST /api/portfolio/overview', { as });
const daysAgo = (days: number) => new Date(server.clock.now().getTime() - days * 86_400_000);

/** Money that arrives in a trading account, in its own currency, and on its platform. */
async function fund(who: Session, number: string, currency: string, amountMinor: bigint, at: Date): Promise<void> {
  const bank = houseAccount('psp_in', currency, 'test');
  await server.db.tx(async (tx) => {
    await openAccounts(tx, at, [bank]);
    await post(tx, { scope: 'test', key: newId(), kind: 'deposit', at }, [
      { account: tradingCode(who.user.id, number), amountMinor },
      { account: bank.code, amountMinor: -amountMinor },
    ]);
    await bookDeal(tx, { account: BigInt(number), at, type: 'balance', profitMinor: amountMinor });
  });
}

it('is for those who are signed in', async () => {
  expect((await server.call('POST /api/portfolio/overview', { as: server.browser() })).status).toBe(401);
});

it('has a response for a client who owns nothing', async () => {
  const { body } = await overview(await server.register());
  const nothing = { net_worth: '0.00', wallets: '0.00', trading_accounts: '0.00', held: '0.00', by_currency: [] };
  expect(body).toMatchObject({
    ...nothing,
    tier: 'standard',
    next_tier: 'silver',
    to_next_tier: '1000.00',
    tier_progress: 0,
  });
  expect(body.history).toHaveLength(90);
  expect(new Set(body.history.map(({ usd }) => usd))).toEqual(new Set(['0.00']));
});

it('adds up wallets and accounts, their currencies and their past', async () => {
  const ida = await server.register();
  const { trading_account_id: number } = await openTradingAccount(server.app, ida.user, { currency_id: 'EUR' });
  await deposit(server.db, ida.user.id, 400_000n, daysAgo(200));
  await deposit(server.db, ida.user.id, 100_000n, daysAgo(10));
  await fund(ida, number, 'EUR', 100_001n, daysAgo(3));
  const wallet = await walletOf(server.db, ida.user.id);
  const action = { scope: 'test', key: newId(), at: daysAgo(1) };
  await server.db.tx((tx) => hold(tx, action, { wallet, amountMinor: 50_000n, purpose: 'ipo' }));
  await server.db.run(sql`update currency set usd_rate = 1.16 where code = 'EUR'`);

  const { body } = await overview(ida);
  expect(body).toMatchObject({ net_worth: '6160.01', wallets: '5000.00', trading_accounts: '1160.01', held: '500.00' });
  expect(body).toMatchObject({ tier: 'standard', next_tier: 'silver', to_next_tier: '0.00', tier_progress: 100 });
  expect(body.tier_status).toEqual({
    since: null,
    equity: '6160.01',
    review_on: '2026-03-03',
    rises_to: 'gold',
    falls: null,
    set_until: null,
  });
  expect(body.by_currency).toEqual([
    { currency: 'USD', amount: '5000.00', usd: '5000.00', share_percent: '81.17' },
    { currency: 'EUR', amount: '1000.01', usd: '1160.01', share_percent: '18.83' },
  ]);
  const on = (days: number) => body.history.at(-1 - days);
  expect(on(0)).toEqual({ on: '2026-03-02', usd: '6160.01', flow: '0.00' });
  expect([on(3), on(10), on(11), on(89)].map((each) => each?.flow)).toEqual(['1160.01', '1000.00', '0.00', '0.00']);
  expect([on(3), on(4), on(10), on(11), on(89)].map((each) => each?.usd)).toEqual([
    '6160.01',
    '5000.00',
    '5000.00',
    '4000.00',
    '4000.00',
  ]);
  expect(Date.parse(body.rates_at)).toBeLessThan(Date.now());
});

it('shows open positions apart, because they count when they close', async () => {
  const { owner, request } = await openTerminal(server);
  await request('POST /api/paper/place', { symbol: 'EURUSD', side: 'buy', type: 'market', volume: '0.10' });
  const { account } = await request('POST /api/paper/state');
  const cents = (decimal = '') => BigInt(decimal.replace('.', ''));
  const unrealised = cents(account.equity) - cents(account.balance);
  expect(unrealised).toBeLessThan(0n);
  const { body } = await overview(owner);
  expect(body.net_worth).toBe(account.balance);
  expect(cents(body.open_positions ?? '')).toBe(unrealised);
  expect(body.with_open_positions).toBe(account.equity);
});

it('counts nothing of another client', async () => {
  const { body } = await overview(await server.register());
  expect(body.net_worth).toBe('0.00');
});
