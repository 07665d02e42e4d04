import { afterAll, beforeAll, expect, it } from 'vitest';
import { readConfig } from '#server/platform/config/config.ts';
import { sql } from '#server/platform/db/sql.ts';
import { startServer, type TestServer } from '#test/server.ts';
import { seedDemo } from './seed.ts';

/** A Saturday night, when most markets and support are closed; further ahead than 32 bits of milliseconds. */
const saturday = '2026-05-09T23:30:00Z';

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ env: { DEMO_CLOCK: saturday } });
});
afterAll(() => server.close());

const fromSaturdayMs = () => server.app.clock.now().getTime() - Date.parse(saturday);

it('starts a fresh demo at the named instant, with all its seed data, and lets it go on', async () => {
  expect(await seedDemo(server.app)).toBe(true);
  expect(fromSaturdayMs()).toBe(0);
  const { joined } = await server.db.one<{ joined: Date }>(sql`select max(created_at) as joined from person`);
  // The newcomer joined a few hours before.
  expect(joined.getTime()).toBeGreaterThan(Date.parse('2026-05-09T12:00:00Z'));
  server.clock.advance(60_000);
  expect(await seedDemo(server.app)).toBe(false);
  expect(fromSaturdayMs()).toBe(60_000);
}, 120_000);

it('refuses an instant in the past, and text that is no instant', async () => {
  const fresh = await startServer();
  try {
    const config = { ...fresh.app.config, demoStartsAt: new Date('2026-03-01T00:00:00Z') };
    await expect(seedDemo({ ...fresh.app, config })).rejects.toThrow('DEMO_CLOCK lies in the past');
  } finally {
    await fresh.close();
  }
  expect(() => readConfig({ DEMO_CLOCK: 'Saturday' })).toThrow('DEMO_CLOCK');
});
