import { afterAll, beforeAll, expect, it } from 'vitest';
import type { PerformanceRange } from '#contract/portfolio/endpoints.ts';
import { houseAccount, openAccounts, tradingCode, type HouseAccountKind } from '#server/ledger/accounts.ts';
import { hold } from '#server/ledger/hold.ts';
import { post, type LedgerKind } from '#server/ledger/post.ts';
import { bookDeal } from '#server/paper/settlement/book-deal.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { openTradingAccount } from '#server/trading/open-account.ts';
import { recordResult } from '#server/trading/record-result.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';
import { deposit, walletOf } from '#test/money/wallet.ts';

let server: TestServer;
beforeAll(async () => void (server = await startServer()));
afterAll(() => server.close());

const performance = (as: Session, range: PerformanceRange = 'all') =>
  server.call('POST /api/portfolio/performance', { as, body: { range } });
/** The clock of the tests is at 2026-03-02. */
const daysAgo = (days: number) => new Date(server.clock.now().getTime() - days * 86_400_000);

interface Move {
  account: string;
  currency?: string;
  kind: LedgerKind;
  settings: HouseAccountKind;
  amountMinor: bigint;
  at: Date;
}

/** Money between a client's account and the operator. */
async function move({ account, currency = 'USD', kind, settings, amountMinor, at }: Move): Promise<void> {
  const detail = settings.startsWith('psp') ? 'test' : undefined;
  const other = houseAccount(settings, currency, detail);
  await server.db.tx(async (tx) => {
    await openAccounts(tx, at, [other]);
    await post(tx, { scope: 'test', key: newId(), kind, at }, [
      { account, amountMinor },
      { account: other.code, amountMinor: -amountMinor },
    ]);
  });
}

async function rateOn(days: number, ...rates: string[]): Promise<void> {
  for (const rate of rates)
    await server.db.run(sql`update currency set usd_rate = ${rate}, rated_at = ${daysAgo(days)} where code = 'EUR'`);
}

it('is for those who are signed in, in one of its ranges', async () => {
  const signedOut = await server.call('POST /api/portfolio/performance', {
    as: server.browser(),
    body: { range: '1m' },
  });
  expect(signedOut.status).toBe(401);
  expect((await performance(await server.register(), '2m' as PerformanceRange)).status).toBe(422);
});

it('has a response for a client who never had money', async () => {
  const { body } = await performance(await server.register());
  expect(body.points.map(({ on, usd, growth_percent }) => [on, usd, growth_percent])).toEqual([
    ['2026-03-01', '0.00', '0.00'],
    ['2026-03-02', '0.00', '0.00'],
  ]);
  expect(body).toMatchObject({ time_weighted_percent: '0.00', drawdown_percent: '0.00', result: '0.00' });
  expect(body.money_weighted_percent).toBeNull();
});

/*
 * Worked out by hand. Rates of the euro: 1.10 on Feb 27 and 28, 1.20 on Mar 1, 1.15 on Mar 2.
 *   Feb 26  + 1,000 USD deposited                                          1,000.00
 *   Feb 27  + 1,000 EUR deposited                      1,000 + 1,100     = 2,100.00
 *   Feb 28  − 10 USD fee                                 990 + 1,100     = 2,090.00
 *   Mar 1   + 50 EUR profit, − 2 swap, − 3 commission    990 + 1,045·1.2 = 2,244.00
 *   Mar 2   + 20 USD bonus, − 100 withdrawn              910 + 1,045·1.15 = 2,111.75
 * Time-weighted: 2,090/2,100 · 2,244/2,090 · (2,111.75 + 100)/2,244 − 1 = 2,211.75/2,100 − 1 = 5.32 %.
 * Drawdown: from Mar 1 to Mar 2, 2,211.75/2,244 − 1 = −1.44 %.
 * Money-weighted: x⁵ − 1 where 1,000·x⁵ + 1,100·x⁴ − 100 = 2,111.75, by bisection in Python 5.96039 %.
 * Price 50·1.2 = 60; income 20 − 2·1.2 = 17.60; fees −10 − 3·1.2 = −13.60; currency 1,000·0.10 − 1,045·0.05 = 47.75.
 */
