import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { giveNewNumbers } from '#server/platform/db/backup/new-numbers.ts';
import { sql } from '#server/platform/db/sql.ts';
import { keyFor, type Program } from '#test/compliance/programs.ts';
import { sealLedger } from '#test/compliance/warehouse.ts';
import { testDatabase, type TestDatabase } from '#test/database.ts';
import { registerBen } from '#test/money/second-client.ts';
import { deposit } from '#test/money/wallet.ts';
import { startServer, type TestServer } from '#test/server.ts';

/** What programs get that have read further than the database goes, as after a restore. */
let database: TestDatabase;
let server: TestServer;
let warehouse: Program;
let benId: string;
beforeAll(async () => {
  database = await testDatabase();
  server = await startServer({ on: database });
  const admin = await server.register({ roles: ['client', 'admin'] });
  warehouse = await keyFor(server, admin, { name: 'Warehouse', scopes: ['ledger:read', 'events:read', 'audit:read'] });
  benId = (await registerBen(server)).session.user.id;
});
afterAll(() => server.close());

async function ask(path: string, accept = 'application/json') {
  const ended = new AbortController();
  const response = await fetch(`${server.url}/api/operator/v1/${path}`, {
    headers: { authorization: warehouse, accept },
    signal: ended.signal,
  });
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
  const body = isStream ? {} : ((await response.json()) as { code?: string; params?: object; data?: { id: string }[] });
  ended.abort();
  return { status: response.status, ...body };
}

const refused = (after: string) => ({ status: 409, code: 'operator.place_ahead', params: { after } });

/** The ways to read on after a place, each with how a row is added and with what is given out but never committed. */
const lists = {
  postings: {
    path: (place: string) => `ledger/postings?after_id=${place}`,
    async add() {
      await deposit(server.db, benId, 4200n, server.clock.now());
      await sealLedger(server);
    },
    skip: sql`select nextval('ledger_posting_id') from generate_series(1, 300)`,
    last: sql`select max(id) as last from ledger_posting`,
  },
  events: {
    path: (place: string) => `events?after=${place}`,
    add: () => addEvent(),
    skip: sql`select nextval('operator_event_seq_seq') from generate_series(1, 300)`,
    last: sql`select max(seq) as last from operator_event`,
  },
};

const addEvent = () =>
  server.db.run(
    sql`insert into operator_event (id, type, data, at) values (gen_random_uuid(), 'client.blocked', '{}', now())`,
  );

describe.each(Object.entries(lists))('the %s', (_, { path, add, skip, last }) => {
  let newest: bigint;
  beforeEach(async () => {
    await add();
    newest = (await server.db.one<{ last: bigint }>(last)).last;
  });

  it('have nothing after the newest, also where numbers were given and not committed', async () => {
    expect(await ask(path(String(newest)))).toMatchObject({ status: 200, data: [] });
    await server.db.run(skip);
    expect(await ask(path(String(newest)))).toMatchObject({ status: 200, data: [] });
    await add();
    const { status, data } = await ask(path(String(newest)));
    expect([status, data?.length]).not.toEqual([200, 0]);
  });

  it('refuse a place ahead of every number', async () => {
    expect(await ask(path(String(newest + 1_000n)))).toMatchObject(refused('0'));
  });

  it('refuse for good a row that a restore has undone, and continue after the last one that stayed', async () => {
    const undone = String(newest + 5n);
    await giveNewNumbers(database.url);
    expect(await ask(path(undone))).toMatchObject(refused(String(newest)));
    expect(await ask(path(String(newest)))).toMatchObject({ status: 200, data: [] });
    await add();
    expect(await ask(path(undone))).toMatchObject(refused(String(newest)));
    const { last: next } = await server.db.one<{ last: bigint }>(last);
    expect(next).toBeGreaterThan(1_700_000_000_000_000n);
    expect((await ask(path(String(newest)))).data?.length).toBeGreaterThan(0);
    expect(await ask(path(String(next)))).toMatchObject({ status: 200, data: [] });
  });
});

it('a stream is refused as the list is, and not at the newest event', async () => {
  await addEvent();
  const { newest } = await server.db.one<{ newest: bigint }>(sql`select max(seq) as newest from operator_event`);
  const streamAt = (place: bigint) => ask(`events?after=${place}`, 'text/event-stream');
  expect(await streamAt(newest)).toMatchObject({ status: 200 });
  expect(await streamAt(newest + 1_000n)).toMatchObject(refused('0'));
  await giveNewNumbers(database.url);
  expect(await streamAt(newest + 5n)).toMatchObject(refused(String(newest)));
  expect(await streamAt(newest)).toMatchObject({ status: 200 });
});

it('events that were removed by age leave a reader of them in place', async () => {
  await addEvent();
  const { newest } = await server.db.one<{ newest: bigint }>(sql`select max(seq) as newest from operator_event`);
  await server.db.run(sql`delete from operator_event`);
  expect(await ask(`events?after=${newest}`)).toMatchObject({ status: 200, data: [] });
  await giveNewNumbers(database.url);
  expect(await ask(`events?after=${newest}`)).toMatchObject({ status: 200, data: [] });
});

it('the audit log refuses a number ahead of its chain', async () => {
  await server.app.jobs.run('audit.chain');
  const { seq } = await server.db.one<{ seq: bigint }>(sql`select max(seq) as seq from audit_chain`);
  expect(await ask(`audit?after_id=${seq}`)).toMatchObject({ status: 200, data: [] });
  expect(await ask(`audit?after_id=${seq + 1n}`)).toMatchObject(refused('0'));
});
