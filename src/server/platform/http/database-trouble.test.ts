import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#server/platform/db/sql.ts';
import { DatabaseTrouble } from '#server/platform/db/database-error.ts';
import { DatabaseLine } from '#test/database/breakable-connection.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';

const line = new DatabaseLine();
let server: TestServer;
let client: Session;

beforeAll(async () => {
  await line.mend();
  server = await startServer({ through: (address) => line.through(address), env: { DATABASE_CONNECTIONS: '4' } });
  client = await server.register();
});
afterAll(async () => {
  await server.close();
  await line.close();
});

const request = () => server.call('POST /api/client-info', { as: client });
const figures = async () => (await fetch(`${server.url}/metrics`)).text();
const isReady = async () => (await fetch(`${server.url}/readyz`)).status === 200;

describe('while the database is unreachable', () => {
  it('calls are asked to retry, nothing is a defect, and the instance is not ready', async () => {
    expect((await request()).status).toBe(200);
    await line.cut();
    const responses = await Promise.all(Array.from({ length: 40 }, request));
    for (const { status, refusal, headers } of responses)
      expect([status, refusal.code, headers.get('retry-after')]).toEqual([503, 'http.unavailable', '5']);
    expect(await isReady()).toBe(false);
    const notified = await figures();
    expect(notified).toMatch(/^atrium_defects_total 0$/m);
    expect(notified).toMatch(/^atrium_database_trouble_total\{code="\w+"\} \d+$/m);
    await line.mend();
    expect((await request()).status).toBe(200);
    expect(await isReady()).toBe(true);
  });

  it.each([
    ['53100', 'the disk of the database is full'],
    ['53300', 'the database could not answer'],
    ['57P01', 'the database could not answer'],
    ['25006', 'the database could not answer'],
  ])('what PostgreSQL calls %s is trouble of its own', async (code, logged) => {
    await server.db.run(sql`create table failure as select ${code}::text as code`);
    await server.db.run(sql`
      create or replace function fail() returns trigger language plpgsql as $$ begin
        raise exception 'as it has it' using errcode = (select code from failure);
      end $$`);
    await server.db.run(sql`create trigger failing before update on person for each row execute function fail()`);
    const failed = await server.app.db.run(sql`update person set language = 'de'`).catch((error: unknown) => error);
    const { status } = await server.call('POST /api/settings/profile', {
      as: client,
      body: { first_name: 'Ida', second_name: 'Holm' },
    });
    await server.db.run(sql`drop trigger failing on person`);
    await server.db.run(sql`drop table failure`);
    expect(failed).toBeInstanceOf(DatabaseTrouble);
    expect(status).toBe(503);
    expect(server.logged.join('')).toContain(logged);
  });
});

it('a session compiles nothing, and an instance has as many connections as configured', async () => {
  expect(await server.app.db.one(sql`show jit`)).toEqual({ jit: 'off' });
  expect(server.app.db.pool()).toMatchObject({ size: 4 });
  await Promise.all(Array.from({ length: 12 }, () => server.app.db.one(sql`select pg_sleep(0.05)`)));
  expect(server.app.db.pool().open).toBeLessThanOrEqual(4);
});

it('an error of a statement is none of the database', async () => {
  const wrong = await server.app.db.run(sql`select 1 / 0`).catch((error: unknown) => error);
  expect(wrong).not.toBeInstanceOf(DatabaseTrouble);
});
