import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from '#server/platform/db/sql.ts';
import { buildApp } from '#server/start.ts';
import { applyFor, brokenRules } from '#test/ipo/book.ts';
import { openStaffScreen } from '#test/ipo/staff.ts';
import { startServer, type TestServer } from '#test/server.ts';
import { advanceApplications } from './advance-applications.ts';

const hourMs = 3_600_000;

let server: TestServer;
let staff: ReturnType<typeof openStaffScreen>;
beforeAll(async () => {
  server = await startServer();
  const { user, password } = await server.register({ roles: ['client', 'finance'] });
  staff = openStaffScreen(server, await server.signIn({ email: user.email, password, remember: true }));
});
afterAll(() => server.close());

const emittedStates = async (id: string) =>
  (
    await server.db.rows<{ state: string }>(sql`
      select payload ->> 'state' as state from outbox where name = 'ipo.offering_changed' and payload ->> 'offeringId' = ${id} order by id`)
  ).map(({ state }) => state);

it('takes each step once, with two instances at once', async () => {
  const { config, clock, app } = server;
  const other = await buildApp({ config, db: app.db, log: app.log, clock, folder: process.cwd(), pages: false });
  const id = await staff.publish();
  server.clock.advance(30 * hourMs);
  await Promise.all([
    advanceApplications(app),
    advanceApplications(other),
    advanceApplications(app),
    advanceApplications(other),
  ]);
  expect(await emittedStates(id)).toEqual(['announced', 'open', 'closed']);
  await other.http.close();
});

it('continues after an interruption, with the same result', async () => {
  const id = await staff.publish();
  server.clock.advance(hourMs);
  await advanceApplications(server.app);
  for (let index = 0; index < 5; index += 1) await applyFor(server.db, id, 10);
  await staff.action('withdraw', id, { note: 'Called off.' });
  // Stopped in the middle of its first chunk: nothing of it is left.
  const { outbox } = server.app;
  const failing = { ...outbox, emitEach: () => Promise.reject(new Error('killed')) };
  await expect(advanceApplications({ ...server.app, outbox: failing })).rejects.toThrow('killed');
  await advanceApplications(server.app);
  await advanceApplications(server.app);
  const steps = await server.db.rows<{ state: string; count: number }>(sql`
    select s.state, count(*)::int as count from ipo_application_status_history s join ipo_application a on a.id = s.application_id
    where a.offering_id = ${id} group by s.state`);
  expect(steps).toEqual([{ state: 'cancelled', count: 5 }]);
  expect(await brokenRules(server.db)).toEqual([]);
});
