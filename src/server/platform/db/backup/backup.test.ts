import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '#test/database.ts';
import { bucketSettings, openBucketStandIn } from '#test/files/bucket.ts';
import { bucketStore } from '../../files/storage/s3/bucket-store.ts';
import { once } from '../../files/storage/store.ts';
import { newId } from '../../id.ts';
import { migrate } from '../migrate.ts';
import { sql } from '../sql.ts';
import { type RestoreTarget, restoreBackup } from './restore-backup.ts';
import { writeBackup } from './write-backup.ts';

const log = { info() {}, warn() {}, error() {} };
/** Everything that makes a naive load fail: an append-only guard, a stamp, a cycle of foreign keys, computed and unlogged data. */
const SCHEMA = `
  create schema ledger;
  create table employee (
    id bigint generated always as identity primary key, name text not null, chief_id bigint references employee,
    home_id int, initial text generated always as (left(name, 1)) stored, born_on date, weight numeric, at timestamptz, raw bytea, tags text[]
  );
  create table home (id int primary key, owner_id bigint not null references employee);
  alter table employee add foreign key (home_id) references home deferrable initially deferred;
  create table ledger.entry (id serial primary key, amount bigint not null, stamped_at timestamptz);
  create function refuse() returns trigger language plpgsql as $$ begin raise exception 'entries are for ever'; end $$;
  create function stamp() returns trigger language plpgsql as $$ begin new.stamped_at := now(); return new; end $$;
  create trigger for_ever before update or delete or truncate on ledger.entry execute function refuse();
  create trigger stamp before insert on ledger.entry for each row execute function stamp();
  alter table ledger.entry enable always trigger for_ever;
  create table currency (code text primary key);
  insert into currency values ('EUR'), ('USD');
  create unlogged table counter (hits int);`;

let folder: string;
let source: TestDatabase;
let target: TestDatabase;
let archive: string;
let into: RestoreTarget;

async function emptyDatabase(): Promise<TestDatabase> {
  const database = await testDatabase();
  await database.db.run(sql`drop schema public cascade`);
  await database.db.run(sql`create schema public`);
  return database;
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'atrium-backup-'));
  [source, target] = [await emptyDatabase(), await emptyDatabase()];
  archive = join(folder, 'saved.tar');
  const migrations = join(folder, 'migrations');
  into = { url: target.url, dataDir: join(folder, 'target'), migrations, replace: false };
  mkdirSync(migrations);
  writeFileSync(join(migrations, '0001_all.sql'), SCHEMA);
  await migrate(source.url, migrations, log);
  const { db } = source;
  await db.run(sql`
    insert into employee (name, chief_id, born_on, weight, at, raw, tags) values
      (${'Åsa\t"\\.\n'}, 1, '1990-02-28', 1.10, '2024-01-01 00:00:00.123456+02', '\\x00ff', '{"a,b",null}'),
      ('', 1, null, 'NaN', 'infinity', null, '{}')`);
  await db.run(sql`insert into home values (7, 2)`);
  await db.run(sql`update employee set home_id = 7`);
  await db.run(sql`insert into ledger.entry (amount) select n * 9007199254740993 from generate_series(1, 500) n`);
  await db.run(sql`delete from currency where code = 'USD'`);
  await db.run(sql`insert into counter values (1)`);
  mkdirSync(join(folder, 'source/files/deep'), { recursive: true });
  writeFileSync(join(folder, 'source/files/deep/ü.bin'), Buffer.from([0, 1, 255]));
  // A file in `incoming` is not complete yet.
  mkdirSync(join(folder, 'source/files/incoming'));
  writeFileSync(join(folder, 'source/files/incoming/part'), 'half');
});

afterEach(async () => {
  await Promise.all([source.drop(), target.drop()]);
  rmSync(folder, { recursive: true });
});

