import { EventEmitter } from 'node:events';
import type { Readable } from 'node:stream';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { Atrium } from '#sdk/index.ts';
import { keyFor, type Program } from '#test/compliance/programs.ts';
import { testDatabase, type TestDatabase } from '#test/database.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';
import { openEventStreams } from './stream-events.ts';
import { lockEvents } from '../webhooks/record-events.ts';

/** Two instances: events are recorded at the one, and read at the other. */
let database: TestDatabase;
let server: TestServer;
let other: TestServer;
let admin: Session;
beforeAll(async () => {
  database = await testDatabase();
  server = await startServer({ on: database });
  other = await another();
  admin = await server.register({ roles: ['client', 'admin'] });
});
/** A further instance, which leaves the database. */
const another = () => startServer({ on: { ...database, drop: async () => {} } });
afterAll(async () => {
  await other.close();
  await server.close();
});

let warehouse: Program;
const streams: Stream[] = [];
beforeEach(async () => {
  await server.db.run(sql`delete from operator_event`);
  warehouse = await keyFor(server, admin, { name: 'Warehouse', scopes: ['events:read'] });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await Promise.all(streams.splice(0).map((each) => each.close()));
});

/** Records this many events, as one transaction. */
const record = (count: number, type = 'client.blocked', data: object = {}) =>
  server.db.tx(async (tx) => {
    await lockEvents(tx);
    await tx.run(sql`
      insert into operator_event (id, type, data, at)
      select gen_random_uuid(), ${type}, ${JSON.stringify(data)}::jsonb || jsonb_build_object('n', n), now()
      from generate_series(1, ${count}) n order by n`);
  });

/** Records one, and waits until the server has noticed it and what came before. */
async function recordNoticed(): Promise<void> {
  let notice = () => {};
  const noticed = new Promise<void>((done) => (notice = done));
  const end = server.app.db.changes.on('operator_events', () => notice());
  await record(1);
  await noticed;
  end();
}

const stored = async () =>
  (await server.db.rows<{ seq: bigint }>(sql`select seq from operator_event order by seq`)).map(({ seq }) =>
    String(seq),
  );

type Stream = Awaited<ReturnType<typeof open>>;

async function open(at: TestServer, query = '', headers: Record<string, string> = {}) {
  const ended = new AbortController();
  const response = await fetch(`${at.url}/api/operator/v1/events${query}`, {
    headers: { authorization: warehouse, accept: 'text/event-stream', ...headers },
    signal: ended.signal,
  });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  let rest = '';
  const state = { isOver: false };
  const places: string[] = [];
  const readOn = async () => {
    const { done, value = '' } = (await reader?.read().catch(() => undefined)) ?? { done: true };
    state.isOver = done;
    text += value;
    const lines = (rest + value).split('\n');
    rest = lines.pop() ?? '';
    places.push(...lines.flatMap((line) => /^id: (\d+)$/.exec(line)?.[1] ?? []));
  };
  return {
    response,
    /** The places of what came. */
    places: () => places,
    text: () => text,
    isOver: () => state.isOver,
    readOn,
    /** Reads until this is so, or the stream ends. */
    async until(isSo: () => boolean) {
      while (!isSo() && !state.isOver) await readOn();
    },
    async close() {
      ended.abort();
      await readOn();
    },
  };
}

async function stream(at: TestServer, query = '', headers: Record<string, string> = {}) {
  const opened = await open(at, query, headers);
  streams.push(opened);
  return opened;
}

/** @returns how many pages of events the server has read since */
function countPages() {
  const sent = vi.spyOn(pg.Client.prototype, 'query');
  return () =>
    sent.mock.calls.filter(([statement]) => JSON.stringify(statement).includes('from operator_event where seq')).length;
}

const placesIn = (text: string): string[] => [...text.matchAll(/^id: (\d+)$/gm)].map(([, place = '']) => place);

