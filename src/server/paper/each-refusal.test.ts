import { afterAll, beforeAll, expect, it } from 'vitest';
import { paperEndpoints } from '#contract/paper/endpoints.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { exampleOf } from '#server/platform/http/openapi/example.ts';
import { jsonSchemaOf } from '#server/platform/http/openapi/json-schema.ts';
import { refusalsOf } from '#test/endpoints/refusals.ts';
import { startServer, type TestServer } from '#test/server.ts';
import { openTerminal, quoteOf, type Terminal } from '#test/trading/terminal.ts';

const { meets, unmet } = refusalsOf(paperEndpoints);
/** `refusals.test.ts` meets these where the market is closed or has no price, `legal.test.ts` and others the rest. */
const elsewhere = ['paper.market_closed', 'paper.price_stale', 'legal.unaccepted'];

let server: TestServer;
let terminal: Terminal;
beforeAll(async () => {
  server = await startServer();
  terminal = await openTerminal(server);
});
afterAll(() => server.close());

type PaperRoute = Parameters<Terminal['call']>[0];
const call = (route: PaperRoute, body: object, key: string = newId()) =>
  terminal.call(route, body, { 'idempotency-key': key });
const away = (percent: number) => (Number(quoteOf(server, 'EURUSD').bid) * (1 + percent / 100)).toFixed(5);
const buy = { symbol: 'EURUSD', side: 'buy', type: 'market', volume: '0.10' };
const limit = { ...buy, type: 'limit' };
const sell = { ...buy, side: 'sell' };
const placed = async (body: object) => (await terminal.request('POST /api/paper/place', body)).order.ticket;

/** The example that the API document shows, of a terminal that is signed out. */
const signedOut = (name: keyof typeof paperEndpoints) => () => {
  const { route, body } = paperEndpoints[name];
  return server.call(route, {
    as: terminal.browser,
    body: exampleOf(jsonSchemaOf(body, 'input')) as object,
    headers: { 'idempotency-key': newId() },
  });
};
/** The call where the account may only be read. */
const readOnly = (route: PaperRoute, body: object) => async () => {
  const set = (status: string) =>
    server.db.run(sql`update trading_account set status = ${status} where number = ${terminal.number}::bigint`);
  await set('read_only');
  return call(route, body).finally(() => set('active'));
};

for (const name of [
  'paper.sign_out',
  'paper.preferences',
  'paper.prefer',
  'paper.state',
  'paper.instruments',
  'paper.quotes',
  'paper.deals',
  'paper.orders',
  'paper.closed_positions',
] as const) {
  meets(name, () => [signedOut(name)]);
}

meets('paper.open', async () => {
  const { owner, number } = terminal;
  const issue = async () => {
    const body = { trading_account_id: number };
    const { link } = (await server.call('POST /api/trading-account/autologin', { as: owner, body })).body;
    return link.split('/').at(-1) ?? '';
  };
  const open = (token: string) => server.call('POST /api/paper/session', { as: server.browser(), body: { token } });
  const [used, late] = [await issue(), await issue()];
  await open(used);
  return [
    () => open('never-given'),
    () => open(used),
    () => {
      server.clock.advance(60_000);
      return open(late);
    },
  ];
});

meets('paper.candles', () => [
  signedOut('paper.candles'),
  () => call('POST /api/paper/candles', { symbol: 'NOWHERE', interval: '1h' }),
]);

meets('paper.preview', () => [
  signedOut('paper.preview'),
  () => call('POST /api/paper/preview', { ...limit, symbol: 'NOWHERE' }),
  () => call('POST /api/paper/preview', limit),
]);

