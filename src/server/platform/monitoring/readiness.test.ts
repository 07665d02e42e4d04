import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installationMark } from '../db/backup/own-backups.ts';
import { openPlace } from '../db/backup/places/open-place.ts';
import { nameOf } from '../db/backup/places/place.ts';
import { sql } from '../db/sql.ts';
import { ownVersion } from './own-version.ts';
import { testDatabase, type TestDatabase } from '#test/database.ts';
import { startServer, type TestServer } from '#test/server.ts';

let database: TestDatabase;
let server: TestServer;
beforeAll(async () => {
  database = await testDatabase();
  server = await startServer({ on: database });
});
afterAll(() => server.close());

const readiness = async (headers: Record<string, string> = {}) => {
  const response = await fetch(`${server.url}/readyz`, { headers });
  return { code: response.status, ...((await response.json()) as { status: string }) };
};
const figure = async (name: string) =>
  (await (await fetch(`${server.url}/metrics`)).text()).split('\n').find((line) => line.startsWith(`${name} `));

it('an instance stays ready when a newer version has only added to the schema', async () => {
  await server.db.run(sql`
    insert into schema_migration (name, checksum, works_with) values ('9999_newer.sql', 'x', ${ownVersion()})`);
  expect(await readiness()).toMatchObject({ code: 200 });
  expect(await figure('atrium_older_than_schema')).toBe('atrium_older_than_schema 0');
  await server.db.run(sql`delete from schema_migration where name = '9999_newer.sql'`);
});

it('an instance whose schema a newer version has changed is no longer ready', async () => {
  await server.db.run(sql`insert into schema_migration (name, checksum) values ('9999_newer.sql', 'x')`);
  expect(await readiness()).toMatchObject({ code: 503, status: 'older than the schema of the database' });
  expect(await figure('atrium_older_than_schema')).toBe('atrium_older_than_schema 1');
  await server.db.run(sql`delete from schema_migration where name = '9999_newer.sql'`);
  expect(await readiness()).toMatchObject({ code: 200, status: 'ready' });
  const text = server.logged.filter((line) => line.includes('a newer version has changed the schema'));
  expect(text).toHaveLength(1);
});

describe('the public status', () => {
  const read = async (from = server) => {
    const response = await fetch(`${from.url}/status`, { headers: { origin: 'https://status.example.com' } });
    return { code: response.status, headers: response.headers, body: (await response.json()) as object };
  };
  /** What is shown is kept for a moment, so each case has an instance of its own. */
  const another = () => startServer({ on: { ...database, drop: async () => {} } });

  it('says to everyone, from any page, that the service works, and nothing of the installation', async () => {
    const { code, headers, body } = await read();
    expect(code).toBe(200);
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('cache-control')).toBe('public, max-age=10');
    expect(headers.get('set-cookie')).toBeNull();
    expect(body).toEqual({
      status: 'operational',
      checked_at: '2026-03-02T15:00:00.000Z',
      components: { service: 'operational', notices: 'operational' },
    });
  });

  it('is degraded while notices are late, and down when the instance cannot serve', async () => {
    const late = await another();
    vi.spyOn(late.app.outbox, 'lateMs').mockReturnValue(61_000);
    expect(await read(late)).toMatchObject({
      code: 200,
      body: { status: 'degraded', components: { service: 'operational', notices: 'degraded' } },
    });
    await late.close();
    const old = await another();
    await server.db.run(sql`insert into schema_migration (name, checksum) values ('9999_newer.sql', 'x')`);
    expect(await read(old)).toMatchObject({ code: 503, body: { status: 'down', components: { service: 'down' } } });
    await server.db.run(sql`delete from schema_migration where name = '9999_newer.sql'`);
    await old.close();
  });

  it('asks the database once, however many ask', async () => {
    const third = await another();
    const check = vi.spyOn(third.app.condition, 'check');
    for (let n = 0; n < 20; n += 1) await read(third);
    expect(check).toHaveBeenCalledTimes(1);
    await third.close();
  });
});

it('a clock that differs from the database’s is logged and shown, and does not stop the service', async () => {
  const real = Date.now;
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => real() + 60_000);
  const aheadS = async () => {
    const found = await readiness();
    expect(found).toMatchObject({ code: 200, status: 'ready' });
    return (found as unknown as { clock: { ahead_s: number } }).clock.ahead_s;
  };
  // A busy machine may take too long to measure it at once.
  await expect.poll(aheadS).toBeCloseTo(60, 0);
  expect(await readiness().finally(() => clock.mockRestore())).toMatchObject({ clock: { is_off: true } });
  expect(server.logged.join('')).toContain('the clocks of this machine and of the database differ');
  expect(await readiness()).toMatchObject({ clock: { is_off: false } });
});

it('shows when a restore was last proven, and why the last attempt failed', async () => {
  expect(await readiness()).toMatchObject({ restore: { proven_at: null, failure: null } });
  await server.db.run(
    sql`insert into job (name, last_done_at) values ('platform.test_restore', '2026-03-01T02:00:00Z')`,
  );
  expect(await readiness()).toMatchObject({ restore: { proven_at: '2026-03-01T02:00:00.000Z', failure: null } });
  expect(await figure('atrium_restore_proven_timestamp_seconds')).toMatch(/ 1772330400$/);
  await server.db.run(sql`update job set failure = 'no room' where name = 'platform.test_restore'`);
  expect(await readiness()).toMatchObject({
    code: 200,
    restore: { proven_at: '2026-03-01T02:00:00.000Z', failure: 'no room' },
  });
});

it('shows the age of the newest backup, and of the one that was restored as a test, where it makes them', async () => {
  const { now } = await server.db.one<{ now: Date }>(sql`select now()`);
  const at = new Date(now.getTime() - 3_600_000).toISOString().slice(11, 16);
  const other = await startServer({ env: { BACKUP_AT: at } });
  const read = async (path: string) => (await fetch(`${other.url}${path}`)).text();
  try {
    expect(await read('/metrics')).toContain('atrium_backup_newest_timestamp_seconds{target="folder"} 0\n');
    const place = openPlace(other.config);
    const name = nameOf(now, { installation: await installationMark(other.db), encrypted: false });
    mkdirSync(place.title);
    writeFileSync(join(place.title, name), '');
    await other.app.jobs.run('platform.back_up');
    const newest_at = `${now.toISOString().slice(0, 19)}.000Z`;
    expect(JSON.parse(await read('/readyz'))).toMatchObject({ backup: { newest_at, proven_at: null } });
    await place.noteProven(name);
    await other.app.jobs.run('platform.back_up');
    expect(JSON.parse(await read('/readyz'))).toMatchObject({ backup: { newest_at, proven_at: newest_at } });
    const seconds = Date.parse(newest_at) / 1000;
    for (const which of ['newest', 'proven'])
      expect(await read('/metrics')).toContain(
        `atrium_backup_${which}_timestamp_seconds{target="folder"} ${seconds}\n`,
      );
  } finally {
    await other.close();
  }
  expect(await readiness()).not.toHaveProperty('backup');
  expect(await (await fetch(`${server.url}/metrics`)).text()).not.toContain('atrium_backup_newest_timestamp_seconds{');
});

it('shows strangers whether it is ready, and no more', async () => {
  expect(await readiness({ 'x-forwarded-for': '203.0.113.9' })).toEqual({ code: 200, status: 'ready' });
  expect(await figure('atrium_disk_free_bytes')).toMatch(/ \d/);
});
