import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { sql } from '#server/platform/db/sql.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';
import { marketFeed } from '../feed.ts';

let status = 200;
let failed = 0;
const world = createServer((_request, reply) => {
  if (status === 500) failed += 1;
  reply
    .writeHead(status)
    .end(JSON.stringify({ SPX: { bid: 6700.126, ask: 6701 }, BTCUSD: { bid: 90000, ask: 90010 } }));
});
let server: TestServer;
let ida: Session;
beforeAll(async () => {
  await new Promise<void>((listening) => world.listen(0, '127.0.0.1', listening));
  const { port } = world.address() as AddressInfo;
  server = await startServer({
    env: {
      MARKET_FEED: 'http',
      MARKET_FEED_URL: `http://127.0.0.1:${port}/?of={symbols}`,
      MARKET_FEED_MAPPING: '{"symbol":"$key"}',
      MARKET_FEED_EVERY_MS: '250',
    },
  });
  ida = await server.register();
});
afterAll(async () => {
  await server.close();
  world.closeAllConnections();
  world.close();
});

const quotes = async () => (await server.call('GET /api/market/quotes', { as: ida })).body;

it('quotes what the source does, and says that it is no simulation', async () => {
  await vi.waitFor(async () => expect((await quotes()).quotes).toHaveLength(2), 20_000);
  expect(await quotes()).toMatchObject({
    simulated: false,
    quotes: [
      { symbol: 'SPX', bid: '6700.13', ask: '6701.00', change_percent: '0.00', is_open: true, is_stale: false },
      {},
    ],
  });
});

it('stores received prices, and measures the change of a day against the day before', async () => {
  await server.app.jobs.run('market.candles');
  await server.app.jobs.run('market.candles');
  const candles = await server.db.rows(sql`select span, close from market_candle where symbol = 'SPX' order by span`);
  expect(candles).toHaveLength(6);
  await server.db.run(sql`
    insert into market_candle (symbol, span, at, open, high, low, close, received_at)
    values ('SPX', '1h', '2026-03-01T23:00Z', 6000, 6000, 6000, 6000, '2026-03-01T23:00Z')`);
  await marketFeed(server.app).refresh();
  expect((await quotes()).quotes[0]).toMatchObject({ previous_close: '6000.00', change_percent: '11.67' });
});

it('marks prices as stale once the source is silent, and keeps them', async () => {
  status = 500;
  // It is called again only when the call before is over.
  await expect.poll(() => failed).toBeGreaterThan(1);
  server.clock.advance(31_000);
  expect((await quotes()).quotes[0]).toMatchObject({ bid: '6700.13', is_stale: true });
  const { body } = await server.call('GET /api/market/candles', { as: ida, query: { symbol: 'SPX', interval: '1m' } });
  expect(body.candles).toHaveLength(1);
});