/** The streams of an instance, each read without a connection between, whose buffers a test does not know. */
function openUnsent(options: { everyMs?: number } = {}) {
  const app = { ...server.app, http: { addHook() {} } } as unknown as App;
  const own = openEventStreams(app, options);
  return {
    send(after = '0', { isGone = false } = {}) {
      const raw = Object.assign(new EventEmitter(), { destroyed: isGone });
      let sent: Readable | undefined;
      const reply = { raw, header: () => reply, send: (stream: Readable) => (sent = stream) };
      const request = { headers: { authorization: warehouse }, ip: '127.0.0.1' };
      own.send({ query: { after }, program: { id: 'warehouse' }, request, reply } as unknown as Parameters<
        typeof own.send
      >[0]);
      const chunks = sent?.iterator() ?? [];
      let text = '';
      const reader = (chunks as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
      return {
        raw,
        text: () => text,
        async readOn() {
          const { done, value } = await reader.next();
          if (done) throw new Error('the stream is over');
          text += String(value);
        },
      };
    },
  };
}

describe('a stream of events', () => {
  it('sends what was recorded, then what another instance records, in its order', async () => {
    await record(450);
    const reading = await stream(other);
    expect(reading.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    await reading.until(() => reading.places().length === 450);
    await record(3, 'deposit.credited', { amount: '1.00' });
    await reading.until(() => reading.places().length === 453);
    expect(reading.places()).toEqual(await stored());
    const [last = ''] = reading.text().trimEnd().split('\n\n').slice(-1);
    expect(last).toMatch(
      /^id: \d+\nevent: deposit\.credited\ndata: \{"id":"[\w-]+","type":"deposit\.credited","version":1,/,
    );
  });

  it('continues after a place, also by the header of a reader who was cut off', async () => {
    await record(5);
    const all = await stored();
    const byQuery = await stream(server, `?after=${all[2]}`);
    await byQuery.until(() => byQuery.places().length === 2);
    expect(byQuery.places()).toEqual(all.slice(3));
    const byHeader = await stream(server, '?after=0', { 'last-event-id': all[3] ?? '' });
    await byHeader.until(() => byHeader.places().length === 1);
    expect(byHeader.places()).toEqual(all.slice(4));
  });

  it('misses nothing of a writer who commits later than one who came after', async () => {
    const reading = await stream(other);
    let commit = () => {};
    const mayCommit = new Promise<void>((done) => (commit = done));
    const insert = sql`insert into operator_event (id, type, data, at) values (${newId()}, 'client.blocked', '{}', now())`;
    const first = server.db.tx(async (tx) => {
      await lockEvents(tx);
      await tx.run(insert);
      await mayCommit;
    });
    const second = record(1);
    await expect
      .poll(() =>
        database.db.one(sql`select count(*)::int as waiting from pg_locks where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`),
      )
      .toEqual({ waiting: 1 });
    commit();
    await Promise.all([first, second]);
    await reading.until(() => reading.places().length === 2);
    expect(reading.places()).toEqual(await stored());
  });

  it('of one type sends the others as places alone', async () => {
    await record(2);
    await record(1, 'deposit.credited');
    await record(250);
    const all = await stored();
    const reading = await stream(server, '?type=deposit.credited');
    await reading.until(() => reading.places().at(-1) === all.at(-1));
    expect(reading.text().match(/^event: .*$/gm)).toEqual(['event: deposit.credited']);
  });

  it('reads no faster than its reader', async () => {
    await record(2000, 'client.blocked', { text: 'x'.repeat(2000) });
    const pages = countPages();
    const reading = openUnsent().send();
    let chunks = 0;
    while (placesIn(reading.text()).length < 2000) {
      await reading.readOn();
      chunks += 1;
      // One waits in the buffer, and one may be on its way there.
      expect(pages()).toBeLessThanOrEqual(chunks + 2);
    }
    expect(chunks).toBeGreaterThanOrEqual(5);
    expect(placesIn(reading.text())).toEqual(await stored());
    reading.raw.emit('close');
  });

  it('costs no statement while nothing happens, and few for all streams when something does', async () => {
    await recordNoticed();
    const pages = countPages();
    const idle = openUnsent({ everyMs: 5 }).send();
    while ((idle.text().match(/^:$/gm)?.length ?? 0) < 20) await idle.readOn();
    // What was recorded, and that there is none after it.
    expect(pages()).toBe(2);
    idle.raw.emit('close');
    const readings = await Promise.all([server, server, server, server, server].map((at) => stream(at)));
    for (const reading of readings) await reading.until(() => reading.places().length === 1);
    const before = pages();
    await record(1);
    for (const reading of readings) await reading.until(() => reading.places().length === 2);
    // Each by itself would read the new one, and then that there is none after it.
    expect(pages() - before).toBeLessThan(2 * readings.length);
  });

  it('misses nothing that was recorded while the instance had no stream', async () => {
    await record(1);
    const [first = ''] = await stored();
    const pages = countPages();
    const streamsOfOne = openUnsent({ everyMs: 5 });
    const former = streamsOfOne.send();
    while (!former.text().includes('id: ')) await former.readOn();
    // One more where the notice of the event came late.
    await expect.poll(pages).toBeGreaterThan(1);
    former.raw.emit('close');
    await recordNoticed();
    const next = streamsOfOne.send(first);
    // A beat comes where nothing is found.
    while (!/^(id|:)/m.test(next.text())) await next.readOn();
    expect(next.text()).toContain(`id: ${(await stored())[1]}\n`);
    next.raw.emit('close');
  });

  it('counts none for a caller who has hung up before', async () => {
    const streamsOfOne = openUnsent();
    for (let n = 0; n < 6; n += 1) expect(streamsOfOne.send('0', { isGone: true }).raw.listenerCount('close')).toBe(0);
    const present = streamsOfOne.send();
    await present.readOn();
    expect(present.text()).toContain('retry: 2000');
    present.raw.emit('close');
  });

  it('is no slow call, however long it lasts', async () => {
    const answered = () =>
      other.logged.filter((line) => line.includes('"operator_api.events"') && line.includes('"answered"')).length;
    const before = answered();
    const reading = await stream(other);
    await reading.readOn();
    await server.db.run(sql`update operator_key set revoked_at = now() where name = 'Warehouse'`);
    await reading.until(() => false);
    await expect.poll(answered).toBe(before + 1);
    const { values } = await other.app.metrics.requests.get();
    expect(values.filter(({ labels }) => labels.endpoint === 'operator_api.events')).toEqual([]);
  });
});

describe('a stream ends', () => {
  it('when its key is revoked, at another instance', async () => {
    const reading = await stream(other);
    await reading.readOn();
    await server.db.run(sql`update operator_key set revoked_at = now() where name = 'Warehouse'`);
    await reading.until(() => false);
    expect(reading.isOver()).toBe(true);
  });

  it('and not when another key is', async () => {
    const reading = await stream(other);
    await reading.readOn();
    const mine = warehouse;
    await keyFor(server, admin, { name: 'Lost', scopes: ['events:read'] });
    await server.db.run(sql`update operator_key set revoked_at = now() where name = 'Lost'`);
    await record(1);
    await reading.until(() => reading.places().length === 1);
    expect(mine).toBe(warehouse);
    expect(reading.isOver()).toBe(false);
  });

  it('when its server stops', async () => {
    const third = await another();
    const reading = await stream(third);
    await reading.readOn();
    const closed = third.close();
    await reading.until(() => false);
    expect(reading.isOver()).toBe(true);
    await closed;
  });
});

it('a key has five streams of an instance at once', async () => {
  const readings = await Promise.all(Array.from({ length: 5 }, () => stream(server)));
  const sixth = await stream(server);
  expect(sixth.response.status).toBe(429);
  expect(sixth.response.headers.get('retry-after')).toBe('15');
  await readings[0]?.close();
  await expect.poll(async () => (await stream(server)).response.status).toBe(200);
});

it.each([
  ['no key', {}, 401],
  ['a key without the scope', { scopes: ['tickets:read'] as const }, 403],
])('%s opens no stream', async (_, { scopes }: { scopes?: readonly ['tickets:read'] }, status) => {
  const authorization = scopes ? await keyFor(server, admin, { name: 'Help desk', scopes: [...scopes] }) : 'none';
  const { response } = await stream(server, '', { authorization });
  expect(response.status).toBe(status);
});

describe('the SDK follows', () => {
  const atriumAt = ({ url }: TestServer) => new Atrium({ url, key: warehouse.replace('Bearer ', '') });

  it('events over a stop of the server, without a gap and without a repetition', async () => {
    await record(3);
    let third = await another();
    let address = third.url;
    // As behind a load balancer, the address stays while the servers change.
    const toPresent: typeof fetch = (input, init) => fetch((input as URL).href.replace(server.url, address), init);
    const atrium = new Atrium({ url: server.url, key: warehouse.replace('Bearer ', ''), fetch: toPresent });
    const taken: string[] = [];
    const over = new AbortController();
    const following = (async () => {
      for await (const { cursor } of atrium.followEvents({}, { signal: over.signal })) {
        taken.push(cursor);
        if (taken.length === 6) return;
      }
    })();
    await expect.poll(() => taken.length).toBe(3);
    await third.close();
    await record(1);
    third = await another();
    address = third.url;
    await expect.poll(() => taken.length).toBe(4);
    await record(2);
    await following;
    expect(taken).toEqual(await stored());
    over.abort();
    await third.close();
  });

  it('no further than its signal, and tells that a key is over', async () => {
    const over = new AbortController();
    const next = atriumAt(server).followEvents({}, { signal: over.signal }).next();
    over.abort(new Error('enough'));
    await expect(next).rejects.toThrow('enough');
    await server.db.run(sql`update operator_key set revoked_at = now() where name = 'Warehouse'`);
    await expect(atriumAt(server).followEvents().next()).rejects.toMatchObject({ status: 401 });
  });
});
