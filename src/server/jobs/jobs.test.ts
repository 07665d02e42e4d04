import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Events } from '#contract/modules.ts';
import { jobsEndpoints } from '#contract/jobs/endpoints.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import { refusalsOf } from '#test/endpoints/refusals.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';

let server: TestServer;
let admin: Session;
let second: Session;
let received: string[] = [];
let isDown = true;

beforeAll(async () => {
  server = await startServer();
  admin = await server.register({ roles: ['client', 'admin'] });
  second = await server.register({ roles: ['client', 'admin'] });
  await server.drain();
  const deliver = async ({ email }: Events['auth.verification_requested']) => {
    if (isDown) throw new Error(`no mailbox for ${email}\n    at postOffice`);
    received.push(email);
    await Promise.resolve();
  };
  server.app.outbox.on('auth.verification_requested', deliver, 'awaited');
});
afterAll(() => server.close());
beforeEach(async () => {
  [received, isDown] = [[], true];
  await server.db.run(sql`delete from outbox`);
});

const happen = async (email = 'nobody@example.com') => {
  await server.db.tx((tx) => server.app.outbox.emit(tx, 'auth.verification_requested', { email }));
  const { id } = await server.db.one<{ id: bigint }>(sql`select max(id) as id from outbox`);
  return String(id);
};
const fail = async (times = 1) => {
  for (let nth = 0; nth < times; nth += 1) {
    await server.drain();
    // Makes the next attempt due now. The clock cannot move that far: the session of staff would expire.
    await server.db.run(sql`update outbox set next_attempt_at = ${server.clock.now()} where given_up_at is null`);
  }
};
const readJobs = async () => (await server.call('POST /api/staff/jobs', { as: admin, body: {} })).body;
const events = async (state: 'failing' | 'given_up') =>
  (await server.call('POST /api/staff/jobs/events', { as: admin, body: { state } })).body.events;
const tryAgain = (event_id: string, as = admin) =>
  server.call('POST /api/staff/jobs/events/try-again', { as, body: { event_id } });
const tryAll = (as = admin) => server.call('POST /api/staff/jobs/events/try-all-again', { as, body: {} });
const actions = async (action: string, since: bigint) =>
  (
    await server.db.rows<{ details: Record<string, string> }>(
      sql`select details from audit_entry where action = ${action} order by id offset ${since}`,
    )
  ).map(({ details }) => details);
const actionsSoFar = async (action: string) =>
  (await server.db.one<{ n: bigint }>(sql`select count(*) as n from audit_entry where action = ${action}`)).n;

const refusals = refusalsOf(jobsEndpoints);

describe('refusals', () => {
  refusals.meets('jobs.try_again', async () => {
    const [delivered, underWay] = [await happen(), await happen()];
    const later = new Date(server.clock.now().getTime() + 60_000);
    await server.db.run(sql`
      update outbox set under_way = true, next_attempt_at = ${later}, delivered_at = case when id = ${delivered}::bigint then ${later}::timestamptz end`);
    return [() => tryAgain('999999999'), () => tryAgain(delivered), () => tryAgain(underWay)];
  });
  it('are all covered', () => expect(refusals.unmet()).toEqual([]));
});

describe('jobs.list', () => {
  const name = 'wallets.purge_quotes';
  const line = async () => (await readJobs()).jobs.find((job) => job.name === name);
  const write = async (columns: Sql, values: Sql) => {
    await server.db.run(sql`delete from job where name = ${name}`);
    await server.db.run(sql`insert into job (name, ${columns}) values (${name}, ${values})`);
  };

  it('lists every job with its last run', async () => {
    expect(await line()).toMatchObject({ every_ms: 3_600_000, outcome: 'never', started_at: null, next_at: null });
    await write(sql`started_at, finished_at`, sql`now() - interval '5 s', now() - interval '3 s'`);
    expect(await line()).toMatchObject({ outcome: 'done', took_ms: 2000, holder: null, failures: 0 });
    await write(sql`started_at, leased_until, holder`, sql`now(), now() + interval '1 min', 'host-a:77'`);
    expect(await line()).toMatchObject({ outcome: 'running', holder: 'host-a:77', finished_at: null });
    await write(
      sql`started_at, leased_until, holder`,
      sql`now() - interval '1 h', now() - interval '1 min', 'host-a:77'`,
    );
    expect(await line()).toMatchObject({ outcome: 'broken_off', holder: null });
    await write(
      sql`started_at, finished_at, failure, failures, last_failure, last_failed_at`,
      sql`now(), now(), 'no paper', 3, 'no paper', now()`,
    );
    expect(await line()).toMatchObject({ outcome: 'failed', failures: 3, last_failure: 'no paper' });
    const { jobs } = await readJobs();
    expect(jobs.map((job) => job.name)).toEqual(jobs.map((job) => job.name).toSorted());
    expect(jobs.length).toBeGreaterThan(30);
  });
});