const save = () => writeBackup({ url: source.url, dataDir: join(folder, 'source'), atriumVersion: '1.2.3' }, archive);
const restore = (change: Partial<RestoreTarget> = {}) => restoreBackup(archive, { ...into, ...change });
const rowsOf = async ({ db }: TestDatabase) =>
  db.one(sql`
    select (select json_agg(t::text order by id) from employee t) as employees, (select json_agg(t::text order by id) from ledger.entry t) as entries,
           (select json_agg(t::text) from home t) as homes, (select json_agg(t::text) from currency t) as currencies,
           (select json_agg(t::text order by name) from schema_migration t) as migrations`);
const tablesOf = ({ db }: TestDatabase) => db.rows(sql`select from pg_tables where schemaname in ('public', 'ledger')`);
const parts = (name: string) => readdirSync(folder).filter((entry) => entry.startsWith(name));

/** Unpacks the archive, lets `spoil` change it, and packs it again. */
function repack(spoil: (unpacked: string) => void): void {
  const unpacked = mkdtempSync(join(folder, 'unpacked-'));
  execFileSync('tar', ['-xf', archive, '-C', unpacked]);
  spoil(unpacked);
  execFileSync('tar', ['-cf', archive, '-C', unpacked, '.']);
}

/** Makes the checksums fit what is there. */
function sumUp(cwd: string): void {
  execFileSync('sh', ['-c', 'find * -type f ! -name SHA256SUMS -exec sha256sum {} + | sort -k 2 > SHA256SUMS'], {
    cwd,
  });
}

test('what is restored equals what was saved: rows, files, guards and counters', async () => {
  const saved = await save();
  expect(await restore()).toEqual(saved);
  expect(await rowsOf(target)).toEqual(await rowsOf(source));
  expect(readFileSync(join(into.dataDir, 'files/deep/ü.bin'))).toEqual(Buffer.from([0, 1, 255]));
  expect(readdirSync(into.dataDir)).toEqual(['files']);
  expect(readdirSync(join(into.dataDir, 'files'))).toEqual(['deep']);

  const { db } = target;
  expect(await db.one(sql`insert into employee (name) values ('next') returning id`)).toEqual({ id: 3n });
  expect(
    await db.one(sql`insert into ledger.entry (amount) values (1) returning id, stamped_at is not null as stamped`),
  ).toEqual({ id: 501, stamped: true });
  await expect(db.run(sql`delete from ledger.entry`)).rejects.toThrow('entries are for ever');
  await expect(db.run(sql`insert into home values (8, 99)`)).rejects.toThrow('home_owner_id_fkey');
  const guardsOf = (at: TestDatabase) =>
    at.db.rows(sql`
    select conname as name, pg_get_constraintdef(oid) as def, convalidated::text as state from pg_constraint where contype = 'f'
    union all select tgname, tgrelid::regclass::text, tgenabled::text from pg_trigger where not tgisinternal order by 1, 2`);
  expect(await guardsOf(target)).toEqual(await guardsOf(source));
});

test('numbers in the order of which programs read are given once, also when a backup is restored twice', async () => {
  const events = 'create table operator_event (seq bigint generated always as identity primary key);';
  writeFileSync(join(into.migrations, '0002_events.sql'), events);
  await migrate(source.url, into.migrations, log);
  await save();
  await restore();
  const add = () => target.db.one<{ seq: bigint }>(sql`insert into operator_event default values returning seq`);
  const { seq } = await add();
  expect(seq).toBeGreaterThan(1_700_000_000_000_000n);
  await restore({ replace: true });
  expect((await add()).seq).toBeGreaterThan(seq);
});

