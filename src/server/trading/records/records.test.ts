import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServer, type TestServer } from '#test/server.ts';
import { openTerminal, type Terminal } from '#test/trading/terminal.ts';

let server: TestServer;
let terminal: Terminal;
let number: string;

/** Two positions that were bought and closed, one that was sold and closed, an order cancelled and one that waits. */
beforeAll(async () => {
  server = await startServer();
  terminal = await openTerminal(server);
  number = terminal.number;
  const order = { symbol: 'EURUSD', side: 'buy', type: 'market', volume: '0.10' };
  await index(order);
  await index({ ...order, volume: '0.25' });
  await index({ ...order, symbol: 'GBPUSD', side: 'sell', volume: '0.03' });
  const { order: given } = await index({ ...order, type: 'limit', price: '0.50000' });
  await terminal.request('POST /api/paper/cancel', { order: given.ticket });
  await index({ ...order, type: 'limit', price: '0.40000' });
  await terminal.request('POST /api/paper/close-all');
});
afterAll(() => server.close());

const index = (body: object) => terminal.request('POST /api/paper/place', body);
const cents = (decimal = '0') => BigInt(decimal.replace('.', ''));
const sum = (amounts: readonly string[]) => amounts.reduce((total, amount) => total + cents(amount), 0n);

/** The data rows of a file, cell by cell; nothing in these files is quoted. */
const rowsOf = (file: string) => {
  const [head = '', ...rows] = file.replace('\uFEFF', '').trimEnd().split('\r\n');
  return { head: head.split(','), rows: rows.map((row) => row.split(',')) };
};

describe('the totals of deals', () => {
  const totals = async (filter: object = {}) => {
    const body = { trading_account_id: number, ...filter };
    return (await server.call('POST /api/trading-account/history/totals', { as: terminal.owner, body })).body;
  };

  it('are of all that pass the filter, to the last digit', async () => {
    const { body: deals } = await server.call('POST /api/trading-account/history', { as: terminal.owner, body: {} });
    const all = await totals();
    expect(all.count).toBe(deals.length);
    for (const name of ['profit', 'swap', 'commission', 'fee', 'cash'] as const)
      expect(cents(all[name])).toBe(sum(deals.map((deal) => deal[name])));
    expect(cents(all.net)).toBe(sum([all.profit, all.swap, all.commission, all.fee]));
    expect(await totals({ symbol: 'eurusd' })).toMatchObject({ count: 4, volume: '0.7' });
    const { cash, ...result } = await totals({ type: 'balance' });
    expect(result).toMatchObject({ count: 1, volume: '0', commission: '0.00', profit: '0.00', net: '0.00' });
    expect(cash).toBe(deals.find(({ type }) => type === 'balance')?.cash);
    expect(cents(cash)).toBeGreaterThan(0n);
    expect(await totals({ to: '2000-01-01' })).toEqual({
      count: 0,
      volume: '0',
      profit: '0.00',
      swap: '0.00',
      commission: '0.00',
      fee: '0.00',
      net: '0.00',
      cash: '0.00',
    });
  });
});

describe('closed positions', () => {
  const closed = async (filter: object = {}) => {
    const body = { trading_account_id: number, ...filter };
    return (await server.call('POST /api/trading-account/closed', { as: terminal.owner, body })).body;
  };

  it('are narrowed down by period, instrument and side, and their totals with them', async () => {
    expect((await closed()).totals).toMatchObject({ count: 3, volume: '0.38' });
    expect((await closed({ side: 'buy' })).totals).toMatchObject({ count: 2, volume: '0.35' });
    const { positions, totals } = await closed({ symbol: 'GBPUSD' });
    expect(positions).toMatchObject([{ side: 'sell', volume: '0.03' }]);
    expect(cents(totals?.commission)).toBe(cents(positions[0]?.commission));
    expect((await closed({ to: '2000-01-01' })).positions).toEqual([]);
  });

  it('are a file under the same filter', async () => {
    const file = await server.call('GET /api/trading-account/:number/closed', {
      as: terminal.owner,
      params: { number },
      query: { side: 'buy' },
    });
    expect(file.headers.get('content-disposition')).toContain(`account-${number}-closed-positions.csv`);
    const { head, rows } = rowsOf(file.body);
    expect(head.slice(0, 4)).toEqual(['position', 'symbol', 'type', 'volume']);
    expect(rows.map((row) => row.slice(1, 4))).toEqual([
      ['EURUSD', 'buy', '0.25'],
      ['EURUSD', 'buy', '0.10'],
    ]);
  });
});

describe('orders that are done', () => {
  const done = async (filter: object = {}) => {
    const body = { trading_account_id: number, ...filter };
    return (await server.call('POST /api/trading-account/orders', { as: terminal.owner, body })).body;
  };

  it('are listed without those that wait, the latest first, by state, instrument and period', async () => {
    const { orders, next_cursor } = await done();
    expect(orders.map(({ state }) => state)).toEqual([
      ...Array(3).fill('filled'),
      'cancelled',
      ...Array(3).fill('filled'),
    ]);
    expect(next_cursor).toBeNull();
    expect((await done({ state: 'cancelled' })).orders).toMatchObject([{ type: 'limit', filled_price: null }]);
    expect((await done({ symbol: 'gbpusd' })).orders).toHaveLength(2);
    expect((await done({ from: '2100-01-01' })).orders).toEqual([]);
    expect((await done({ cursor: orders[2]?.ticket })).orders).toEqual(orders.slice(3));
  });

  it('are a file under the same filter', async () => {
    const file = await server.call('GET /api/trading-account/:number/orders', {
      as: terminal.owner,
      params: { number },
      query: { state: 'cancelled' },
    });
    const { head, rows } = rowsOf(file.body);
    expect(rows.map((row) => Object.fromEntries(row.map((cell, index) => [head[index], cell])))).toMatchObject([
      { symbol: 'EURUSD', side: 'buy', type: 'limit', state: 'cancelled', price: '0.50000', filled_price: '' },
    ]);
  });
});

it('shows and saves nothing of an account that is another’s', async () => {
  const as = await server.register();
  const body = { trading_account_id: number };
  const responses = await Promise.all([
    server.call('POST /api/trading-account/history/totals', { as, body }),
    server.call('POST /api/trading-account/closed', { as, body }),
    server.call('POST /api/trading-account/orders', { as, body }),
    ...(['history', 'closed', 'orders'] as const).map((list) =>
      server.call(`GET /api/trading-account/:number/${list}`, { as, params: { number } }),
    ),
  ]);
  expect(responses.map(({ status }) => status)).toEqual(Array(6).fill(404));
});
