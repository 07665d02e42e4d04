import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { startServer, type TestServer } from '#test/server.ts';
import { openTerminal, quoteOf, type Terminal } from '#test/trading/terminal.ts';
import { marketFault, readConditions } from './conditions.ts';

let server: TestServer;
let terminal: Terminal;
let position: string;
let order: string;
beforeAll(async () => {
  server = await startServer();
  terminal = await openTerminal(server);
  position = (await place({ ...buy, volume: '0.10' })).order.ticket;
  ({ ticket: order } = (await place({ ...buy, type: 'limit', price: away(-1) })).order);
});
afterAll(() => server.close());

const buy = { symbol: 'EURUSD', side: 'buy', type: 'market', volume: '0.01' };
const place = (body: object) => terminal.request('POST /api/paper/place', body);
const away = (percent: number) => (Number(quoteOf(server, 'EURUSD').bid) * (1 + percent / 100)).toFixed(5);

type Call = Parameters<Terminal['call']>[0];
const refused = async (route: Call, body: object) => {
  const { status, refusal } = await terminal.call(route, body, { 'idempotency-key': newId() });
  const [field] = Object.entries(refusal.errors ?? {});
  return field ? [status, field[0], field[1][0]?.code] : [status, refusal.code];
};
const inStatus = async (status: string, action: () => Promise<void>) => {
  const set = (to: string) =>
    server.db.run(sql`update trading_account set status = ${to} where number = ${terminal.number}::bigint`);
  await set(status);
  await action().finally(() => set('active'));
};

describe('refusals in the order of the contract', () => {
  it('of changing an order', async () => {
    const route = 'POST /api/paper/modify-order';
    const good = { order, price: away(-2) };
    await inStatus('read_only', async () => expect(await refused(route, good)).toEqual([409, 'paper.read_only']));
    for (const [body, expected] of [
      [{ ...good, order: '1' }, [409, 'paper.order_gone']],
      [{ ...good, price: '1.000001' }, [422, 'price', 'paper.price_digits']],
      [{ ...good, price: away(1) }, [422, 'price', 'paper.price_below']],
      [{ ...good, sl: away(-1.5) }, [422, 'sl', 'paper.sl_below']],
      [{ ...good, tp: away(-3) }, [422, 'tp', 'paper.tp_above']],
      [{ ...good, price: '0' }, [422, 'price', 'validation.number']],
    ] as const)
      expect(await refused(route, body)).toEqual(expected);
  });

  it('of changing a position', async () => {
    const route = 'POST /api/paper/modify-position';
    await inStatus('read_only', async () =>
      expect(await refused(route, { position })).toEqual([409, 'paper.read_only']),
    );
    for (const [body, expected] of [
      [{ position: '1' }, [409, 'paper.position_gone']],
      [{ position, sl: '1.000001' }, [422, 'sl', 'paper.price_digits']],
      [{ position, sl: away(1) }, [422, 'sl', 'paper.sl_below']],
      [{ position, tp: away(-1) }, [422, 'tp', 'paper.tp_above']],
    ] as const)
      expect(await refused(route, body)).toEqual(expected);
  });

  it('of closing a position', async () => {
    const route = 'POST /api/paper/close';
    await inStatus('read_only', async () =>
      expect(await refused(route, { position })).toEqual([409, 'paper.read_only']),
    );
    for (const [body, expected] of [
      [{ position: '1' }, [409, 'paper.position_gone']],
      [{ position, volume: '0.001' }, [422, 'volume', 'paper.volume_min']],
      [{ position, volume: '0.095' }, [422, 'volume', 'paper.volume_step']],
      [{ position, volume: '0.11' }, [422, 'volume', 'paper.volume_position']],
    ] as const)
      expect(await refused(route, body)).toEqual(expected);
  });

  it('of another’s order and position, which are as if they were not there', async () => {
    const other = await openTerminal(server, '100.00');
    const responses = [
      await other.call('POST /api/paper/cancel', { order }),
      await other.call('POST /api/paper/close', { position }, { 'idempotency-key': newId() }),
      await other.call('POST /api/paper/modify-position', { position }),
    ];
    expect(responses.map(({ refusal }) => refusal.code)).toEqual([
      'paper.order_gone',
      'paper.position_gone',
      'paper.position_gone',
    ]);
    const { account, positions, orders } = await other.request('POST /api/paper/state');
    expect([account.balance, positions, orders]).toEqual(['100.00', [], []]);
  });

  it('of money-moving actions without a key', async () => {
    for (const [route, body] of [
      ['POST /api/paper/place', buy],
      ['POST /api/paper/close', { position }],
      ['POST /api/paper/close-all', {}],
    ] as const) {
      const { status, refusal } = await terminal.call(route, body);
      expect([status, refusal.errors?.['request_id']?.[0]?.code]).toEqual([422, 'http.idempotency_key']);
    }
  });
});

it('a price that is too old is none, and a closed market has none', async () => {
  const conditions = await readConditions(server.app, server.db);
  const quote = quoteOf(server, 'EURUSD');
  const old = new Date(conditions.now.getTime() - conditions.settings.quoteMaxAgeS * 1000 - 1);
  expect(marketFault(conditions, { ...quote, at: old })).toBe('paper.price_stale');
  expect(marketFault(conditions, quote)).toBeUndefined();
});

it('while the market is closed nothing is traded, and a close of all leaves what it cannot close', async () => {
  const { order: coin } = await place({ ...buy, symbol: 'BTCUSD' });
  const saturday = Date.parse('2026-03-07T12:00:00Z');
  server.clock.advance(saturday - server.clock.now().getTime());
  const closed = [409, 'paper.market_closed'];
  expect(await refused('POST /api/paper/place', buy)).toEqual(closed);
  expect(await refused('POST /api/paper/close', { position })).toEqual(closed);
  expect(await refused('POST /api/paper/modify-order', { order, price: away(-2) })).toEqual(closed);
  expect(await refused('POST /api/paper/modify-position', { position })).toEqual(closed);
  const all = await terminal.request('POST /api/paper/close-all');
  expect(all.closed.map((each) => each.position)).toEqual([coin.ticket]);
  expect(all.left).toEqual([position]);
  await terminal.request('POST /api/paper/cancel', { order });
});