meets(
  'paper.place',
  async () => {
    const key = newId();
    const place = (body: object, under?: string) => () => call('POST /api/paper/place', body, under);
    const order = await placed({ ...limit, price: away(-1) });
    await place(buy, key)();
    const priced = { ...limit, price: '1.000001', volume: '0.10' };
    const old = { ...limit, price: away(1), expires_at: '2020-01-01T00:00:00Z' };
    return [
      signedOut('paper.place'),
      place({ ...buy, volume: '0.11' }, key),
      readOnly('POST /api/paper/place', { ...limit, symbol: 'NOWHERE' }),
      place({ ...limit, symbol: 'NOWHERE' }),
      place({ ...limit, volume: '0.001' }),
      place({ ...priced, volume: '0.001' }),
      place({ ...priced, volume: '5000' }),
      place({ ...priced, volume: '0.105' }),
      place({ ...priced, expires_at: old.expires_at }),
      place(old),
      place({ ...limit, price: away(1), sl: away(2) }),
      place({ ...limit, type: 'stop', price: away(-1), sl: away(2) }),
      place({ ...buy, sl: away(1), tp: away(-1) }),
      place({ ...sell, sl: away(-1), tp: away(1) }),
      place({ ...buy, tp: away(-1) }),
      place({ ...sell, tp: away(1) }),
      async () => {
        await server.db.run(sql`update paper_setting set max_orders = 1`);
        return place({ ...buy, volume: '100' })();
      },
      async () => {
        await server.db.run(sql`update paper_setting set max_orders = 200`);
        await call('POST /api/paper/cancel', { order });
        return place({ ...buy, volume: '100' })();
      },
    ];
  },
  elsewhere,
);

meets(
  'paper.modify_order',
  async () => {
    const [down, up] = [
      await placed({ ...limit, price: away(-1) }),
      await placed({ ...limit, side: 'sell', price: away(1) }),
    ];
    const modify = (order: string, body: object) => () => call('POST /api/paper/modify-order', { order, ...body });
    return [
      signedOut('paper.modify_order'),
      readOnly('POST /api/paper/modify-order', { order: '1', price: '1.000001' }),
      modify('1', { price: '1.000001' }),
      modify(down, { price: '1.000001', sl: away(2) }),
      modify(down, { price: away(1), sl: away(2) }),
      modify(up, { price: away(-1), sl: away(-2) }),
      modify(down, { price: away(-2), sl: away(-1), tp: away(-3) }),
      modify(up, { price: away(2), sl: away(1), tp: away(3) }),
      modify(down, { price: away(-2), tp: away(-3) }),
      modify(up, { price: away(2), tp: away(3) }),
    ];
  },
  elsewhere,
);

meets(
  'paper.modify_position',
  async () => {
    const positionOf = async (body: object) =>
      (await terminal.request('POST /api/paper/place', body)).order.position ?? '';
    const [long, short] = [await positionOf(buy), await positionOf(sell)];
    const modify = (position: string, body: object) => () =>
      call('POST /api/paper/modify-position', { position, ...body });
    return [
      signedOut('paper.modify_position'),
      readOnly('POST /api/paper/modify-position', { position: '1', sl: '1.000001' }),
      modify('1', { sl: '1.000001' }),
      modify(long, { sl: '1.000001', tp: away(-1) }),
      modify(long, { sl: away(1), tp: away(-1) }),
      modify(short, { sl: away(-1), tp: away(1) }),
      modify(long, { tp: away(-1) }),
      modify(short, { tp: away(1) }),
    ];
  },
  elsewhere,
);

meets('paper.cancel', () => [
  signedOut('paper.cancel'),
  readOnly('POST /api/paper/cancel', { order: '1' }),
  () => call('POST /api/paper/cancel', { order: '1' }),
]);

meets(
  'paper.close',
  async () => {
    const key = newId();
    const close = (position: string, volume: string, under?: string) => () =>
      call('POST /api/paper/close', { position, volume }, under);
    const { position } = (await terminal.request('POST /api/paper/place', buy)).order;
    await close(position ?? '', '0.01', key)();
    return [
      signedOut('paper.close'),
      close('1', '0.001', key),
      readOnly('POST /api/paper/close', { position: '1', volume: '0.001' }),
      close('1', '0.001'),
      close(position ?? '', '1.005'),
      close(position ?? '', '0.001'),
      close(position ?? '', '0.085'),
    ];
  },
  elsewhere,
);

meets('paper.close_all', async () => {
  const key = newId();
  const { position } = (await terminal.request('POST /api/paper/place', buy)).order;
  await call('POST /api/paper/close', { position }, key);
  return [
    signedOut('paper.close_all'),
    () => call('POST /api/paper/close-all', {}, key),
    readOnly('POST /api/paper/close-all', {}),
  ];
});

it('leaves no refusal unmet', () => expect(unmet()).toEqual([]));
