import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { ownVersion } from '../monitoring/own-version.ts';
import { newClient } from './connection/client.ts';
import { isLockTimeout, type Log } from './database.ts';
import {
  type Applied,
  indexMadeBy,
  type Migration,
  pendingMigrations,
  readMigrations,
  withoutAdded,
  worksOn,
} from './migrations.ts';

/** Held while the schema, or who may do what with it, changes. Any number that nothing else in the database locks will do. */
export const MIGRATION_LOCK = 2_026_112_100;

const HISTORY = `
  create table if not exists schema_migration (
    name text primary key,
    checksum text not null,
    works_with text,
    applied_at timestamptz not null default now()
  )`;

/** So long may a migration hold up the calls of instances that serve: it waits for a table, and they wait behind it. */
const lockTimeoutMs = 2000;
/** Between two attempts the calls that had to wait are answered. */
const pauseMs = 1000;
const mostAttempts = 60;
const lockPollMs = 200;

const DEADLOCK = '40P01';

interface Options {
  /** Called with how many were applied so far, of how many. */
  onApplied?: (count: number, of: number) => void;
  /** That of the files. */
  version?: string;
}

/**
 * Migrates the database at `url` to the newest schema: runs what is pending in `folder`, in order, each file in a
 * transaction of its own, unless it says otherwise. Several processes may call it at once; one works, the others wait and find
 * nothing to do. Returns the names that it applied. Throws before anything runs when a version is connected that does not work on
 * the new schema, and with the file's name when one fails; that file then left nothing behind.
 */
export async function migrate(
  url: string,
  folder: string,
  log: Log,
  { onApplied = () => {}, version = ownVersion() }: Options = {},
): Promise<string[]> {
  const migrations = await readMigrations(folder);
  const client = newClient({ connectionString: url, application_name: 'atrium migrate' });
  client.on('error', (error) => log.warn({ reason: error.message }, 'the connection of the migrations was lost'));
  await client.connect();
  try {
    await lockSchema(client);
    await client.query("set client_min_messages = 'warning'");
    await client.query(HISTORY);
    const pending = pendingMigrations(migrations, withoutAdded(migrations, await appliedMigrations(client), version));
    if (pending.length > 0) refuseOlder(pending, await connectedInstances(client));
    for (const [done, migration] of pending.entries()) {
      await whileBusy(migration, log, () => (migration.apart ? runApart : runAtOnce)(client, migration));
      onApplied(done + 1, pending.length);
    }
    const names = pending.map(({ name }) => name);
    if (names.length > 0) log.info({ count: names.length, last: names.at(-1) }, 'migrations applied');
    return names;
  } finally {
    await client.end();
  }
}

/**
 * Holds the schema until the connection ends. Asks again and again: an index that is built concurrently would wait for a statement
 * that waits.
 */
export async function lockSchema(client: pg.ClientBase): Promise<void> {
  const attempt = () => client.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [MIGRATION_LOCK]);
  while (!(await attempt()).rows[0]?.held) await sleep(lockPollMs);
}

/** An instance that has connections to this database. `newest` is the number of its newest migration; early builds give none. */
interface Instance {
  version: string;
  newest: string | null;
}

async function connectedInstances(client: pg.ClientBase): Promise<Instance[]> {
  const { rows } = await client.query<Instance>(
    `select distinct name[1] as version, name[2] as newest
     from pg_stat_activity, regexp_match(application_name, '^atrium (\\d+\\.\\d+\\.\\d+\\S*)(?: (\\d{4}))?$') name
     where datname = current_database() and name is not null`,
  );
  return rows;
}

/** An instance serves on the migrations that it has itself, and on later ones that say so. */
const servesOn = ({ version, newest }: Instance, migration: Migration): boolean =>
  (newest !== null && migration.name.slice(0, 4) <= newest) || worksOn(version, migration);

function refuseOlder(pending: readonly Migration[], connected: readonly Instance[]): void {
  for (const instance of connected) {
    const migration = pending.find((each) => !servesOn(instance, each));
    if (migration === undefined) continue;
    const upTo = instance.newest === null ? '' : `, whose newest migration is ${instance.newest},`;
    throw new Error(
      `Version ${instance.version} of Atrium${upTo} uses this database and does not work with migration ${migration.name}: ` +
        'stop its instances first. Nothing was changed.',
    );
  }
}

interface Waiting {
  names: string[];
  /** Of them, the ones that an instance which is connected now does not work with. */
  stopsOlder: string[];
}

