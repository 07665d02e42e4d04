import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#server/platform/db/sql.ts';
import { buildApp } from '#server/start.ts';
import { applyFor, brokenRules, offeringInAllotment, orderAllotment } from '#test/ipo/book.ts';
import { openStaffScreen } from '#test/ipo/staff.ts';
import { balancesOf } from '#test/money/wallet.ts';
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

describe('an application whose hold has reached its date', () => {
  const inHours = (hours: number) => new Date(server.clock.now().getTime() + hours * hourMs);
  const endOf = (id: string) =>
    server.db.one(sql`
      select a.state, a.reason, h.state as hold from ipo_application a join ledger_hold h on h.id = a.hold_id where a.id = ${id}`);
  const ended = { state: 'cancelled', reason: 'hold_expired', hold: 'expired' };
  const kept = { state: 'submitted', reason: null, hold: 'active' };

  /** An offering that opens in an hour and closes a day later, opened. */
  async function open(changes: object = {}): Promise<string> {
    const id = await staff.publish(changes);
    server.clock.advance(hourMs);
    await advanceApplications(server.app);
    return id;
  }

  it('ends once with its money back, with two instances at once, and no other does', async () => {
    const { config, clock, app } = server;
    const other = await buildApp({ config, db: app.db, log: app.log, clock, folder: process.cwd(), pages: false });
    const id = await open();
    const due = [];
    for (let index = 0; index < 4; index += 1) due.push(await applyFor(server.db, id, 10, { heldUntil: inHours(48) }));
    const later = await applyFor(server.db, id, 10, { heldUntil: inHours(49) });
    server.clock.advance(30 * hourMs);
    // Nothing else is due before, so the job rests until then.
    expect(await advanceApplications(app)).toEqual(inHours(18));
    server.clock.advance(18 * hourMs - 1);
    await advanceApplications(app);
    expect(await endOf(due[0]!.id)).toEqual(kept);
    server.clock.advance(1);
    const runs = await Promise.all([app, other, app, other].map((on) => advanceApplications(on)));
    await advanceApplications(app);
    expect(await Promise.all(due.map((each) => endOf(each.id)))).toEqual(due.map(() => ended));
    expect(await endOf(later.id)).toEqual(kept);
    expect(runs).toContainEqual(inHours(1));
    for (const { wallet, heldMinor } of due) expect(await balancesOf(server.db, wallet)).toEqual([heldMinor, 0n]);
    expect(await brokenRules(server.db)).toEqual([]);
    await staff.action('withdraw', id, { note: 'Called off.' });
    await advanceApplications(app);
    await other.http.close();
  });

  it('takes no part in an allotment that is frozen before, and stops no job', async () => {
    const id = await offeringInAllotment(server.db);
    const { id: application } = await applyFor(server.db, id, 10, { heldUntil: inHours(-1) });
    await orderAllotment(server.db, id, { method: 'pro_rata' });
    expect(await advanceApplications(server.app)).toBeNull();
    expect(await endOf(application)).toEqual(kept);
  });

  it('waits for the new dates of an offering that resumes, not for those of an edit', async () => {
    const id = await open();
    const { id: application } = await applyFor(server.db, id, 10, { heldUntil: inHours(48) });
    const resumed = { opens_at: server.clock.now().toISOString(), closes_at: inHours(100).toISOString() };
    await staff.action('postpone', id, { note: 'Later.' });
    expect((await staff.action('resume', id, { ...resumed, listed_at: null })).status).toBe(200);
    const until = inHours(100 + 30 * 24);
    const dateOf = () =>
      server.db.one(sql`
        select h.expires_at as until from ledger_hold h join ipo_application a on a.hold_id = h.id where a.id = ${application}`);
    expect(await dateOf()).toEqual({ until });
    const { terms } = await staff.read(id);
    const edited = await staff.action('edit', id, { ...terms, listed_at: inHours(2000).toISOString() });
    expect(edited.status).toBe(200);
    expect(await dateOf()).toEqual({ until });
    server.clock.advance(130 * 24 * hourMs);
    await advanceApplications(server.app);
    expect(await endOf(application)).toEqual(ended);
  });
});
