import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { testDatabase } from '#test/database.ts';
import { ownVersion } from '../monitoring/own-version.ts';
import { connect } from './database.ts';
import { applyMigrations, migrate, waitingMigrations } from './migrate.ts';
import { isAtLeast, readMigrations } from './migrations.ts';
import { sql } from './sql.ts';

const { db, url, drop } = await testDatabase();
const log = { info() {}, warn() {}, error() {} };
let folder: string;

afterAll(drop);
beforeEach(async () => {
  await db.run(sql`drop schema public cascade`);
  await db.run(sql`create schema public`);
  folder = mkdtempSync(join(tmpdir(), 'atrium-migrations-'));
  return () => rmSync(folder, { recursive: true });
});

const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
const run = (version?: string) => migrate(url, folder, log, version === undefined ? {} : { version });
const exists = async (table: string) =>
  (await db.one<{ there: boolean }>(sql`select to_regclass(${table}) is not null as there`)).there;

test('files run once, in the order of their numbers', async () => {
  write('0002_fill.sql', 'insert into step values (2)');
  write('0001_make.sql', 'create table step (n int); insert into step values (1)');
  expect(await run()).toEqual(['0001_make.sql', '0002_fill.sql']);
  write('0003_more.sql', 'insert into step values (3)');
  expect(await run()).toEqual(['0003_more.sql']);
  expect(await run()).toEqual([]);
  expect(await db.rows(sql`select n from step order by n`)).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
});

test('a file that fails leaves nothing, names its line, and keeps the ones before it', async () => {
  write('0001_make.sql', 'create table step (n int)');
  write('0002_half.sql', 'create table half (n int);\ninsert into half values (1);\nselect nonsense;');
  await expect(run()).rejects.toThrow(
    'Migration 0002_half.sql failed at line 3 and left nothing behind: column "nonsense" does not exist',
  );
  expect([await exists('step'), await exists('half')]).toEqual([true, false]);
  write('0002_half.sql', 'create table half (n int)');
  expect(await run()).toEqual(['0002_half.sql']);
});

test('a constraint that is checked at the end counts as a failure of its file', async () => {
  write(
    '0001_late.sql',
    `create table a (id int primary key);
    create table b (a int references a deferrable initially deferred); insert into b values (1);`,
  );
  await expect(run()).rejects.toThrow('Migration 0001_late.sql failed');
  expect(await exists('a')).toBe(false);
});

test('a file changed after it was applied is refused', async () => {
  write('0001_make.sql', 'create table step (n int)');
  await run();
  write('0001_make.sql', 'create table step (n bigint)');
  await expect(run()).rejects.toThrow('0001_make.sql was changed after it had been applied');
});

test('a database from a newer version is refused', async () => {
  write('0001_make.sql', 'create table step (n int)');
  write('0002_more.sql', 'create table more (n int)');
  await run();
  rmSync(join(folder, '0002_more.sql'));
  await expect(run()).rejects.toThrow('0002_more.sql was applied by a newer version');
});

test('a file that slips in before an applied one is refused', async () => {
  write('0002_make.sql', 'create table step (n int)');
  await run();
  write('0001_late.sql', 'create table late (n int)');
  await expect(run()).rejects.toThrow('0001_late.sql comes before 0002_make.sql');
  expect(await exists('late')).toBe(false);
});

test.each([
  ['1_short.sql', 'select 1', 'misnamed'],
  ['0001_Upper.sql', 'select 1', 'misnamed'],
  ['0001_commit.sql', 'create table t (n int);\ncommit;', 'begins or ends a transaction'],
  ['0001_begin.sql', 'BEGIN TRANSACTION;\nselect 1;', 'begins or ends a transaction'],
])('%s is refused before anything runs', async (name, text, message) => {
  write('0000_first.sql', 'create table first (n int)');
  write(name, text);
  await expect(run()).rejects.toThrow(message);
  expect(await exists('first')).toBe(false);
});

test('two files with one number are refused', async () => {
  write('0001_a.sql', 'select 1');
  write('0001_b.sql', 'select 1');
  await expect(run()).rejects.toThrow('0001_a.sql and 0001_b.sql have the same number');
});

