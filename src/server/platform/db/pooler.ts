import type pg from 'pg';
import { newClient } from './connection/client.ts';

/** A pooler gives its own number for a session, and the server another. */
const rounds = 5;

/**
 * Makes sure that a connection is a session of its own: each prepares its statements once, migrations and the demo take
 * locks of a session, and messages of other instances arrive by LISTEN. A pooler that lends a session for each
 * transaction breaks all of these, and some only now and then.
 * @throws Error when such a pooler is in front of the database
 */
export async function refuseTransactionPooler(url: string): Promise<void> {
  if (await lendsTransactions(url))
    throw new Error(
      'DATABASE_URL leads to a pooler, such as PgBouncer, that lends connections by transaction. Atrium needs sessions of its own ' +
        '(prepared statements, session locks, LISTEN): set pool_mode = session for its database, or name the server itself. Atrium keeps a ' +
        'pool of its own, see DATABASE_CONNECTIONS.',
    );
}

/** Whether a pooler in front of the server gives another session for each transaction. */
export async function lendsTransactions(url: string): Promise<boolean> {
  const [one, other] = [open(url), open(url)];
  try {
    await one.connect();
    if ((await numberOf(one)) === one.processID) return false;
    await other.connect();
    for (let round = 0; round < rounds; round += 1) {
      const mine = await numberOf(one);
      await other.query('begin');
      const isLent = (await numberOf(other)) === mine || (await numberOf(one)) !== mine;
      await other.query('commit');
      if (isLent) return true;
    }
    return false;
  } finally {
    await Promise.all([one, other].map((client) => client.end().catch(() => {})));
  }
}

function open(connectionString: string): pg.Client & { processID?: number } {
  const client = newClient({ connectionString, application_name: 'atrium start', connectionTimeoutMillis: 10_000 });
  client.on('error', () => {});
  return client;
}

async function numberOf(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid;
}
