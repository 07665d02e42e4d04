import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { isAtLeast, readMigrations } from './migrations.ts';
import { ownVersion } from '../monitoring/own-version.ts';
import { notOnlyAdded } from '#test/schema/added-only.ts';

const migrations = await readMigrations(resolve(import.meta.dirname, '../../../../migrations'));

it('a migration that says that it works with older versions only adds', async () => {
  for (const migration of migrations.filter(({ worksWith }) => worksWith !== null)) {
    expect({ [migration.name]: await notOnlyAdded(migration) }).toEqual({ [migration.name]: [] });
    expect(isAtLeast(ownVersion(), migration.worksWith ?? '')).toBe(true);
  }
});

/** Files that were released before the rule below, which installed databases know by their checksums. */
const lastBefore = '0065';
/** By its text: a function may build an index from words. */
const indexWords = /create\s+(?:unique\s+)?index\s+(?!concurrently)(?:[^;(]*?\s)?on\s+([a-z0-9_%$]+)/gi;

/** Tables that a file locks for as long as it builds an index on all of their rows. */
function blockedTables(text: string): string[] {
  const made = new Set([...text.matchAll(/create\s+table\s+([a-z0-9_]+)/gi)].map(([, table]) => table));
  return [...text.matchAll(indexWords)].flatMap(([, table = '']) => (made.has(table) ? [] : [table]));
}

it('an index on a table that may be full is built concurrently, in a file without a transaction', () => {
  const later = migrations.filter(({ name, apart }) => name.slice(0, 4) > lastBefore && !apart);
  expect(later.map(({ name, text }) => [name, blockedTables(text)])).toEqual(later.map(({ name }) => [name, []]));
  expect(blockedTables('create table b (n int); create index b_n on b (n); create unique index on a (n)')).toEqual([
    'a',
  ]);
  expect(blockedTables('execute format($$create index %1$s_n on %1$I (n)$$, name)')).toEqual(['%1$I']);
  expect(migrations.filter(({ text }) => blockedTables(text).length > 0).map(({ name }) => name)).toContain(
    '0064_program_lists.sql',
  );
});

it.each([
  'create table b (n int not null, check (n > 0)); create index on b (n); alter table b drop column n, add column m int',
  'alter table a add column n int',
  'alter table a add column n int not null default 1',
  "alter table a add column n text default 'x'::text",
  'alter table a add column n timestamptz not null default now()',
  'alter table a alter column n set default 2, alter column n drop not null, drop constraint c',
  'alter table a validate constraint c',
  'create index concurrently if not exists a_n on a (n)',
  'create table b (n int); create unique index on b (n); create trigger t after insert on b for each row execute function f()',
  'drop index concurrently if exists a_n',
  'create or replace function f() returns int language sql as $$ update a set n = 1; select 1 $$',
  'create view v as select n from a; comment on view v is $$v$$; grant select on v to public',
  "insert into kind values ('one')",
])('adds: %s', async (text) => {
  expect(await notOnlyAdded({ text })).toEqual([]);
});

it.each([
  'drop table a',
  'drop view v',
  'drop function f()',
  'drop index a_n',
  'alter table a drop column n',
  'alter table a rename column n to m',
  'alter table a rename to b',
  'alter table a alter column n type bigint',
  'alter table a alter column n set not null',
  'alter table a add column n int not null',
  'alter table a add column n uuid default gen_random_uuid()',
  'alter table a add column n int check (n > 0)',
  'alter table a add column n int references b',
  'alter table a add constraint c check (n > 0) not valid',
  'create index a_n on a (n)',
  'create unique index concurrently if not exists a_n on a (n)',
  'create trigger t after insert on a for each row execute function f()',
  'revoke select on a from public',
  'alter table a alter column n drop default',
  'update a set n = 1',
  'delete from a',
  'truncate a',
  'do $$ begin delete from a; end $$',
])('does more than add: %s', async (text) => {
  expect(await notOnlyAdded({ text: `-- Why.\nalter table z add column ok int;\n${text};\n` })).toEqual([text]);
});
