import pg from 'pg';
import type { Cluster } from './cluster.ts';
import { addressOf } from './postmaster.ts';

const NAME = 'atrium';

/**
 * Makes the role and the database of Atrium where they are missing, and returns their address. The role is no superuser:
 * a hole in a query must not open files and programs of the machine.
 */
export async function prepareDatabase(cluster: Cluster): Promise<string> {
  const client = new pg.Client(addressOf(cluster, 'postgres', 'postgres'));
  await client.connect();
  try {
    const { rows } = await client.query(
      `select exists (select from pg_roles where rolname = '${NAME}') as role,
              exists (select from pg_database where datname = '${NAME}') as database`,
    );
    if (!rows[0].role)
      await client.query(`create role ${NAME} login password ${client.escapeLiteral(cluster.password)}`);
    if (!rows[0].database) await client.query(`create database ${NAME} owner ${NAME}`);
  } finally {
    await client.end();
  }
  return addressOf(cluster, NAME, NAME);
}
