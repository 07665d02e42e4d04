import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { readConfig } from '#server/platform/config/config.ts';
import { type Cluster, openCluster } from '#server/platform/db/embedded/cluster.ts';
import { ownerRole, servingRole, superuser as superuserRole } from '#server/platform/db/embedded/credentials.ts';
import { connect, type Db, type Log } from '#server/platform/db/database.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { readMigrations } from '#server/platform/db/migrations.ts';
import { addressOf, reachServer, stopServer } from '#server/platform/db/embedded/postmaster.ts';
import { prepareDatabase } from '#server/platform/db/embedded/role.ts';
import { allowServing } from '#server/platform/db/serving-role.ts';
import { isAlive } from '#server/platform/db/embedded/server-process.ts';
import { encryptedDatabase } from './database/encrypted-handle.ts';

/**
 * A migrated database of one test file's own. `db` has the rights of its owner, `serving` is the address of the role that serves
 * people. `drop` closes its pool and removes it. `setClock` sets its own clock, which is the real one before.
 */
export type TestDatabase = {
  db: Db;
  url: string;
  serving: string;
  setClock: (at: Date) => void;
  drop: () => Promise<void>;
};

const root = resolve(import.meta.dirname, '..');
/** Of a whole run, or kept between runs of single files, because making a cluster takes seconds and starting one takes a tenth. */
const CLUSTER = process.env['TEST_CLUSTER_DIR'] ?? resolve(root, 'node_modules/.cache/atrium-test-pg');
const MIGRATIONS = resolve(root, 'migrations');
/** What each database reads its clock from, so that it stands where the clock of its test does. PostgreSQL can read it as any account. */
const CLOCKS = join(tmpdir(), `atrium-test-clocks-${userInfo().uid}`);
const IN_USE_LOCK = 2;
const TEMPLATE_LOCK = 3;

const silent: Log = { info() {}, warn() {}, error() {} };

/**
 * Vitest's `globalSetup`: starts the test server, which all runs on this tree share, clears what killed runs left, and
 * returns the teardown, which stops the server when no other run uses it.
 */
export async function setup(): Promise<() => Promise<void>> {
  const { cluster, admin } = await joinServer().catch(startAfresh);
  await dropAbandoned(admin, await templateName());
  return async () => {
    await admin.query('select pg_advisory_unlock_shared($1)', [IN_USE_LOCK]);
    const { rows } = await admin.query('select pg_try_advisory_lock($1) as alone', [IN_USE_LOCK]);
    if (rows[0].alone) await stopServer(cluster);
    else await admin.end();
  };
}

/** A power cut may leave a cluster that no longer starts, since it need not be durable; nothing in it is missed. */
async function startAfresh(error: Error): ReturnType<typeof joinServer> {
  if (!error.message.includes('did not start')) throw error;
  await rm(CLUSTER, { recursive: true, force: true });
  return joinServer();
}

/** A connection of the server's superuser, for what no role of Atrium may do. */
export const superuser = async (): Promise<pg.Client> => (await joinServer()).admin;

/** A fresh copy of the migrated database; costs some 70 ms in memory, up to a second on ext4. */
export async function testDatabase(): Promise<TestDatabase> {
  const { cluster, admin } = await joinServer();
  const name = newName();
  await admin.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK]);
  try {
    const template = await migratedTemplate(cluster, admin);
    // Through the log, as by default, costs twice as much.
    await admin.query(`create database ${name} template ${template} strategy file_copy owner ${ownerRole}`);
  } finally {
    await admin.query('select pg_advisory_unlock($1)', [TEMPLATE_LOCK]);
  }
  return opened(cluster, admin, name);
}

/** A database without a table, with a locale of its own, in the words of `create database`. */
export async function emptyDatabase(locale: string): Promise<TestDatabase> {
  const { cluster, admin } = await joinServer();
  const name = newName();
  await admin.query(`create database ${name} template template0 owner ${ownerRole} ${locale}`);
  return opened(cluster, admin, name);
}

const newName = () => `test_${process.pid}_${randomUUID().slice(0, 8)}`;

