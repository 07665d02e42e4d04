import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { InboxEvent } from '#server/platform/connections/connections.ts';
import { addSecret, openSecrets } from '#server/platform/connections/secrets.ts';
import { sql } from '#server/platform/db/sql.ts';
import { buildApp } from '#server/start.ts';
import { approvedAnyway, connectionInUse } from '#test/connections/connections.ts';
import { signed, standInAdapter, standInTerms } from '#test/connections/stand-in.ts';
import { reEncryptAll } from '#server/platform/secrets/re-encrypt.ts';
import { decryptBody } from '#server/platform/connections/event-body.ts';
import { startServer, type TestServer } from '#test/server.ts';
import { handleNext } from './handle-event.ts';
import { openEventStore } from './store-events.ts';

let server: TestServer;
let connection: Awaited<ReturnType<typeof connectionInUse>>;
let handled: InboxEvent[] = [];
let act: (event: InboxEvent) => Promise<'done' | 'ignored'>;

beforeAll(async () => {
  server = await startServer();
  server.app.connections.add(standInAdapter, standInTerms);
  server.app.connections.on('payments', (event) => act(event));
  await server.register();
  connection = await connectionInUse(server);
});
afterAll(() => server.close());

const staff = () => server.register({ roles: ['client', 'finance'] });

let events = 0;
const unique = () => `evt_${(events += 1)}`;
const plain = { type: 'payment.paid', subject: null as string | null, ref: null as string | null };

interface Sent {
  secret?: string;
  headers?: Record<string, string>;
  path?: string;
  text?: string;
  query?: string;
}