test("a function's begin is no transaction", async () => {
  write('0001_f.sql', 'create function f() returns int language plpgsql as $$\nbegin\n  return 1;\nend;\n$$;');
  expect(await run()).toEqual(['0001_f.sql']);
});

test('an older version starts on a schema that works with it, and on no other', async () => {
  write('0001_make.sql', 'create table step (n int)');
  write('0002_more.sql', '-- works with: 0.1.0\nalter table step add column more int');
  await run();
  rmSync(join(folder, '0002_more.sql'));
  expect(await run('0.1.0')).toEqual([]);
  expect(await run('0.1.1')).toEqual([]);
  await expect(run('0.0.9')).rejects.toThrow('0002_more.sql was applied by a newer version');
});

describe('while instances of an older version serve', () => {
  const serve = (version = '0.0.9', address = url) =>
    connect(address, log, { connections: 1, applicationName: `atrium ${version}` });

  test('what they work with is applied', async () => {
    const older = serve();
    await older.rows(sql`select 1`);
    write('0001_make.sql', '-- works with: 0.0.9\ncreate table step (n int)');
    expect(await waitingMigrations(url, folder)).toEqual({ names: ['0001_make.sql'], stopsOlder: [] });
    expect(await run()).toEqual(['0001_make.sql']);
    await older.close();
  });

  test.each(['', '-- works with: 0.0.10\n'])('nothing is when one file does not work with them: %j', async (header) => {
    const older = serve();
    await older.rows(sql`select 1`);
    write('0001_make.sql', '-- works with: 0.0.9\ncreate table step (n int)');
    write('0002_drop.sql', `${header}create table other (n int)`);
    await expect(run()).rejects.toThrow(
      'Version 0.0.9 of Atrium uses this database and does not work with migration 0002_drop.sql',
    );
    expect(await exists('step')).toBe(false);
    const { stopsOlder } = await waitingMigrations(url, folder);
    expect(stopsOlder).toEqual(['0002_drop.sql']);
    await older.close();
    await expect.poll(() => run().catch(String)).toEqual(['0001_make.sql', '0002_drop.sql']);
  });

  test('an instance with the same version works with the migrations that it has, and with no later one', async () => {
    const build = (newest: string) => serve(`${ownVersion()} ${newest}`);
    write('0001_make.sql', 'create table step (n int)');
    write('0002_drop.sql', 'drop table step');
    const older = build('0001');
    await older.rows(sql`select 1`);
    const text = `Version ${ownVersion()} of Atrium, whose newest migration is 0001, uses this database and does not work with migration 0002_drop.sql`;
    await expect(run()).rejects.toThrow(text);
    expect(await waitingMigrations(url, folder)).toMatchObject({ stopsOlder: ['0002_drop.sql'] });
    await older.close();
    const same = build('0002');
    await same.rows(sql`select 1`);
    await expect.poll(() => run().catch(String)).toEqual(['0001_make.sql', '0002_drop.sql']);
    await same.close();
  });

  test('each connection of an instance gives its version and its newest migration', async () => {
    const own = connect(url, log, { connections: 1 });
    const newest = (await readMigrations(resolve('migrations'))).at(-1)?.name.slice(0, 4);
    expect(await own.one(sql`select current_setting('application_name') as name`)).toEqual({
      name: `atrium ${ownVersion()} ${newest}`,
    });
    await own.close();
  });

  test.each([
    ['a version before a release', () => serve('0.0.9-rc.1')],
    [
      'an address that names another',
      () => serve('0.0.9', `${url}${url.includes('?') ? '&' : '?'}application_name=desk`),
    ],
  ])('they are seen: %s', async (_, open) => {
    const older = open();
    await older.rows(sql`select 1`);
    write('0001_make.sql', 'create table step (n int)');
    await expect(run()).rejects.toThrow('Version 0.0.9');
    await older.close();
  });

  test('a table that is in use for long is waited for in short turns, and calls are answered between them', async () => {
    write('0001_make.sql', 'create table step (n int)');
    await run();
    write('0002_more.sql', '-- works with: 0.0.9\nalter table step add column more int');
    const warned: string[] = [];
    const older = connect(url, log, { connections: 2, applicationName: 'atrium 0.0.9' });
    let isWaited = () => {};
    const waited = new Promise<void>((done) => (isWaited = done));
    let reading: Promise<void> | undefined;
    await new Promise<void>((isRead) => {
      reading = older.tx(async (tx) => {
        await tx.rows(sql`select n from step`);
        isRead();
        await waited;
      });
    });
    const noting = { ...log, warn: (_: unknown, text?: string) => warned.push(text ?? '') };
    const migrating = migrate(url, folder, noting);
    await expect.poll(() => warned.length, { timeout: 20_000 }).toBeGreaterThan(0);
    expect(await older.rows(sql`select n from step`)).toEqual([]);
    isWaited();
    await reading;
    expect(await migrating).toEqual(['0002_more.sql']);
    expect(warned[0]).toBe('a table that a migration needs is in use: it tries again');
    await older.close();
  });
});

