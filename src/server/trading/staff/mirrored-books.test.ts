import { afterAll, beforeAll, expect, it } from 'vitest';
import { startServer, type Session, type TestServer } from '#test/server.ts';
import { openTerminal, type Terminal } from '#test/trading/terminal.ts';

let server: TestServer;
let finance: Session;
beforeAll(async () => {
  server = await startServer();
  finance = await server.register({ roles: ['client', 'finance'] });
});
afterAll(() => server.close());

const list = (as: Session) => server.call('POST /api/staff/mirrored-books', { as, body: {} });
const index = (terminal: Terminal, side: 'buy' | 'sell', volume: string) =>
  terminal.request('POST /api/paper/place', { symbol: 'EURUSD', side, type: 'market', volume });

it('shows clients who are long and short in one instrument over their accounts, net, gross and since when', async () => {
  const one = await openTerminal(server);
  const other = await openTerminal(server, '10000.00', one.owner);
  await index(one, 'buy', '0.30');
  await index(one, 'sell', '0.10');
  expect((await list(finance)).body).toEqual({ books: [], count: 0 });
  server.clock.advance(60_000);
  const since = server.clock.now().toISOString();
  const { order } = await index(other, 'sell', '0.05');
  server.clock.advance(60_000);
  const { books, count } = (await list(finance)).body;
  expect(count).toBe(1);
  expect(books).toMatchObject([
    {
      client: { id: one.owner.user.id, name: 'Ida Berg' },
      symbol: 'EURUSD',
      net: '0.15',
      gross: '0.45',
      trading_account_ids: [one.number, other.number].toSorted(),
      since,
    },
  ]);
  const file = await server.call('GET /api/staff/mirrored-books/file', { as: finance });
  expect(file.body).toContain('EURUSD');
  await other.request('POST /api/paper/close', { position: order.ticket });
  expect((await list(finance)).body.count).toBe(0);
});

it('is for staff who work with money', async () => {
  expect((await list(await server.register())).status).toBe(403);
});

it('blocks money while accounts mirror each other', async () => {
  const one = await openTerminal(server);
  const other = await openTerminal(server, '10000.00', one.owner);
  await index(one, 'buy', '0.10');
  const { order } = await index(other, 'sell', '0.10');
  const { body: wallets } = await server.call('POST /api/wallets', { as: one.owner });
  const takeOut = (key: string) =>
    server.call('POST /api/trading-account/transfer', {
      as: one.owner,
      body: { trading_account_id: one.number, wallet_id: wallets[0]!.id, direction: 'out', amount: '5' },
      headers: { 'idempotency-key': key },
    });
  const refused = await takeOut('30a4a7f6-64ab-4b3d-9b43-ce5a1c7f6a01');
  expect([refused.status, refused.refusal.code]).toEqual([409, 'trading.mirrored']);
  await other.request('POST /api/paper/close', { position: order.ticket });
  expect((await takeOut('30a4a7f6-64ab-4b3d-9b43-ce5a1c7f6a02')).status).toBe(200);
});
