import { afterAll, beforeAll, expect, it } from 'vitest';
import { startServer, type TestServer } from '#test/server.ts';
import { countHit } from './rate-limit.ts';
import { sql } from '../db/sql.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

it('forgets who knocked days ago, and nobody else', async () => {
  const { db, clock, app } = server;
  await countHit(db, clock, ['test', 'long ago'], 60);
  clock.advance(3 * 86_400_000);
  await countHit(db, clock, ['test', 'now'], 60);
  await app.jobs.run('platform.forget_hits');
  expect(await db.one(sql`select count(*)::int as count from rate_window`)).toEqual({ count: 1 });
  expect((await countHit(db, clock, ['test', 'now'], 60)).hits).toBe(2);
});
