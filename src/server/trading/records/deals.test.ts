import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { balances } from '#server/ledger/balances.ts';
import { tradingCode } from '#server/ledger/accounts.ts';
import { bookDeal } from '#server/paper/settlement/book-deal.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';
import { balancesOf, deposit, walletOf } from '#test/money/wallet.ts';
import { openTradingAccount } from '../open-account.ts';
import { recordResult } from '../record-result.ts';
import { transferMoney, type Input } from '../transfer-money.ts';

let server: TestServer;
let ida: Session;
let number: string;
beforeAll(async () => {
  server = await startServer();
  ida = await server.register();
  number = await openFor(ida);
});
afterAll(() => server.close());

const openFor = async (who: Session) =>
  (await openTradingAccount(server.app, who.user, { currency_id: 'USD' })).trading_account_id;
/** A transfer to an account, by the verb itself. */
const transferIn = (app: TestServer['app'], me: { id: string }, input: Omit<Input, 'direction'>) =>
  transferMoney(app, me, { direction: 'in', ...input });
const history = (as: Session, body: object, how: object = {}) =>
  server.call('POST /api/trading-account/history', { as, body, ...how });
const ownBalance = async (who: Session, account: string) => {
  const code = tradingCode(who.user.id, account);
  const { body } = await server.call('POST /api/trading-account', { as: who });
  return [
    body.find((each) => each.trading_account_id === account)?.balance,
    (await balances(server.db, [code])).get(code),
  ];
};

describe('a transfer to an account', () => {
  it('moves the money once, on the platform and in the ledger', async () => {
    await deposit(server.db, ida.user.id, 100_000n, server.clock.now());
    const wallet = await walletOf(server.db, ida.user.id);
    const transfer = { walletId: wallet.walletId, accountNumber: number, amountIn: () => 40_000n, key: 'one' };
    const responses = await Promise.all([1, 2, 3].map(() => transferIn(server.app, ida.user, transfer)));
    expect(new Set(responses.map(({ id }) => id)).size).toBe(1);
    expect(await balancesOf(server.db, wallet)).toEqual([60_000n, 0n]);
    expect(await ownBalance(ida, number)).toEqual(['400.00', 40_000n]);
    const { body } = await server.call('POST /api/wallets-info', { as: ida, body: { wallet_id: wallet.walletId } });
    expect(body.operations[0]).toMatchObject({
      kind: 'transfer_to_trading',
      amount: '-400.00',
      trading_account_id: number,
    });
  });

  it('is refused beyond what is available, and between people', async () => {
    const wallet = await walletOf(server.db, ida.user.id);
    const karl = await server.register();
    const tooMuch = { walletId: wallet.walletId, accountNumber: number, amountIn: () => 60_001n, key: 'two' };
    await expect(transferIn(server.app, ida.user, tooMuch)).rejects.toMatchObject({
      code: 'ledger.insufficient_funds',
    });
    await expect(transferIn(server.app, karl.user, { ...tooMuch, amountIn: () => 1n })).rejects.toMatchObject({
      status: 404,
    });
    const foreign = { ...tooMuch, accountNumber: await openFor(karl), amountIn: () => 1n };
    await expect(transferIn(server.app, ida.user, foreign)).rejects.toMatchObject({ status: 404 });
    expect(await ownBalance(ida, number)).toEqual(['400.00', 40_000n]);
  });

  it('sends exactly ten of thirty at once when the wallet covers ten', async () => {
    const karl = await server.register();
    await deposit(server.db, karl.user.id, 1_000n, server.clock.now());
    const { walletId } = await walletOf(server.db, karl.user.id);
    const accountNumber = await openFor(karl);
    const tries = await Promise.allSettled(
      Array.from({ length: 30 }, (_, n) =>
        transferIn(server.app, karl.user, { walletId, accountNumber, amountIn: () => 100n, key: String(n) }),
      ),
    );
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
    expect(await ownBalance(karl, accountNumber)).toEqual(['10.00', 1_000n]);
  });
});

