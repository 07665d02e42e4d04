import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';
import { deposit, walletOf } from '#test/money/wallet.ts';

const dayMs = 86_400_000;
const hourMs = 3_600_000;

let server: TestServer;
beforeAll(async () => void (server = await startServer()));
afterAll(() => server.close());

const open = async (as: Session) =>
  (await server.call('POST /api/trading-account/create', { as, body: { currency_id: 'USD' } })).body.trading_account_id;
const equity = (as: Session, trading_account_id: string, range: '1m' | '3m' | '6m' | '1y' | 'all' = 'all') =>
  server.call('POST /api/trading-account/equity', { as, body: { trading_account_id, range } });
const hours = (number: string) =>
  server.db.rows<{ hour: Date; equity: bigint }>(
    sql`select hour, equity from trading_equity where account = ${number}::bigint order by hour`,
  );

/** Lets days pass, after which the client must sign in again. */
async function later(as: Session, days: number): Promise<Session> {
  server.clock.advance(days * dayMs);
  return server.signIn({ email: as.user.email, password: as.password });
}

/** Moves whole dollars from the wallet to the account. */
async function fund(as: Session, trading_account_id: string, amount: number) {
  await deposit(server.db, as.user.id, BigInt(amount * 100), server.clock.now());
  const { walletId: wallet_id } = await walletOf(server.db, as.user.id);
  const body = { trading_account_id, wallet_id, direction: 'in' as const, amount: String(amount), request_id: newId() };
  const { status } = await server.call('POST /api/trading-account/transfer', { as, body });
  expect(status).toBe(200);
}

it('is the ledger’s balance at the end of each day before anything was written, and the present one today', async () => {
  let ida = await server.register();
  const number = await open(ida);
  const start = server.clock.now();
  await fund(ida, number, 10);
  ida = await later(ida, 2);
  await fund(ida, number, 5);
  const { body } = await equity(ida, number);
  const on = (days: number) => new Date(start.getTime() + days * dayMs).toISOString().slice(0, 10);
  expect(body).toEqual({
    currency: 'USD',
    points: [
      { on: on(0), equity: '10.00', capital: '10.00' },
      { on: on(1), equity: '10.00', capital: '10.00' },
      { on: on(2), equity: '15.00', capital: '15.00' },
    ],
  });
  ida = await later(ida, 40);
  const { points } = (await equity(ida, number, '1m')).body;
  expect(points).toHaveLength(31);
  expect(new Set(points.map((point) => point.equity))).toEqual(new Set(['15.00']));
});

it('is written once in an hour, however many do it, and shown from then on', async () => {
  const ida = await server.register();
  const number = await open(ida);
  await fund(ida, number, 20);
  await Promise.all(Array.from({ length: 5 }, () => server.app.jobs.run('trading.record_equity')));
  expect(await hours(number)).toMatchObject([{ equity: 2000n }]);
  await server.db.run(sql`update trading_equity set equity = 1900 where account = ${number}::bigint`);
  server.clock.advance(hourMs);
  await server.app.jobs.run('trading.record_equity');
  expect((await hours(number)).map((point) => point.equity)).toEqual([1900n, 2000n]);
  await server.db.run(sql`update trading_equity set equity = 1800 where account = ${number}::bigint and equity = 2000`);
  const again = await later(ida, 1);
  expect((await equity(again, number)).body.points.map((point) => point.equity)).toEqual(['18.00', '20.00']);
});

it('keeps the last hour of an old day alone, and every hour of the recent days', async () => {
  const ida = await server.register();
  const number = await open(ida);
  const midnight = Math.floor(server.clock.now().getTime() / dayMs) * dayMs;
  const at = (days: number, hour: number) => new Date(midnight + days * dayMs + hour * hourMs);
  for (const hour of [at(-36, 1), at(-36, 22), at(-36, 23), at(-35, 0), at(-35, 1)])
    await server.db.run(sql`
      insert into trading_equity (account, hour, equity) values (${number}::bigint, ${hour}, 1)`);
  await server.app.jobs.run('trading.downsample_equity');
  expect((await hours(number)).map(({ hour }) => hour)).toEqual([at(-36, 23), at(-35, 0), at(-35, 1)]);
});

it('cannot be read by another client', async () => {
  const number = await open(await server.register());
  const { status, refusal } = await equity(await server.register(), number);
  expect([status, refusal.code]).toEqual([404, 'http.not_found']);
});
