import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#server/platform/db/sql.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';
import { instruments, type Course } from './instruments.ts';

let server: TestServer;
let ida: Session;
beforeAll(async () => {
  server = await startServer();
  ida = await server.register();
});
afterAll(() => server.close());

const routes = [
  'GET /api/market/ticker',
  'GET /api/market/instruments',
  'GET /api/market/quotes',
  'GET /api/market/candles',
] as const;

it.each(routes)('%s requires a session', async (route) => {
  expect((await server.call(route, { as: server.browser() })).status).toBe(401);
});

it('quotes the tape and says that it is simulated', async () => {
  const { body } = await server.call('GET /api/market/ticker', { as: ida });
  expect(body).toMatchObject({ simulated: true, at: server.clock.now().toISOString() });
  expect(body.quotes.map(({ symbol }) => symbol)).toEqual(['SPX', 'NDX', 'EURUSD', 'BTCUSD', 'ETHUSD']);
  expect(body.quotes[0]).toMatchObject({ name: 'S&P 500', is_open: true, is_stale: false });
});

it('names instruments in the language of the caller, or as the operator does', async () => {
  const namesIn = async (language: 'en' | 'de') => {
    const { body } = await server.call('GET /api/market/instruments', { as: ida, language });
    return new Map(body.instruments.map(({ symbol, name }) => [symbol, name]));
  };
  expect((await namesIn('en')).get('XAUUSD')).toBe('Gold');
  expect((await namesIn('de')).get('GER40')).toBe('Deutschland 40');
});

it('lists the simulated instruments as the simulation has them', async () => {
  const { body } = await server.call('GET /api/market/instruments', { as: ida });
  const listed = body.instruments.map(({ symbol, digits, sessions }) => ({ symbol, digits, sessions }));
  const known = Object.entries<Course>(instruments).map(([symbol, { digits, sessions }]) => ({
    symbol,
    digits,
    sessions,
  }));
  expect(listed).toEqual(known);
});

it('quotes bid below ask in the digits of the instrument', async () => {
  const { body } = await server.call('GET /api/market/quotes', { as: ida });
  expect(body.quotes).toHaveLength(Object.keys(instruments).length);
  for (const { symbol, bid, ask, change_percent } of body.quotes) {
    const { digits, spread } = instruments[symbol as keyof typeof instruments];
    expect(bid.split('.')[1]).toHaveLength(digits);
    expect(Number(ask) - Number(bid)).toBeCloseTo(Number(spread), digits);
    expect(change_percent).toMatch(/^-?\d+\.\d\d$/);
  }
});

it('shows the change of Friday at the weekend', async () => {
  const saturday = await startServer({ at: new Date('2026-03-07T12:00:00Z') });
  const { body } = await saturday.call('GET /api/market/ticker', { as: await saturday.register() });
  expect(body.quotes.map(({ is_open }) => is_open)).toEqual([false, false, false, true, true]);
  for (const { change_percent, is_stale } of body.quotes) {
    expect(change_percent).not.toBe('0.00');
    expect(is_stale).toBe(false);
  }
  await saturday.close();
});

it('quotes the requested symbols, and nothing for an unknown one', async () => {
  const { body } = await server.call('GET /api/market/quotes', { as: ida, query: { symbols: 'eurusd, NOPE' } });
  expect(body.quotes.map(({ symbol }) => symbol)).toEqual(['EURUSD']);
});

describe('candles', () => {
  const ask = (query: Record<string, string>) => server.call('GET /api/market/candles', { as: ida, query });

  it('responds with 404 for a symbol that is not quoted, and with 422 for another interval', async () => {
    expect((await ask({ symbol: 'NOPE', interval: '1m' })).status).toBe(404);
    expect((await ask({ symbol: 'SPX', interval: '2m' })).status).toBe(422);
    expect((await ask({ symbol: 'SPX', interval: '1m', limit: '501' })).status).toBe(422);
  });

  it('come by range from stored ones, the earliest first, with the present quote at the end', async () => {
    const insert = (at: string) =>
      server.db.run(sql`
      insert into market_candle (symbol, span, at, open, high, low, close, received_at)
      values ('SPX', '1m', ${at}, 6700, 6702, 6699, 6701, ${at})`);
    await Promise.all(['2026-03-02T14:58:00Z', '2026-03-02T14:57:00Z', '2026-03-02T14:59:00Z'].map(insert));
    const { body } = await ask({ symbol: 'SPX', interval: '1m' });
    const { body: tape } = await server.call('GET /api/market/ticker', { as: ida });
    expect(body.candles.map(({ at }) => at.slice(14, 16))).toEqual(['57', '58', '59', '00']);
    expect(body.candles.at(-1)?.close).toBe(tape.quotes[0]?.price);
    const range = { from: '2026-03-02T14:58:00Z', to: '2026-03-02T15:00:00Z' };
    expect((await ask({ symbol: 'SPX', interval: '1m', ...range })).body.candles).toHaveLength(2);
    const last = await ask({ symbol: 'SPX', interval: '1m', ...range, limit: '1' });
    expect(last.body.candles.map(({ at }) => at)).toEqual(['2026-03-02T14:59:00.000Z']);
  });
});
