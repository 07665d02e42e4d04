import pg from 'pg';
import { newClient } from './connection/client.ts';
import type { Log } from './database.ts';
import { type Applied, type Migration, pendingMigrations, readMigrations } from './migrations.ts';

/** Held while the schema, or who may do what with it, changes. Any number that nothing else in the database locks will do. */
export const MIGRATION_LOCK = 2_026_112_100;

const HISTORY = `
  create table if not exists schema_migration (
    name text primary key,
    checksum text not null,
    applied_at timestamptz not null default now()
  )`;

/**
 * Migrates the database at `url` to the newest schema: runs what is pending in `folder`, in order, each file in a
 * transaction of its own. Several processes may call it at once; one works, the others wait and find nothing to do.
 * Returns the names that it applied, and calls `onApplied` with their number so far. Throws with the file's name when
 * one fails; that file then left nothing behind.
 */
export async function migrate(
  url: string,
  folder: string,
  log: Log,
  onApplied: (count: number, of: number) => void = () => {},
): Promise<string[]> {
  const migrations = await readMigrations(folder);
  const client = newClient({ connectionString: url, application_name: 'atrium migrate' });
  client.on('error', (error) => log.warn({ reason: error.message }, 'the connection of the migrations was lost'));
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await client.query("set client_min_messages = 'warning'");
    await client.query(HISTORY);
    const pending = pendingMigrations(migrations, await appliedMigrations(client));
    for (const [done, migration] of pending.entries()) {
      await inTransaction(client, () => applyMigration(client, migration));
      onApplied(done + 1, pending.length);
    }
    const names = pending.map(({ name }) => name);
    if (names.length > 0) log.info({ count: names.length, last: names.at(-1) }, 'migrations applied');
    return names;
  } finally {
    await client.end();
  }
}

/** The names of `folder` that `migrate` would apply to the database at `url`. Throws when their histories differ. */
export async function waitingMigrations(url: string, folder: string): Promise<string[]> {
  const migrations = await readMigrations(folder);
  const client = newClient({ connectionString: url, application_name: 'atrium migrate' });
  client.on('error', () => {});
  await client.connect();
  try {
    return pendingMigrations(migrations, await appliedMigrations(client)).map(({ name }) => name);
  } finally {
    await client.end();
  }
}

/** What the database has applied, in order; nothing when it was never migrated. */
export async function appliedMigrations(client: pg.ClientBase): Promise<Applied[]> {
  const history = await client.query("select to_regclass('schema_migration') is not null as exists");
  if (!history.rows[0].exists) return [];
  return (await client.query<Applied>('select name, checksum from schema_migration order by name collate "C"')).rows;
}

/** Runs migrations inside a transaction that the caller opened, as a restore does: all of them or none. */
export async function applyMigrations(client: pg.ClientBase, migrations: Migration[]): Promise<void> {
  await client.query(HISTORY);
  for (const migration of migrations) await applyMigration(client, migration);
}

async function applyMigration(client: pg.ClientBase, { name, checksum, text }: Migration): Promise<void> {
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
  await client.query('insert into schema_migration (name, checksum) values ($1, $2)', [name, checksum]);
}

function lineOf(error: unknown, text: string): string {
  const position = error instanceof pg.DatabaseError ? Number(error.position) : Number.NaN;
  return position > 0 ? ` at line ${text.slice(0, position).split('\n').length}` : '';
}

async function inTransaction(client: pg.ClientBase, action: () => Promise<void>): Promise<void> {
  await client.query('begin');
  try {
    await action();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}