/** What `migrate` would apply to the database at `url`. Throws when their histories differ. */
export async function waitingMigrations(url: string, folder: string, version = ownVersion()): Promise<Waiting> {
  const migrations = await readMigrations(folder);
  const client = newClient({ connectionString: url, application_name: 'atrium migrate' });
  client.on('error', () => {});
  await client.connect();
  try {
    const applied = withoutAdded(migrations, await appliedMigrations(client), version);
    const pending = pendingMigrations(migrations, applied);
    const connected = await connectedInstances(client);
    const stops = pending.filter((migration) => connected.some((each) => !servesOn(each, migration)));
    return { names: pending.map(({ name }) => name), stopsOlder: stops.map(({ name }) => name) };
  } finally {
    await client.end();
  }
}

/** What the database has applied, in order; nothing when it was never migrated. */
export async function appliedMigrations(client: pg.ClientBase): Promise<Applied[]> {
  const history = await client.query("select to_regclass('schema_migration') is not null as exists");
  if (!history.rows[0].exists) return [];
  const { rows } = await client.query<Applied>(
    'select name, checksum, works_with as "worksWith" from schema_migration order by name collate "C"',
  );
  return rows;
}

/** Runs migrations inside a transaction that the caller opened, as a restore does: all of them or none. */
export async function applyMigrations(client: pg.ClientBase, migrations: Migration[]): Promise<void> {
  await client.query(HISTORY);
  for (const migration of migrations) await applyMigration(client, migration);
}

async function applyMigration(client: pg.ClientBase, migration: Migration): Promise<void> {
  const { name, apart } = migration;
  // Nothing uses the tables of a database that is being restored, so nothing has to be concurrent.
  const text = apart ? apart.map((each) => each.replace(/\sconcurrently\s/i, ' ')).join(';\n') : migration.text;
  try {
    await client.query(text);
    await client.query('set constraints all immediate');
  } catch (error) {
    throw new Error(
      `Migration ${name} failed${lineOf(error, text)} and left nothing behind: ${(error as Error).message}`,
      {
        cause: error,
      },
    );
  }
  await remember(client, migration);
}

async function remember(client: pg.ClientBase, { name, checksum, worksWith }: Migration): Promise<void> {
  await client.query('insert into schema_migration (name, checksum, works_with) values ($1, $2, $3)', [
    name,
    checksum,
    worksWith,
  ]);
}

/** Runs the statements of a file one by one; after a failure they are repeated. */
async function runApart(client: pg.ClientBase, migration: Migration): Promise<void> {
  for (const statement of migration.apart ?? []) {
    try {
      const index = indexMadeBy(statement);
      if (index !== undefined && (await isUnfinished(client, index)))
        await client.query(`drop index concurrently ${pg.escapeIdentifier(index)}`);
      await client.query(statement);
      if (index !== undefined && (await isUnfinished(client, index))) throw new Error(`index ${index} is not valid`);
    } catch (error) {
      throw new Error(`Migration ${migration.name} failed, and can be repeated: ${(error as Error).message}`, {
        cause: error,
      });
    }
  }
  await remember(client, migration);
}

/** An index whose concurrent build failed exists, is kept up to date and serves no statement. */
async function isUnfinished(client: pg.ClientBase, index: string): Promise<boolean> {
  const { rowCount } = await client.query(
    'select from pg_index where indexrelid = to_regclass($1) and not indisvalid',
    [index],
  );
  return rowCount === 1;
}

function lineOf(error: unknown, text: string): string {
  const position = error instanceof pg.DatabaseError ? Number(error.position) : Number.NaN;
  return position > 0 ? ` at line ${text.slice(0, position).split('\n').length}` : '';
}

/** Runs a file in a transaction. */
async function runAtOnce(client: pg.ClientBase, migration: Migration): Promise<void> {
  await client.query('begin');
  try {
    await client.query(`set local lock_timeout = ${lockTimeoutMs}`);
    await applyMigration(client, migration);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

/** Runs a file again when a table that it needs is in use for long. */
async function whileBusy({ name }: Migration, log: Log, run: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await run();
      return;
    } catch (error) {
      const { cause } = error as Error;
      const isBusy = cause instanceof pg.DatabaseError && (isLockTimeout(cause) || cause.code === DEADLOCK);
      if (!isBusy || attempt === mostAttempts) throw error;
      log.warn({ migration: name, attempt }, 'a table that a migration needs is in use: it tries again');
      await sleep(pauseMs);
    }
  }
}