test('it holds the files of a bucket, which are restored to the disk', async () => {
  const service = await openBucketStandIn({ pageSize: 2 });
  const bucket = bucketStore(bucketSettings(service));
  const names = Array.from({ length: 5 }, () => newId());
  for (const name of names) await bucket.put(name, once(Buffer.from(`content of ${name}`)));
  const from = { url: source.url, dataDir: join(folder, 'source'), bucket, atriumVersion: '1.2.3' };
  service.keepLying('failed');
  await expect(writeBackup(from, archive)).rejects.toThrow('the bucket answered 500');
  expect(parts('saved')).toEqual([]);
  service.beHonest();
  service.lie('cut_off');
  expect(await writeBackup(from, archive)).toMatchObject({ files: 6 });
  await service.close();
  await restore();
  for (const name of names)
    expect(readFileSync(join(into.dataDir, 'files', name.slice(-2), name), 'utf8')).toBe(`content of ${name}`);
  expect(readFileSync(join(into.dataDir, 'files/deep/ü.bin'))).toEqual(Buffer.from([0, 1, 255]));
});

test('the file lists its content, is private, and is alone in its folder', async () => {
  const saved = await save();
  expect(saved).toMatchObject({ format: 2, atriumVersion: '1.2.3', files: 1, migrations: [{ name: '0001_all.sql' }] });
  expect(saved.tables.map(({ name, rows }) => `${name} ${rows}`)).toEqual([
    'ledger.entry 500',
    'public.currency 1',
    'public.employee 2',
    'public.home 1',
    'public.schema_migration 1',
  ]);
  expect(statSync(archive).mode & 0o777).toBe(0o600);
  expect(parts('saved')).toEqual(['saved.tar']);
});

test('an existing file is never overwritten', async () => {
  writeFileSync(archive, 'precious');
  await expect(save()).rejects.toThrow('exists already');
  expect(readFileSync(archive, 'utf8')).toBe('precious');
});

test('it is one moment, also while others write', async () => {
  const { db } = source;
  const end = new AbortController();
  const writer = (async () => {
    while (!end.signal.aborted) {
      await db.tx(async (tx) => {
        await tx.run(sql`insert into currency select 'c' || n from (select count(*) as n from currency) c`);
        await tx.run(sql`insert into ledger.entry (amount) values (1)`);
      });
    }
  })();
  const { tables } = await save();
  end.abort();
  await writer;
  const rows = Object.fromEntries(tables.map(({ name, rows }) => [name, Number(rows)]));
  expect(rows['ledger.entry']! - 500).toBe(rows['public.currency']! - 1);
  await restore();
});

async function fillTarget(): Promise<void> {
  await target.db.run(sql`create table old (n int)`);
  mkdirSync(join(into.dataDir, 'files'), { recursive: true });
  writeFileSync(join(into.dataDir, 'files/old.txt'), 'old');
}

test('data in the way are refused and stay', async () => {
  await save();
  await fillTarget();
  await expect(restore()).rejects.toThrow('holds 1 tables already');
  expect(await tablesOf(target)).toHaveLength(1);
  expect(readFileSync(join(into.dataDir, 'files/old.txt'), 'utf8')).toBe('old');
});

test('data in the way are replaced with --replace, their files stored under another name', async () => {
  await save();
  await fillTarget();
  await restore({ replace: true });
  expect(await rowsOf(target)).toEqual(await rowsOf(source));
  expect(await tablesOf(target)).toHaveLength(6);
  expect(existsSync(join(into.dataDir, 'files/old.txt'))).toBe(false);
  const aside = readdirSync(into.dataDir).find((name) => name.startsWith('files.before-restore-'));
  expect(readFileSync(join(into.dataDir, aside!, 'old.txt'), 'utf8')).toBe('old');
});

test('files next to an empty database, as a killed seed leaves them, are stored under another name', async () => {
  await save();
  mkdirSync(join(into.dataDir, 'files'), { recursive: true });
  writeFileSync(join(into.dataDir, 'files/old.txt'), 'old');
  await restore();
  expect(await rowsOf(target)).toEqual(await rowsOf(source));
  expect(readdirSync(join(into.dataDir, 'files'))).toEqual(['deep']);
  const aside = readdirSync(into.dataDir).find((name) => name.startsWith('files.before-restore-'));
  expect(readFileSync(join(into.dataDir, aside!, 'old.txt'), 'utf8')).toBe('old');
});

