import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { emptyDatabase, testDatabase, type TestDatabase } from '#test/database.ts';
import { scripts as texts } from '#test/database/scripts.ts';
import { debianVersions, startDebianServer, type DebianServer } from '#test/database/debian-postgres.ts';
import { migrate } from '../migrate.ts';
import { restoreBackup } from './restore-backup.ts';
import { writeBackup } from './write-backup.ts';

const log = { info() {}, warn() {}, error() {} };
/** Debian’s servers on this machine, by version, and our own. */
const debian = debianVersions();
const places = ['own', ...debian];
const name = (place: string) => (place === 'own' ? 'our own PostgreSQL 18' : `Debian’s PostgreSQL ${place}`);

/** The name of a locale on each server. The last one orders and folds letters by rules of its own. */
const locales: Record<string, Record<'own' | 'debian', string>> = {
  C: { own: "locale_provider libc locale 'C'", debian: "locale 'C'" },
  'C.UTF-8': { own: "locale_provider builtin builtin_locale 'C.UTF-8' locale 'C'", debian: "locale 'C.UTF-8'" },
  'ICU tr': {
    own: "locale_provider icu icu_locale 'tr' locale 'C'",
    debian: "locale_provider icu icu_locale 'tr' locale 'C'",
  },
};

/** Names of tables that languages put in another order than bytes do, and columns that PostgreSQL computes from texts. */
const schema = `
  create table t1 (id int primary key);
  create table t_1 (id int primary key);
  create table "T" (id int primary key);
  create table message (
    id int generated always as identity primary key, script text not null unique, body text not null,
    words tsvector generated always as (to_tsvector('simple', body)) stored,
    folded text generated always as (lower(body)) stored,
    details jsonb
  );`;

let folder: string;
let small: string;
let own: TestDatabase | undefined;
const servers = new Map<string, DebianServer>();
let count = 0;
const made: TestDatabase[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'atrium-other-server-'));
  small = join(folder, 'migrations');
  mkdirSync(small);
  writeFileSync(join(small, '0001_all.sql'), schema);
  if (debian.length === 0) return;
  own = await testDatabase();
  for (const version of debian) servers.set(version, await startDebianServer(version));
}, 120_000);

afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  for (const database of made) await database.drop();
  await own?.drop();
  for (const server of servers.values()) await server.stop();
});

/** The address of a new database with this locale. */
async function databaseWith(place: string, locale: string): Promise<string> {
  const words = locales[locale]?.[place === 'own' ? 'own' : 'debian'] ?? '';
  const server = servers.get(place);
  if (!server) {
    const database = await emptyDatabase(words);
    made.push(database);
    return database.url;
  }
  const name = `other_${(count += 1)}`;
  await request(server.address('postgres'), `create database ${name} template template0 ${words}`);
  return server.address(name);
}

async function request(url: string, text: string, values: unknown[] = []): Promise<object[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query(text, values)).rows as object[];
  } finally {
    await client.end();
  }
}

const positions = places.flatMap((where) =>
  Object.keys(locales).map((locale) => ({ where, locale, title: `${name(where)}, ${locale}` })),
);
const stored = 'select id, script, body, details from message order by id';

/** Needs a second server: where Debian’s is missing, install the package postgresql-15 to run these. */
describe.skipIf(debian.length === 0)(
  'a backup goes from one server to another (skipped where Debian’s is missing)',
  () => {
    test.each(positions)(
      'from $title to every other',
      async ({ where, locale }) => {
        const from = await databaseWith(where, locale);
        await migrate(from, small, log);
        await request(
          from,
          'insert into message (script, body, details) select key, value, jsonb_build_object(value, key) from json_each_text($1)',
          [JSON.stringify(texts)],
        );
        const archive = join(folder, `${where}-${locale.replace(' ', '-')}.tar`);
        await writeBackup({ url: from, dataDir: join(folder, 'none'), atriumVersion: '1' }, archive);
        const rows = await request(from, stored);
        expect(rows).toHaveLength(15);
        for (const to of positions) {
          const url = await databaseWith(to.where, to.locale);
          const target = { url, dataDir: join(folder, 'target'), migrations: small, replace: false };
          await restoreBackup(archive, target).catch((error: Error) => {
            throw new Error(`to ${to.title}: ${error.message}`);
          });
          expect(await request(url, stored)).toEqual(rows);
          // What a server computes is its own.
          const words =
            "select count(*)::int as n from message where words is distinct from to_tsvector('simple', body) or folded <> lower(body)";
          expect(await request(url, words)).toEqual([{ n: 0 }]);
        }
      },
      120_000,
    );

    test.each(debian)(
      'with the whole schema of Atrium, from our own server to Debian’s %s in C and back',
      async (version) => {
        const migrations = resolve(import.meta.dirname, '../../../../../migrations');
        const archive = join(folder, `whole-${version}.tar`);
        await writeBackup({ url: own?.url ?? '', dataDir: join(folder, 'none'), atriumVersion: '1' }, archive);
        const elsewhere = await databaseWith(version, 'C');
        const target = { dataDir: join(folder, 'target'), migrations, replace: false };
        await restoreBackup(archive, { ...target, url: elsewhere });
        const back = join(folder, `back-${version}.tar`);
        const { tables } = await writeBackup(
          { url: elsewhere, dataDir: join(folder, 'none'), atriumVersion: '1' },
          back,
        );
        const restored = await restoreBackup(back, { ...target, url: await databaseWith('own', 'ICU tr') });
        expect(restored.tables).toEqual(tables);
      },
      180_000,
    );
  },
);