describe('trading.history', () => {
  const book = async (at: string, symbol: string, profitMinor: bigint) =>
    server.db.tx(async (tx) => {
      const shared = { account: BigInt(number), at: new Date(at), symbol, volume: '0.10', price: '1.15' };
      const ticket = await bookDeal(tx, { ...shared, type: 'sell', entry: 'out', profitMinor });
      await recordResult(tx, { account: BigInt(number), ticket: ticket!, netMinor: profitMinor, at: new Date(at) });
      return String(ticket);
    });

  it('refuses an account of another like one that does not exist, and wrong filters by name', async () => {
    const karl = await server.register();
    const responses = [
      await history(karl, { trading_account_id: number }),
      await history(karl, { trading_account_id: '99999999' }),
    ];
    expect(responses.map(({ status, refusal }) => [status, refusal.code])).toEqual([
      [404, 'http.not_found'],
      [404, 'http.not_found'],
    ]);
    const { refusal } = await history(ida, {
      trading_account_id: 'x',
      type: 'gift',
      from: '1 May',
      cursor: 'x',
      page: 2,
    });
    const codes = Object.entries(refusal.errors ?? {}).map(([field, [first]]) => [field, first?.code]);
    expect(Object.fromEntries(codes)).toEqual({
      trading_account_id: 'validation.identifier',
      type: 'validation.choice',
      from: 'validation.type',
      cursor: 'validation.identifier',
      page: 'validation.unknown_field',
    });
    const { refusal: order } = await history(ida, { from: '2026-03-04', to: '2026-03-03' });
    expect(order.errors?.['to']?.[0]?.code).toBe('validation.day_order');
    expect((await history(karl, {})).body).toEqual([]);
  });

  it('lists deals in the shape of the platform, the latest first', async () => {
    const won = await book('2026-03-03T23:59:59Z', 'EURUSD', 1_250n);
    const lost = await book('2026-03-04T00:00:00Z', 'SPX', -300n);
    const { body } = await history(ida, {});
    expect(body.map(({ ticket }) => ticket).slice(0, 2)).toEqual([lost, won]);
    expect(body[1]).toMatchObject({
      type: 'sell',
      entry: 'out',
      symbol: 'EURUSD',
      volume: '0.10',
      price: '1.15000',
      profit: '12.50',
      swap: '0.00',
      comment: null,
    });
    expect(body.at(-1)).toMatchObject({
      type: 'balance',
      entry: null,
      symbol: null,
      volume: null,
      profit: '0.00',
      cash: '400.00',
    });
    expect(await ownBalance(ida, number)).toEqual(['409.50', 40_950n]);
  });

  it('filters by account, type, symbol and days, from a form too', async () => {
    const count = async (body: object) => (await history(ida, body, { form: true })).body.length;
    expect(await count({ trading_account_id: number })).toBe(3);
    expect(await count({ type: 'balance' })).toBe(1);
    expect(await count({ symbol: 'eurusd' })).toBe(1);
    expect(await count({ type: '', symbol: '', from: '', to: '' })).toBe(3);
    expect(await count({ from: '2026-03-04' })).toBe(1);
    expect(await count({ from: '2026-03-03', to: '2026-03-03' })).toBe(1);
    expect(await count({ to: '2026-03-01' })).toBe(0);
  });

  it('pages by the last ticket, fifty at a time', async () => {
    const booked: string[] = [];
    for (let n = 0; n < 57; n += 1) booked.push(await book('2026-03-05T12:00:00Z', 'BTCUSD', 1n));
    const first = (await history(ida, { symbol: 'BTCUSD' })).body;
    const second = (await history(ida, { symbol: 'BTCUSD', cursor: first.at(-1)?.ticket })).body;
    expect([first.length, second.length]).toEqual([50, 7]);
    expect([...first, ...second].map(({ ticket }) => ticket)).toEqual(booked.toReversed());
  });
});
