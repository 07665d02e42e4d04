import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from '#server/platform/db/sql.ts';
import { buildApp } from '#server/start.ts';
import { applyFor, brokenRules } from '#test/ipo-book.ts';
import { openDesk } from '#test/ipo-staff.ts';
import { startServer, type TestServer } from '#test/server.ts';
import { carryOn } from './advance-applications.ts';

const hourMs = 3_600_000;

let server: TestServer;
let desk: ReturnType<typeof openDesk>;
beforeAll(async () => {
  server = await startServer();
  const { user, password } = await server.register({ roles: ['client', 'finance'] });
  desk = openDesk(server, await server.signIn({ email: user.email, password, remember: true }));
});
afterAll(() => server.close());

const told = async (id: string) =>
  (
    await server.db.rows<{ state: string }>(sql`
      select payload ->> 'state' as state from outbox where name = 'ipo.offering_changed' and payload ->> 'offeringId' = ${id} order by id`)
  ).map(({ state }) => state);

it('takes each step once, with two instances at once', async () => {
  const { config, clock, app } = server;
  const other = await buildApp({ config, db: app.db, log: app.log, clock, folder: process.cwd(), pages: false });
  const id = await desk.publish();
  server.clock.advance(30 * hourMs);
  await Promise.all([carryOn(app), carryOn(other), carryOn(app), carryOn(other)]);
  expect(await told(id)).toEqual(['announced', 'open', 'closed']);
  await other.http.close();
});

it('goes on where it was stopped, and ends in the same', async () => {
  const id = await desk.publish();
  server.clock.advance(hourMs);
  await carryOn(server.app);
  for (let place = 0; place < 5; place += 1) await applyFor(server.db, id, 10);
  await desk.act('withdraw', id, { note: 'Called off.' });
  // Stopped in the middle of its first chunk: nothing of that is left.
  const { outbox } = server.app;
  const failing = { ...outbox, emitEach: () => Promise.reject(new Error('killed')) };
  await expect(carryOn({ ...server.app, outbox: failing })).rejects.toThrow('killed');
  await carryOn(server.app);
  await carryOn(server.app);
  const steps = await server.db.rows<{ state: string; count: number }>(sql`
    select s.state, count(*)::int as count from ipo_application_step s join ipo_application a on a.id = s.application_id
    where a.offering_id = ${id} group by s.state`);
  expect(steps).toEqual([{ state: 'cancelled', count: 5 }]);
  expect(await brokenRules(server.db)).toEqual([]);
});
