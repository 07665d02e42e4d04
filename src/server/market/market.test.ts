import { afterAll, beforeAll, expect, it } from 'vitest';
import { startServer, type TestServer } from '#test/server.ts';

let server: TestServer;
beforeAll(async () => void (server = await startServer()));
afterAll(() => server.close());

it('is for those who are signed in', async () => {
  expect((await server.call('GET /api/market/ticker', { as: server.browser() })).status).toBe(401);
});

it('quotes the tape and says that it is simulated', async () => {
  const ida = await server.register();
  const { body } = await server.call('GET /api/market/ticker', { as: ida });
  expect(body).toMatchObject({ simulated: true, at: server.clock.now().toISOString() });
  expect(body.quotes.map(({ symbol }) => symbol)).toEqual(['SPX', 'NDX', 'EURUSD', 'BTCUSD', 'ETHUSD']);
});