describe('undelivered events', () => {
  it('are counted and listed with their last error, without their content', async () => {
    await happen('ida.berg@example.com');
    expect((await readJobs()).events).toMatchObject({ waiting: 1, failing: 0, given_up: 0 });
    expect((await readJobs()).events.oldest_at).not.toBeNull();
    await fail();
    expect((await readJobs()).events).toMatchObject({ waiting: 1, failing: 1, given_up: 0 });
    const [event] = await events('failing');
    expect(event).toMatchObject({ name: 'auth.verification_requested', attempts: 1, error: 'no mailbox for …@…' });
    expect(JSON.stringify(event)).not.toContain('ida.berg');
    expect(await events('given_up')).toEqual([]);
    await fail(34);
    expect((await readJobs()).events).toMatchObject({ waiting: 0, failing: 0, given_up: 1, oldest_at: null });
    expect(await events('given_up')).toMatchObject([{ attempts: 35, next_attempt_at: null }]);
  });

  it('are listed page by page', async () => {
    for (let nth = 0; nth < 52; nth += 1) await happen();
    await server.db.run(sql`update outbox set given_up_at = now()`);
    const first = (await server.call('POST /api/staff/jobs/events', { as: admin, body: { state: 'given_up' } })).body;
    const rest = (
      await server.call('POST /api/staff/jobs/events', {
        as: admin,
        body: { state: 'given_up', cursor: first.next_cursor ?? '' },
      })
    ).body;
    expect([first.events.length, rest.events.length, rest.next_cursor]).toEqual([50, 2, null]);
    expect(new Set([...first.events, ...rest.events].map(({ id }) => id)).size).toBe(52);
  });

  it('are retried once, however many calls come at once', async () => {
    const id = await happen();
    await fail(35);
    const before = await actionsSoFar('jobs.try_again');
    const responses = await Promise.all(Array.from({ length: 8 }, (_, nth) => tryAgain(id, nth % 2 ? admin : second)));
    expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
    expect(await actions('jobs.try_again', before)).toEqual([{ event: id, name: 'auth.verification_requested' }]);
    await server.drain();
    expect(await events('given_up')).toMatchObject([{ id, attempts: 36 }]);
    isDown = false;
    await tryAgain(id);
    await server.drain();
    expect(received).toHaveLength(1);
    expect((await tryAgain(id)).refusal.code).toBe('jobs.delivered');
    expect(await actions('jobs.try_again', before)).toHaveLength(2);
  });

  it('are all retried once, after the cause is mended', async () => {
    await happen('a@example.com');
    await happen('b@example.com');
    await fail(35);
    isDown = false;
    const before = await actionsSoFar('jobs.try_all_again');
    const responses = await Promise.all([tryAll(), tryAll(second), tryAll(), tryAll(second)]);
    expect(responses.map(({ body }) => body.count).toSorted((a, b) => a - b)).toEqual([0, 0, 0, 2]);
    expect(await actions('jobs.try_all_again', before)).toEqual([{ events: '2' }]);
    await server.drain();
    expect(received.toSorted()).toEqual(['a@example.com', 'b@example.com']);
  });
});

describe('platform.purge_delivered', () => {
  it('deletes old delivered events and nothing else', async () => {
    isDown = false;
    const [old, given] = [await happen(), await happen()];
    await server.drain();
    await server.db.run(sql`update outbox set delivered_at = null, given_up_at = now() where id = ${given}::bigint`);
    await server.db.run(sql`update outbox set delivered_at = delivered_at - interval '31 days'`);
    const [fresh, waiting] = [await happen(), await happen()];
    await server.drain();
    await server.db.run(sql`update outbox set delivered_at = null where id = ${waiting}::bigint`);
    await server.app.jobs.run('platform.purge_delivered');
    const left = await server.db.rows<{ id: bigint }>(sql`select id from outbox order by id`);
    expect(left.map(({ id }) => String(id))).toEqual([given, fresh, waiting]);
    expect(left).not.toContainEqual({ id: BigInt(old) });
  });
});