it('explains the result of each day', async () => {
  const ida = await server.register();
  const { trading_account_id: number } = await openTradingAccount(server.app, ida.user, { currency_id: 'EUR' });
  const wallet = await walletOf(server.db, ida.user.id);
  await rateOn(3, '1.07', '1.10');
  await rateOn(1, '1.20');
  await rateOn(0, '1.15');
  await deposit(server.db, ida.user.id, 100_000n, daysAgo(4));
  const account = tradingCode(ida.user.id, number);
  await move({ account, currency: 'EUR', kind: 'deposit', settings: 'psp_in', amountMinor: 100_000n, at: daysAgo(3) });
  const main = wallet.available;
  await move({ account: main, kind: 'fee', settings: 'fees', amountMinor: -1_000n, at: daysAgo(2) });
  await server.db.tx(async (tx) => {
    const deal = { account: BigInt(number), at: daysAgo(1) };
    await bookDeal(tx, { ...deal, type: 'balance', profitMinor: 100_000n });
    const parts = { profitMinor: 5_000n, swapMinor: -200n, commissionMinor: -300n };
    const traded = { type: 'sell', entry: 'out', symbol: 'SPX', volume: '1', price: '6700' } as const;
    const ticket = await bookDeal(tx, { ...deal, ...traded, ...parts });
    await recordResult(tx, { ...deal, ticket: ticket ?? 0n, netMinor: 4_500n });
  });
  const today = daysAgo(0);
  await move({ account: main, kind: 'bonus', settings: 'bonus', amountMinor: 2_000n, at: today });
  await move({ account: main, kind: 'withdrawal', settings: 'psp_out', amountMinor: -10_000n, at: today });
  await server.db.tx((tx) =>
    hold(tx, { scope: 'test', key: newId(), at: today }, { wallet, amountMinor: 5_000n, purpose: 'ipo' }),
  );

  const { body } = await performance(ida);
  expect(body.points.map(({ on, usd, growth_percent }) => [on, usd, growth_percent])).toEqual([
    ['2026-02-25', '0.00', '0.00'],
    ['2026-02-26', '1000.00', '0.00'],
    ['2026-02-27', '2100.00', '0.00'],
    ['2026-02-28', '2090.00', '-0.48'],
    ['2026-03-01', '2244.00', '6.86'],
    ['2026-03-02', '2111.75', '5.32'],
  ]);
  // Deposits are no gain: the bonus and the deals are above this line, deposits and the withdrawal in it.
  expect(body.points.map(({ capital }) => capital)).toEqual([
    '0.00',
    '1000.00',
    '2100.00',
    '2100.00',
    '2100.00',
    '2000.00',
  ]);
  expect(body).toMatchObject({
    time_weighted_percent: '5.32',
    money_weighted_percent: '5.96',
    money_weighted_yearly_percent: null,
    drawdown_percent: '-1.44',
    deposited: '2100.00',
    withdrawn: '-100.00',
    corrected: '0.00',
    result: '111.75',
    price: '60.00',
    income: '17.60',
    currency: '47.75',
    fees: '-13.60',
  });
  expect(body.benchmark).toEqual({ symbol: 'SPX', simulated: true });
  expect(body.points[0]?.benchmark_percent).toBe('0.00');
});

it('begins a range with what was there before it', async () => {
  const olga = await server.register();
  await deposit(server.db, olga.user.id, 50_000n, daysAgo(60));
  await deposit(server.db, olga.user.id, 10_000n, daysAgo(2));
  const { body } = await performance(olga, '1m');
  expect(body.points).toHaveLength(31);
  expect(body.points[0]).toMatchObject({ on: '2026-01-31', usd: '500.00' });
  expect(body).toMatchObject({ deposited: '100.00', withdrawn: '0.00', result: '0.00' });
  expect((await performance(olga)).body.points).toHaveLength(62);
});

it('has points at equal distances in a long range, with the first and the last day', async () => {
  const otto = await server.register();
  await deposit(server.db, otto.user.id, 50_000n, daysAgo(1500));
  const { body } = await performance(otto);
  const days = body.points.map(({ on }) =>
    Math.round((Date.parse(on) - Date.parse(daysAgo(0).toISOString().slice(0, 10))) / 86_400_000),
  );
  expect(days.length).toBeGreaterThan(250);
  expect(days.length).toBeLessThanOrEqual(367);
  expect([days[0], days.at(-1)]).toEqual([-1501, 0]);
  expect(new Set(days.slice(2).map((day, nth) => day - days[nth + 1]!)).size).toBe(1);
  expect(body).toMatchObject({ deposited: '500.00', result: '0.00' });
});

it('counts a correction by the broker neither as a payment nor as a result', async () => {
  const rosa = await server.register();
  await deposit(server.db, rosa.user.id, 100_000n, daysAgo(5));
  const { available: account } = await walletOf(server.db, rosa.user.id);
  await move({ account, kind: 'correction', settings: 'suspense', amountMinor: -1_000n, at: daysAgo(3) });
  await move({ account, kind: 'correction', settings: 'suspense', amountMinor: 400n, at: daysAgo(2) });
  const { body } = await performance(rosa);
  expect(body).toMatchObject({
    deposited: '1000.00',
    withdrawn: '0.00',
    corrected: '-6.00',
    result: '0.00',
    time_weighted_percent: '0.00',
    money_weighted_percent: '0.00',
    drawdown_percent: '0.00',
  });
});

it('counts neither transfers nor holds as flows, and a conversion’s spread as a fee', async () => {
  const rosa = await server.register();
  await deposit(server.db, rosa.user.id, 100_000n, daysAgo(5));
  const { body: wallet } = await server.call('POST /api/wallets/open', { as: rosa, body: { currency_id: 'EUR' } });
  const main = await walletOf(server.db, rosa.user.id);
  const input = { from_wallet_id: main.walletId, to_wallet_id: wallet.id, amount: '1000' };
  const { body: quote } = await server.call('POST /api/wallets/quote', { as: rosa, body: input });
  await server.call('POST /api/wallets/convert', { as: rosa, body: { quote_id: quote.id, request_id: newId() } });
  const { body } = await performance(rosa);
  expect(body).toMatchObject({ deposited: '1000.00', withdrawn: '0.00', price: '0.00', income: '0.00' });
  // Half a percent of 1,000 USD.
  expect(body.fees).toMatch(/^-(4\.99|5\.00|5\.01)$/);
  expect(body.currency).toMatch(/^-?0\.0[01]$/);
});

it('shows the benefits of each tier', async () => {
  const { body } = await server.call('POST /api/portfolio/tiers', { as: await server.register() });
  expect(body.tiers.map(({ tier }) => tier)).toEqual(['standard', 'silver', 'gold', 'platinum', 'vip']);
  expect(body.tiers[3]).toEqual({
    tier: 'platinum',
    from: '20000.00',
    ipo_fee_percent: '1.5',
    allotment_weight: '2',
    support_hours: 4,
    personal_manager: true,
    content: 'research',
    withdrawal_fee_off_percent: '50',
    withdrawal_limit_factor: '2',
  });
});
