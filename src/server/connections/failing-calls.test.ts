import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from '#server/platform/db/sql.ts';
import { connectionInUse } from '#test/connections/connections.ts';
import { startServer, type TestServer } from '#test/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
  await server.register();
});
afterAll(() => server.close());

/** For how long each call of some connection has failed; measured once a minute. */
async function waitedSeconds(): Promise<number> {
  server.clock.advance(60_000);
  const { body } = await server.app.http.inject({ method: 'GET', url: '/metrics' });
  return Number(/^atrium_work_waiting_seconds\{queue="provider_calls"\} (\d+)$/m.exec(body)?.[1]);
}

it('a connection of which call after call fails is late; a call that succeeds ends it', async () => {
  const { id } = await connectionInUse(server, { port: 'payouts', adapter: 'adyen_transfers' });
  const called = (status: number, expected = false) =>
    server.db.run(sql`
      insert into connection_call (connection_id, purpose, method, host, path, status, expected, duration_ms, at)
      values (${id}, 'look up', 'GET', 'api.example.com', '/', ${status}, ${expected}, 5, ${server.clock.now()})`);
  await called(200);
  server.clock.advance(1000);
  for (let nth = 0; nth < 4; nth += 1) await called(401);
  await called(404, true);
  expect(await waitedSeconds()).toBe(0);
  await called(500);
  expect(await waitedSeconds()).toBe(120);
  await called(200);
  expect(await waitedSeconds()).toBe(0);
});