function opened(cluster: Cluster, admin: pg.Client, name: string): TestDatabase {
  const url = addressOf(cluster, ownerRole, name);
  const secrets = readConfig({});
  const db = encryptedDatabase(connect(url, silent, { secrets }), secrets);
  return {
    db,
    url,
    serving: addressOf(cluster, servingRole, name),
    setClock(at) {
      mkdirSync(CLOCKS, { recursive: true, mode: 0o755 });
      const file = join(CLOCKS, name);
      // In one step, because another process may be reading it.
      writeFileSync(`${file}.new`, at.toISOString());
      renameSync(`${file}.new`, file);
    },
    async drop() {
      await db.close();
      rmSync(join(CLOCKS, name), { force: true });
      await admin.query(`drop database if exists ${name} with (force)`);
      await admin.end();
    },
  };
}

/** Whose roles this process has made or found: a process joins the server for every database, and its roles stay. */
let prepared: Cluster | undefined;

/**
 * Connects as superuser and marks the server as in use for as long as the connection lives. Tests keep nothing over a
 * power cut, so the server may leave its writes to the operating system.
 */
async function joinServer(): Promise<{ cluster: Cluster; admin: pg.Client }> {
  const cluster = prepared ?? (await openCluster(CLUSTER, silent));
  for (;;) {
    const admin = await reachServer(cluster, { durable: false });
    try {
      await admin.query('select pg_advisory_lock_shared($1)', [IN_USE_LOCK]);
      if (!prepared) await prepareRoles(cluster, admin);
      prepared = cluster;
      return { cluster, admin };
    } catch (error) {
      await admin.end().catch(() => {});
      // Another run was just stopping the server; the next round starts it again.
      if (!(error as Error).message.match(/terminat|closed|ECONNRE/i)) throw error;
    }
  }
}

async function prepareRoles(cluster: Cluster, admin: pg.Client): Promise<void> {
  await admin.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK]);
  await prepareDatabase(cluster);
  await admin.query('select pg_advisory_unlock($1)', [TEMPLATE_LOCK]);
}

/** The template for these very migrations, made when there is none. */
async function migratedTemplate(cluster: Cluster, admin: pg.Client): Promise<string> {
  const template = await templateName();
  const { rows } = await admin.query('select from pg_database where datname = $1', [template]);
  if (rows.length > 0) return template;
  const unfinished = `unfinished_${template}`;
  await admin.query(`drop database if exists ${unfinished} with (force)`);
  await admin.query(`create database ${unfinished} owner ${ownerRole}`);
  const owner = addressOf(cluster, ownerRole, unfinished);
  await migrate(owner, MIGRATIONS, silent);
  await allowServing(owner, addressOf(cluster, servingRole, unfinished), { demo: true });
  await letTestsSetClock(addressOf(cluster, superuserRole, unfinished));
  await admin.query(`alter database ${unfinished} rename to ${template}`);
  return template;
}

/** The clock of the database is that of its test, where the test has one. */
async function letTestsSetClock(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(`
    create or replace function database_clock() returns timestamptz language sql volatile security definer as $$
      select coalesce(pg_read_file('${CLOCKS}/' || current_database(), 0, 40, true)::timestamptz, clock_timestamp())
    $$;
    alter function database_clock() owner to ${superuserRole}`);
  await client.end();
}

async function templateName(): Promise<string> {
  const checksums = (await readMigrations(MIGRATIONS)).map(({ name, checksum }) => `${name} ${checksum}`);
  return `template_${createHash('sha256')
    .update([servingRole, CLOCKS, ...checksums].join('\n'))
    .digest('hex')
    .slice(0, 16)}`;
}

/** Drops databases whose test process is dead, and templates of other migrations. */
async function dropAbandoned(admin: pg.Client, template: string): Promise<void> {
  const { rows } = await admin.query<{ name: string }>('select datname as name from pg_database');
  for (const { name } of rows) {
    const owner = /^test_(\d+)_/.exec(name)?.[1];
    const abandoned = owner ? !isAlive(Number(owner)) : /^template_\w{16}$/.test(name) && name !== template;
    if (abandoned) await admin.query(`drop database if exists ${name} with (force)`);
  }
}
