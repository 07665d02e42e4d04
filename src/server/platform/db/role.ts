import pg from 'pg';
import type { Cluster } from './cluster.ts';
import { addressOf } from './postmaster.ts';

const DATABASE = 'atrium';
/** The one makes and changes tables, the other serves people; neither is a superuser. */
const [OWNER, SERVING] = ['atrium', 'atrium_serving'];

/**
 * Makes the roles and the database of Atrium where they are missing, and returns the addresses. No role is a superuser:
 * a hole in a query must not open files and programs of the machine.
 */
export async function prepareDatabase(cluster: Cluster): Promise<{ owner: string; serving: string }> {
  const client = new pg.Client(addressOf(cluster, 'postgres', 'postgres'));
  await client.connect();
  try {
    const roles = await client.query<{ name: string }>('select rolname as name from pg_roles');
    const databases = await client.query('select from pg_database where datname = $1', [DATABASE]);
    for (const role of [OWNER, SERVING]) {
      if (roles.rows.some(({ name }) => name === role)) continue;
      await client.query(`create role ${role} login password ${client.escapeLiteral(cluster.password)}`);
    }
    if (databases.rowCount === 0) await client.query(`create database ${DATABASE} owner ${OWNER}`);
  } finally {
    await client.end();
  }
  return { owner: addressOf(cluster, OWNER, DATABASE), serving: addressOf(cluster, SERVING, DATABASE) };
}
