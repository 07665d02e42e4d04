import { afterAll, beforeAll, expect, it } from 'vitest';
import { testDatabase } from '#test/database.ts';
import { sql } from './sql.ts';

let world: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  world = await testDatabase();
});
afterAll(() => world.drop());

const moveClock = () => world.db.run(sql`update demo_clock set ahead_ms = ahead_ms + 1`);

it('announces a change once it has committed, and again what may have been missed', async () => {
  const { db } = world;
  let news = 0;
  const end = db.changes.on('demo_clock', () => void (news += 1));
  await expect.poll(() => db.changes.isUp()).toBe(true);
  news = 0;
  await db.tx(async (tx) => {
    await tx.run(sql`update demo_clock set ahead_ms = ahead_ms + 1`);
    await new Promise((done) => setTimeout(done, 100));
    expect(news).toBe(0);
  });
  await expect.poll(() => news).toBe(1);

  await db.run(sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query like '%listen atrium_changes'`);
  await expect.poll(() => db.changes.isUp(), { interval: 1 }).toBe(false);
  await moveClock();
  await expect.poll(() => news).toBeGreaterThan(1);
  expect(db.changes.isUp()).toBe(true);

  end();
  const before = news;
  await moveClock();
  await new Promise((done) => setTimeout(done, 100));
  expect(news).toBe(before);
});
