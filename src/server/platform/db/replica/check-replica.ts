import { newClient } from '../connection/client.ts';
import type { Log } from '../database.ts';
import { lendsTransactions } from '../pooler.ts';

const whose = `
  select system_identifier::text || '/' || oid as database, pg_is_in_recovery() as "isStandby"
  from pg_control_system(), pg_database where datname = current_database()`;

interface Whose {
  /** Same for a database and the copies that its standbys have of it. */
  database: string;
  isStandby: boolean;
}

/**
 * Makes sure that `replica` leads to a copy of the database at `primary`. A server that is away, or was promoted since the
 * setting was made, is no reason not to start: it is not read until it follows the primary again.
 * @throws Error when it leads to another database, or to a pooler that lends transactions
 */
export async function checkReplica(primary: string, replica: string, log: Log): Promise<void> {
  const own = await ask(primary);
  let found: Whose;
  try {
    found = await ask(replica);
    if (await lendsTransactions(replica))
      throw new Error(
        'DATABASE_READ_URL leads to a pooler that lends connections by transaction: name the standby itself, or set pool_mode = session.',
      );
  } catch (error) {
    if (error instanceof Error && error.message.startsWith('DATABASE_READ_URL')) throw error;
    log.warn(
      { reason: error instanceof Error ? error.message : String(error) },
      'the standby of DATABASE_READ_URL cannot be reached: reads go to the primary',
    );
    return;
  }
  if (found.database !== own.database)
    throw new Error(
      'DATABASE_READ_URL leads to another database than DATABASE_URL: it has to be a standby of the same server.',
    );
  if (!found.isStandby)
    log.error(
      {},
      'DATABASE_READ_URL leads to a server that accepts writes, not to a standby: reads go to DATABASE_URL',
    );
}

async function ask(connectionString: string): Promise<Whose> {
  const client = newClient({ connectionString, application_name: 'atrium start', connectionTimeoutMillis: 5000 });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<Whose>(whose);
    if (!rows[0]) throw new Error('no answer');
    return rows[0];
  } finally {
    await client.end().catch(() => {});
  }
}