describe('outside a transaction', () => {
  const isValid = () => db.one(sql`select indisvalid as valid from pg_index where indexrelid = to_regclass('step_n')`);
  const build =
    '-- no transaction\n-- why\ncreate unique index concurrently if not exists\n  step_n\n  on step (n);\nanalyze step;\n';

  test('an index is built, and after a failure built again', async () => {
    write('0001_make.sql', 'create table step (n int); insert into step values (1), (1)');
    write('0002_index.sql', build);
    await expect(run()).rejects.toThrow(
      'Migration 0002_index.sql failed, and can be repeated: could not create unique index',
    );
    expect(await isValid()).toEqual({ valid: false });
    await db.run(sql`delete from step where ctid = '(0,1)'`);
    expect(await run()).toEqual(['0002_index.sql']);
    expect(await isValid()).toEqual({ valid: true });
    expect(await run()).toEqual([]);
  });

  test('several processes that start at once wait for an index that is built concurrently', async () => {
    write('0001_make.sql', 'create table step (n int); insert into step select generate_series(1, 1000)');
    write('0002_index.sql', build);
    const applied = await Promise.all([run(), run(), run()]);
    expect(applied.flat()).toEqual(['0001_make.sql', '0002_index.sql']);
  });

  test.each([
    'alter table step add column more int',
    'create index concurrently step_n on step (n)',
    'create index concurrently if not exists public.step_n on step (n)',
    'create index concurrently if not exists "step n" on step (n)',
    'update step set n = 1',
  ])('only what can be repeated is allowed: %s', async (statement) => {
    write('0001_make.sql', `-- no transaction\n${statement};\n`);
    await expect(run()).rejects.toThrow('Migration 0001_make.sql runs outside a transaction, which only');
  });

  test('a restore does the same inside one', async () => {
    write('0001_make.sql', 'create table step (n int)');
    write('0002_index.sql', build);
    const client = new pg.Client(url);
    await client.connect();
    await client.query('begin');
    await applyMigrations(client, await readMigrations(folder));
    await client.query('commit');
    await client.end();
    expect(await isValid()).toEqual({ valid: true });
    expect(await run()).toEqual([]);
  });
});

test.each([
  ['0.1.0', '0.1.0', true],
  ['0.10.0', '0.9.1', true],
  ['1.0.0', '0.9.9', true],
  ['0.1.0', '0.1.1', false],
  ['0.9.1', '0.10.0', false],
])('%s is at least %s: %s', (version, other, expected) => {
  expect(isAtLeast(version, other)).toBe(expected);
});

test('several processes at once apply each file once', async () => {
  write('0001_make.sql', 'create table step (n int); insert into step values (1); select pg_sleep(0.1)');
  const applied = await Promise.all([run(), run(), run(), run()]);
  expect(applied.flat()).toEqual(['0001_make.sql']);
  expect(await db.rows(sql`select n from step`)).toEqual([{ n: 1 }]);
});
