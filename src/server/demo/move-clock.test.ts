import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildApp } from '#server/start.ts';
import { sql } from '#server/platform/db/sql.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';

const dayMs = 86_400_000;

let server: TestServer;
let adam: Session;
beforeAll(async () => {
  server = await startServer();
  adam = await server.register({ roles: ['client', 'admin'] });
});
afterAll(() => server.close());

const read = () => server.call('GET /api/demo/clock', { as: adam });
const move = (by: 'next' | 'day' | 'week', ahead_ms: number, as = adam) =>
  server.call('POST /api/demo/clock', { as, body: { by, ahead_ms } });

it('moves forward for everyone, and each response says how far', async () => {
  const ida = await server.register();
  const before = server.app.clock.now();
  expect((await read()).body).toEqual({ now: before.toISOString(), ahead_ms: 0, next: null });
  const { body, status } = await move('week', 0);
  expect([status, body.ahead_ms]).toEqual([200, 7 * dayMs]);
  expect(server.app.clock.now().getTime() - before.getTime()).toBe(7 * dayMs);
  const { headers } = await server.call('POST /api/client-info', { as: ida });
  expect(headers.get('x-clock-ahead')).toBe(String(7 * dayMs));
});

it('notes in the audit log which time it was moved to', async () => {
  await move('day', (await read()).body.ahead_ms);
  const details = await server.db.one<{ until: string }>(sql`
    select details ->> 'until' as until from audit_entry where action = 'demo.move_clock' order by id desc limit 1`);
  expect(details.until).toBe(server.app.clock.now().toISOString());
});

it('leaves everyone signed in, however far it goes', async () => {
  const ida = await server.register();
  let ahead = (await read()).body.ahead_ms;
  for (let weeks = 0; weeks < 6; weeks += 1) ahead = (await move('week', ahead)).body.ahead_ms;
  expect((await server.call('POST /api/client-info', { as: ida })).status).toBe(200);
});

it('moves once when two have seen the same time', async () => {
  const ahead = (await read()).body.ahead_ms;
  const replies = await Promise.all([move('day', ahead), move('day', ahead), move('day', ahead)]);
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect((await read()).body.ahead_ms).toBe(ahead + dayMs);
  expect((await move('next', ahead + dayMs)).body.ahead_ms).toBe(ahead + dayMs);
});

it('is followed by other instances, and never goes back', async () => {
  const { config, clock, app } = server;
  const other = await buildApp({ config, db: app.db, log: app.log, clock, folder: process.cwd(), pages: false });
  await move('day', (await read()).body.ahead_ms);
  await other.demoClock?.refresh();
  expect(other.clock.now()).toEqual(app.clock.now());
  await other.http.close();
  await expect(server.db.run(sql`update demo_clock set ahead_ms = ahead_ms - 1`)).rejects.toThrow('never goes back');
});

it('is only for admins of a demo', async () => {
  const ida = await server.register();
  const ines = await server.register({ roles: ['client', 'finance'] });
  expect((await move('day', 0, ida)).status).toBe(403);
  expect((await move('day', 0, ines)).status).toBe(403);
  const broker = await startServer({ env: { DEMO: '0' } });
  try {
    const admin = await broker.register({ roles: ['client', 'admin'] });
    expect((await broker.call('GET /api/demo/clock', { as: admin })).status).toBe(404);
    expect((await broker.call('POST /api/demo/clock', { as: admin, body: { by: 'day', ahead_ms: 0 } })).status).toBe(
      404,
    );
    expect(broker.app.demoClock).toBeNull();
  } finally {
    await broker.close();
  }
});
