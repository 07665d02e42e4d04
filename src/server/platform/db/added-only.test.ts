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

/** The newest file from before this rule. A text that changed would differ from the checksum of databases that have it. */
const lastSilent = '0088';
const isClear = ({ text, worksWith }: Pick<(typeof migrations)[number], 'text' | 'worksWith'>) =>
  worksWith !== null || /^-- stops older versions: \S.*\.$/m.test(text);

it('a migration says that older versions work after it, or why they do not', () => {
  const later = migrations.filter(({ name }) => name.slice(0, 4) > lastSilent);
  expect(later.filter((each) => !isClear(each)).map(({ name }) => name)).toEqual([]);
  expect(isClear({ text: '-- Why.', worksWith: null })).toBe(false);
  expect(isClear({ text: '-- stops older versions:\n', worksWith: null })).toBe(false);
  expect(
    isClear({ text: '-- Why.\n-- stops older versions: 0.1 writes the column that goes.\n', worksWith: null }),
  ).toBe(true);
  expect(isClear({ text: '', worksWith: '0.1.0' })).toBe(true);
});

/** Files that were released before the rule below, which installed databases know by their checksums. */
const lastBefore = '0065';
/** By their text: a function may build an index from words. */
const indexWords = [
  /create\s+(?:unique\s+)?index\s+(?!concurrently)(?:[^;(]*?\s)?on\s+([a-z0-9_%$]+)/gi,
  /alter\s+table\s+([a-z0-9_%$]+)(?=[^;]*\b(?:unique|primary\s+key|exclude)\b(?!\s+using\s+index))/gi,
];

/** Tables that a file locks for as long as it builds an index on all of their rows. */
function blockedTables(text: string): string[] {
  const made = new Set([...text.matchAll(/create\s+table\s+(?!if\s)([a-z0-9_]+)/gi)].map(([, table]) => table));
  const indexed = indexWords.flatMap((words) => [...text.matchAll(words)]);
  return indexed.flatMap(([, table = '']) => (made.has(table) ? [] : [table]));
}

it('an index on a table that may be full is built concurrently, in a file without a transaction', () => {
  const later = migrations.filter(({ name, apart }) => name.slice(0, 4) > lastBefore && !apart);
  expect(later.map(({ name, text }) => [name, blockedTables(text)])).toEqual(later.map(({ name }) => [name, []]));
  expect(blockedTables('create table b (n int); create index b_n on b (n); create unique index on a (n)')).toEqual([
    'a',
  ]);
  expect(blockedTables('execute format($$create index %1$s_n on %1$I (n)$$, name)')).toEqual(['%1$I']);
  expect(blockedTables('create table if not exists a (n int); create index a_n on a (n)')).toEqual(['a']);
  expect(blockedTables('alter table a add column n int unique; alter table b add primary key (n)')).toEqual(['a', 'b']);
  expect(blockedTables('alter table a add constraint a_n exclude using gist (n with &&)')).toEqual(['a']);
  expect(
    blockedTables('alter table a add constraint a_n unique using index a_n; create table b (n int unique)'),
  ).toEqual([]);
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
  'alter table a validate constraint c',
  'create index concurrently if not exists a_n on a (n)',
  'create table b (n int); create unique index on b (n); create trigger t after insert on b for each row execute function f()',
  'create function f() returns int language sql as $$ update a set n = 1; select 1 $$',
  'create view v as select n from a; comment on view v is $$v$$; grant select on v to public',
  "create table kind (name text); insert into kind values ('one')",
  'create table b (n int); insert into b select n from a',
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
  'create or replace function f() returns int language sql as $$ select 1 $$',
  'create or replace view v as select n from a',
  'create table if not exists a (n int)',
  'create table b partition of a default',
  'create table b () inherits (a)',
  "insert into a values ('one')",
  'alter table a alter column n drop not null',
  'alter table a alter column n set default 2',
  'alter table a drop constraint c',
  'alter table a add unique (n)',
  'alter table a add primary key (n)',
  'alter table a add exclude using gist (n with &&)',
  'alter table a add column n int unique',
  'alter table a add column n serial',
  'alter table a add column n int generated always as (m + 1) stored',
  'drop index concurrently if exists a_n',
])('does more than add: %s', async (text) => {
  expect(await notOnlyAdded({ text: `-- Why.\nalter table z add column ok int;\n${text};\n` })).toEqual([text]);
});

it('a table that may have been there is not one that the file has made', async () => {
  const text = 'create table if not exists a (n int);\ncreate index on a (n);\ninsert into a values (1);';
  expect(await notOnlyAdded({ text })).toHaveLength(3);
});

it('what an insert into a new table takes from elsewhere stays there', async () => {
  const moved = 'with moved as (delete from a returning n) insert into b select n from moved';
  expect(await notOnlyAdded({ text: `create table b (n int);\n${moved};` })).toEqual([moved]);
});

it('a remark before a statement says why it harms no older version, of that statement only', async () => {
  const drop = (column: string) => `alter table a drop column ${column}`;
  const text = `-- Why.\n\n-- older versions: 0.2 reads it no longer.\n-- More.\n${drop('n')};\n${drop('m')};\n`;
  expect(await notOnlyAdded({ text })).toEqual([drop('m')]);
  expect(await notOnlyAdded({ text: `-- older versions:\n${drop('n')};` })).toEqual([drop('n')]);
  expect(await notOnlyAdded({ text: `${drop('n')};\n-- older versions: too late.\n` })).toEqual([drop('n')]);
});

/** Of real files, by the statements that would need a remark. */
it.each([
  // Null where older ones read an IBAN, and checks on what they write.
  ['0061', ['alter table payment_bank_account', 'alter table payment_instruction', 'alter table payout_file']],
  // A check reads each row while the table is locked.
  ['0062', ['alter table operator_key']],
  ['0063', ['alter table verification_check', 'create unique index', 'alter table operator_key', 'create trigger']],
  // Changes behind a call of a function cannot be seen.
  [
    '0064',
    ['alter table', 'select', 'drop function', 'create trigger', 'create index', 'create index', 'create index'],
  ],
  // Older ones let one person decide, which the function refuses from then on.
  ['0065', ['create or replace function']],
  ['0066', ['create or replace function']],
  ['0067', ['create or replace function', 'alter table payment', 'create trigger', 'create trigger', 'create trigger']],
  // A state that older ones do not know.
  ['0068', ['alter table bank_file_arrival']],
  ['0069', ['alter table inbox_event']],
  ['0070', ['drop trigger', 'create trigger', 'drop function', 'create trigger']],
  ['0071', ['alter table screening_due']],
  ['0072', ['create or replace function', 'create or replace function']],
  // A column with one default for all rows: it passes.
  ['0073', []],
  // Older ones find failed calls by the index that it drops.
  ['0074', ['drop index concurrently']],
])('what %s does more than add', async (number, expected) => {
  const file = migrations.find(({ name }) => name.startsWith(number));
  const found = await notOnlyAdded({ text: file?.text ?? '' });
  expect(found.map((text, nth) => text.slice(0, expected[nth]?.length))).toEqual(expected);
});