const damages: [string, (unpacked: string) => void, string][] = [
  [
    'a part changed',
    (at) => writeFileSync(join(at, 'files/deep/ü.bin'), 'x'),
    'files/deep/ü.bin is not what was written',
  ],
  ['a part removed', (at) => rmSync(join(at, 'tables/public.home.copy.gz')), 'it has 6 parts instead of 7'],
  ['a part added', (at) => writeFileSync(join(at, 'tables/more'), 'x'), 'it has 8 parts instead of 7'],
  [
    'the manifest changed',
    (at) => writeFileSync(join(at, 'manifest.json'), '{"format":1}'),
    'manifest.json is not what was written',
  ],
];
test.each(damages)('%s: refused before anything is touched', async (_damage, spoil, message) => {
  await save();
  repack(spoil);
  await expect(restore()).rejects.toThrow(message);
  expect(await tablesOf(target)).toEqual([]);
});

test.each([0, 1, 20, 50])('cut off at %i percent: refused', async (percent) => {
  await save();
  const whole = readFileSync(archive);
  writeFileSync(archive, whole.subarray(0, (whole.length * percent) / 100));
  await expect(restore()).rejects.toThrow('is damaged or not a backup');
  expect(readdirSync(into.dataDir)).toEqual([]);
});

test('any flipped byte of content is noticed', async () => {
  await save();
  const whole = readFileSync(archive);
  const start = whole.indexOf('"createdAt"');
  whole.writeUInt8(whole.readUInt8(start + 20) ^ 1, start + 20);
  writeFileSync(archive, whole);
  await expect(restore()).rejects.toThrow('manifest.json is not what was written');
});

test('rows that differ from the counts of the manifest are refused, even when all checksums match', async () => {
  await save();
  repack((at) => {
    writeFileSync(join(at, 'tables/public.currency.copy.gz'), gzipSync('XXX\n'));
    sumUp(at);
  });
  await expect(restore()).rejects.toThrow('public.currency holds 1 rows that differ from the 1 saved ones');
  expect(await tablesOf(target)).toEqual([]);
});

test('a backup of the first format, whose digests covered computed columns, is restored', async () => {
  const { tables } = await save();
  const employee = tables.find(({ name }) => name === 'public.employee');
  repack((at) => {
    const manifest = readFileSync(join(at, 'manifest.json'), 'utf8');
    const former = manifest.replace('"format": 2', '"format": 1').replace(`"${employee?.digest}"`, '"12345"');
    expect(former).toContain('"12345"');
    writeFileSync(join(at, 'manifest.json'), former);
    sumUp(at);
  });
  await restore();
  expect(await rowsOf(target)).toEqual(await rowsOf(source));
});

test('a backup of a newer schema is refused, one of an older schema is restored at its own', async () => {
  await save();
  const migrations = join(folder, 'other-migrations');
  mkdirSync(migrations);
  await expect(restore({ migrations })).rejects.toThrow('0001_all.sql was applied by a newer version');
  writeFileSync(join(into.migrations, '0002_later.sql'), 'create table later (n int)');
  await restore();
  expect(await target.db.one(sql`select to_regclass('later') as later`)).toEqual({ later: null });
  expect(await migrate(target.url, into.migrations, log)).toEqual(['0002_later.sql']);
});

test('a load that breaks a rule of the schema leaves the target as it was', async () => {
  await source.db.run(sql`alter table home drop constraint home_owner_id_fkey`);
  await source.db.run(sql`insert into home values (9, 99)`);
  await save();
  await expect(restore()).rejects.toThrow('home_owner_id_fkey');
  expect(await tablesOf(target)).toEqual([]);
  expect(readdirSync(into.dataDir)).toEqual([]);
});