/** What the provider sends. */
async function send(
  event: object,
  { secret = 'whsec-1', headers = {}, path = connection.path, text, query = '' }: Sent = {},
) {
  const raw = text ?? JSON.stringify({ ...plain, ...event });
  const response = await fetch(`${server.url}${path}${query}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-any', 'x-signature': signed(secret, raw), ...headers },
    body: raw,
  });
  return { status: response.status, body: await response.text() };
}

const rowsOf = (...ids: string[]) =>
  server.db.rows<{ eventId: string; state: string; attempts: number; error: string | null; signature: string }>(sql`
    select event_id as "eventId", state, attempts, error, signature from inbox_event where event_id = any(${ids}) order by id`);

const states = async (...ids: string[]) => (await rowsOf(...ids)).map(({ state }) => state);

function record(answer: (event: InboxEvent) => 'done' | 'ignored' | Promise<'done'> = () => 'done') {
  handled = [];
  act = async (event) => {
    handled.push(event);
    return answer(event);
  };
}

describe('a signed call of a provider', () => {
  it('that cannot be stored holds up none of those that came with it', async () => {
    record();
    const ids = Array.from({ length: 30 }, unique);
    const calls = ids.flatMap((id, place) => [send({ id }), ...(place % 10 === 5 ? [send({ id: '' })] : [])]);
    const answers = await Promise.all(calls);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(30);
    expect(answers.filter(({ status }) => status !== 200)).toHaveLength(3);
    await expect.poll(async () => (await states(...ids)).filter((state) => state === 'done')).toHaveLength(30);
  });

  it('is stored, answered as the provider expects, and handled once', async () => {
    record();
    const id = unique();
    const answers = await Promise.all(
      Array.from({ length: 5 }, () =>
        send({ id, subject: 'pay_1', ref: 'DEP1' }, { headers: { 'x-kept': 'yes', 'x-other': 'no' } }),
      ),
    );
    expect(answers).toEqual(Array.from({ length: 5 }, () => ({ status: 200, body: '[accepted]' })));
    await expect.poll(() => states(id)).toEqual(['done']);
    expect(await send({ id })).toMatchObject({ status: 200 });
    await server.app.jobs.run('connections.handle_events');
    expect(handled).toHaveLength(1);
    expect(handled[0]).toMatchObject({ eventId: id, subject: 'pay_1', ref: 'DEP1', headers: { 'x-kept': 'yes' } });
    expect(JSON.parse(handled[0]?.body.toString() ?? '')).toMatchObject({ id });
  });

  it('is counted when it comes again, beside others and later, and not when the provider only lists it', async () => {
    record();
    const [id, other] = [unique(), unique()];
    await Promise.all([send({ id }), send({ id }), send({ id: other }), send({ id })]);
    await send({ id });
    const listed = { connectionId: connection.id, signature: 'listed', headers: {}, raw: Buffer.from('{}') } as const;
    await openEventStore(server.app, () => {})({ ...listed, events: [{ ...plain, eventId: id }] });
    const of = async (eventId: string) => {
      const { body } = await server.call('POST /api/staff/connections/events', { as: await staff(), body: {} });
      return body.events.find((each) => each.event_id === eventId);
    };
    expect(await of(id)).toMatchObject({ repeats: 3, repeated_at: server.clock.now().toISOString() });
    expect(await of(other)).toMatchObject({ repeats: 0, repeated_at: null });
  });

  it('that is not what the provider documents is answered 400, and kept for staff with its body, once', async () => {
    record();
    const text = `not what is documented ${unique()}`;
    for (let times = 0; times < 2; times += 1) expect(await send({}, { text })).toEqual({ status: 400, body: '' });
    const { eventId, body, ...row } = await server.db.one<{ eventId: string; body: Buffer }>(sql`
      select event_id as "eventId", body, type, state, error, repeats from inbox_event
      where connection_id = ${connection.id} and type = 'unreadable' order by id desc limit 1`);
    expect(row).toEqual({
      type: 'unreadable',
      state: 'failed',
      error: expect.stringContaining('JSON') as string,
      repeats: 1,
    });
    expect(decryptBody(server.app, connection.id, eventId, body).toString()).toBe(text);
    expect(handled).toEqual([]);
  });

  it('is kept encrypted', async () => {
    record();
    const id = unique();
    await send({ id, ref: 'PLAINREF' });
    const { body } = await server.db.one<{ body: Buffer }>(sql`select body from inbox_event where event_id = ${id}`);
    expect(body.toString('latin1')).not.toContain('PLAINREF');
  });

  it('needs neither cookies nor an origin of ours, and is no session', async () => {
    record();
    const id = unique();
    const headers = { cookie: 'x=1', origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' };
    expect(await send({ id }, { headers })).toMatchObject({ status: 200 });
  });

  it('may be signed by the older of two secrets until that ends', async () => {
    record();
    await approvedAnyway(server, async (tx) => {
      await addSecret(server.app, tx, {
        connectionId: connection.id,
        name: 'hook_secret',
        secret: 'whsec-2',
        by: (await tx.one<{ id: string }>(sql`select id from person order by id limit 1`)).id,
      });
      await tx.run(sql`
        update connection_secret set ends_at = ${new Date(server.clock.now().getTime() + 3_600_000)}
        where connection_id = ${connection.id} and name = 'hook_secret' and used_at is not null`);
      await tx.run(sql`update connection_secret set used_at = ${server.clock.now()} where used_at is null`);
    });
    server.clock.advance(2000);
    const [older, newer] = [unique(), unique()];
    expect(await send({ id: older })).toMatchObject({ status: 200 });
    expect(await send({ id: newer }, { secret: 'whsec-2' })).toMatchObject({ status: 200 });
    expect((await rowsOf(older, newer)).map(({ signature }) => signature)).toEqual(['second_secret', 'valid']);
    server.clock.advance(3_600_000);
    expect(await send({ id: unique() })).toMatchObject({ status: 401 });
    expect(await send({ id: unique() }, { secret: 'whsec-2' })).toMatchObject({ status: 200 });
    connection = await connectionInUse(server);
  });
});

describe('a call that is not signed', () => {
  it('is answered without a word, and counted', async () => {
    record();
    const own = await connectionInUse(server);
    const id = unique();
    for (const how of [{ secret: 'wrong' }, { headers: { 'x-signature': '' } }, { headers: { 'x-sent-at': '1' } }])
      expect(await send({ id }, { path: own.path, ...how })).toEqual({ status: 401, body: '' });
    expect(await send({ id }, { path: own.path, text: 'not what is documented' })).toEqual({ status: 400, body: '' });
    expect(await rowsOf(id)).toEqual([]);
    const counted = () =>
      server.db.rows(sql`select reason, count from refused_hook where connection_id = ${own.id} order by reason`);
    await expect.poll(counted).toEqual([
      { reason: 'bad_signature', count: 2 },
      { reason: 'too_old', count: 1 },
      { reason: 'unreadable', count: 1 },
    ]);
  });

  it('finds nothing at another address', async () => {
    const other = await connectionInUse(server);
    const paths = [
      `/hooks/${connection.id}/${other.hookPath}`,
      `/hooks/${connection.id}/${'0'.repeat(32)}`,
      '/hooks/x/y',
    ];
    for (const path of paths) expect(await send({ id: unique() }, { path })).toEqual({ status: 404, body: '' });
  });

  it('is not read beyond 1 MB', async () => {
    expect(await send({ id: unique(), type: 'x'.repeat(1_050_000) })).toMatchObject({ status: 413 });
  });
});

describe('the events of one object', () => {
  it('are handled one after the other, those of others beside them', async () => {
    const order: string[] = [];
    let running = 0;
    let most = 0;
    record(async ({ eventId, subject }) => {
      const step = subject === 'pay_7' ? 1 : 0;
      running += step;
      most = Math.max(most, running);
      await new Promise((resolve) => setTimeout(resolve, 20));
      running -= step;
      order.push(eventId);
      return 'done' as const;
    });
    const ids = Array.from({ length: 6 }, unique);
    for (const id of ids) await send({ id, subject: 'pay_7' });
    await send({ id: unique(), subject: 'pay_8' });
    await expect.poll(async () => new Set(await states(...ids))).toEqual(new Set(['done']));
    expect(order.filter((id) => ids.includes(id))).toEqual(ids);
    expect(most).toBe(1);
  });

  it('wait for one that failed, which is tried again with growing pauses until it is given up', async () => {
    let works = false;
    record(() => {
      if (!works) throw new Error('the provider answers 503');
      return 'done';
    });
    const [first, second] = [unique(), unique()];
    await send({ id: first, subject: 'pay_9' });
    await send({ id: second, subject: 'pay_9' });
    await expect
      .poll(() => rowsOf(first, second))
      .toMatchObject([
        { state: 'waiting', attempts: 1, error: 'the provider answers 503' },
        { state: 'waiting', attempts: 0 },
      ]);
    for (let attempt = 2; attempt <= 10; attempt += 1) {
      server.clock.advance(86_400_000);
      await server.app.jobs.run('connections.handle_events');
    }
    expect(await rowsOf(first)).toMatchObject([{ state: 'failed', attempts: 10 }]);
    works = true;
    server.clock.advance(86_400_000);
    await server.app.jobs.run('connections.handle_events');
    expect(await states(first, second)).toEqual(['failed', 'done']);
  });
});

describe('a flood', () => {
  /** So many events that are due at the same time: each failed once. */
  async function flood(): Promise<string[]> {
    record(() => {
      throw new Error('the provider answers 503');
    });
    const ids = Array.from({ length: 60 }, unique);
    await Promise.all(ids.map((id) => send({ id })));
    await expect.poll(async () => (await rowsOf(...ids)).filter(({ error }) => error !== null)).toHaveLength(60);
    server.clock.advance(3000);
    return ids;
  }

  it('is handled in few transactions, while its events are quick', async () => {
    const ids = await flood();
    record();
    await server.app.jobs.run('connections.handle_events');
    expect(handled.map(({ eventId }) => eventId).toSorted()).toEqual(ids.toSorted());
    expect(new Set(await states(...ids))).toEqual(new Set(['done']));
    const { commits } = await server.db.one<{ commits: number }>(
      sql`select count(distinct xmin::text)::int as commits from inbox_event where event_id = any(${ids})`,
    );
    expect(commits).toBeLessThan(30);
  });

  it('gives back what waits too long behind a slow event, so that its lease does not end', async () => {
    const ids = await flood();
    record(() => {
      if (handled.length === 30) server.clock.advance(6000);
      return 'done';
    });
    expect(await handleNext(server.app, 60)).toBe(60);
    expect(handled).toHaveLength(30);
    const left = await server.db.rows<{ attempts: number; nextAt: Date }>(sql`
      select attempts, next_at as "nextAt" from inbox_event where event_id = any(${ids}) and state = 'waiting'`);
    expect(left).toHaveLength(30);
    for (const event of left) expect(event).toEqual({ attempts: 1, nextAt: server.clock.now() });
    await server.app.jobs.run('connections.handle_events');
    expect(new Set(await states(...ids))).toEqual(new Set(['done']));
  });
});

describe('a server that dies between storing and handling', () => {
  it('leaves the event to another one, after the lease', async () => {
    let release = () => {};
    act = () => new Promise((resolve) => (release = () => resolve('done')));
    const id = unique();
    await send({ id, subject: 'pay_10' });
    await expect.poll(() => rowsOf(id)).toMatchObject([{ state: 'waiting', attempts: 1 }]);
    const { db, config, log, clock } = server.app;
    const other = await buildApp({ db, config, log, clock, folder: process.cwd(), pages: false });
    const seen: string[] = [];
    other.connections.add(standInAdapter, standInTerms);
    other.connections.on('payments', async ({ eventId }) => {
      seen.push(eventId);
      return 'done';
    });
    await other.jobs.run('connections.handle_events');
    expect(seen).toEqual([]);
    server.clock.advance(61_000);
    await other.jobs.run('connections.handle_events');
    expect(seen).toEqual([id]);
    expect(await states(id)).toEqual(['done']);
    release();
    await other.http.close();
  });
});

describe('a rotation of APP_SECRET', () => {
  it('keeps the secrets and what came', async () => {
    record();
    const id = unique();
    await send({ id });
    const [former, next] = [server.config.appSecret, 'another secret of the same installation'];
    const other = { ...server.app, config: { ...server.config, appSecret: next } };
    const undone = server.app.db.tx(async (tx) => {
      await reEncryptAll(tx, former, next);
      const secrets = await openSecrets({ ...other, db: { ...server.app.db, ...tx } }, [connection.id]);
      expect(secrets.get(connection.id)).toMatchObject({ api_key: ['key-1'], hook_secret: ['whsec-1'] });
      const { body } = await tx.one<{ body: Buffer }>(sql`select body from inbox_event where event_id = ${id}`);
      expect(decryptBody(other, connection.id, id, body).toString()).toContain(id);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
  });
});

describe('the figure of events that wait', () => {
  it('counts those of providers that move money', async () => {
    record();
    const waits = async () => {
      server.clock.advance(60_000);
      const { body } = await server.app.http.inject({ method: 'GET', url: '/metrics' });
      return Number(/waiting_seconds\{queue="provider_events"\} (.*)/.exec(body)?.[1]);
    };
    const fail = (connectionId: string) =>
      server.db.run(sql`
        insert into inbox_event (connection_id, event_id, type, received_at, signature, headers, body, state, next_at)
        values (${connectionId}, ${unique()}, 'any', ${server.clock.now()}, 'valid', '{}', '', 'failed', now())`);
    await server.db.run(sql`update inbox_event set state = 'done'`);
    const messages = await connectionInUse(server, { port: 'messages' });
    await fail(messages.id);
    expect(await waits()).toBe(0);
    await fail(connection.id);
    expect(await waits()).toBe(60);
  });
});

describe('what is old', () => {
  it('is deleted, without what waits or failed', async () => {
    record();
    const [done, failed] = [unique(), unique()];
    await send({ id: done });
    await send({ id: failed });
    await expect.poll(() => states(done, failed)).toEqual(['done', 'done']);
    await server.db.run(sql`update inbox_event set state = 'failed' where event_id = ${failed}`);
    server.clock.advance(91 * 86_400_000);
    await server.app.jobs.run('connections.purge');
    expect((await rowsOf(done, failed)).map(({ eventId }) => eventId)).toEqual([failed]);
  });
});
