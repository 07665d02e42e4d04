import { afterAll, beforeAll, expect, it } from 'vitest';
import { startServer, type TestServer } from '#test/server.ts';
import { countByNetwork, countHit } from './rate-limit.ts';
import { sql } from '../../db/sql.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

it('deletes windows that ended days ago, and no others', async () => {
  const { db, clock, app } = server;
  await countHit(db, clock, ['test', 'long ago'], 60);
  clock.advance(3 * 86_400_000);
  await countHit(db, clock, ['test', 'now'], 60);
  await app.jobs.run('platform.purge_rate_windows');
  expect(await db.one(sql`select count(*)::int as count from rate_window`)).toEqual({ count: 1 });
  expect((await countHit(db, clock, ['test', 'now'], 60)).hits).toBe(2);
});

it('counts a network, and the wider nets around it at their share', async () => {
  const { db, clock } = server;
  const limit = { hits: 2, windowS: 60 };
  const comeFrom = async (address: string) => (await countByNetwork(db, clock, ['nets'], address, limit)) === undefined;
  const hosts = await Promise.all([1, 2, 3, 4].map((host) => comeFrom(`2001:db8:1:1::${host}`)));
  expect(hosts.filter(Boolean)).toHaveLength(2);
  // Three more networks use up what their /56 may do: four times as much.
  const nets = ['2', '2', '3', '3', '4', '4'].map((net) => comeFrom(`2001:db8:1:${net}::1`));
  expect((await Promise.all(nets)).filter(Boolean)).toHaveLength(6);
  expect([await comeFrom('2001:db8:1:5::1'), await comeFrom('2001:db8:1:100::1')]).toEqual([false, true]);
});
