import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { testDatabase } from '#test/database.ts';
import { migrate } from './migrate.ts';
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
const run = () => migrate(url, folder, log);
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

test('several processes at once apply each file once', async () => {
  write('0001_make.sql', 'create table step (n int); insert into step values (1); select pg_sleep(0.1)');
  const applied = await Promise.all([run(), run(), run(), run()]);
  expect(applied.flat()).toEqual(['0001_make.sql']);
  expect(await db.rows(sql`select n from step`)).toEqual([{ n: 1 }]);
});
