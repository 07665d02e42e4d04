import pg from 'pg';
import type { Cluster } from './cluster.ts';
import { isVerifierOf, ownerRole, servingRole, superuser, verifierOf } from './credentials.ts';
import { addressOf } from './postmaster.ts';

const DATABASE = 'atrium';
/** Held in the database `postgres` while roles are made or changed. */
const ROLES_LOCK = 4;

/**
 * Makes the roles and the database of Atrium where they are missing, and returns the addresses. No role is a superuser:
 * a hole in a query must not open files and programs of the machine. A cluster of a version that had one password for
 * all gets one for each role, and none for the superuser.
 */
export async function prepareDatabase(cluster: Cluster): Promise<{ owner: string; serving: string }> {
  const client = new pg.Client(addressOf(cluster, superuser, 'postgres'));
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [ROLES_LOCK]);
    await setPasswords(client, cluster);
    const databases = await client.query('select from pg_database where datname = $1', [DATABASE]);
    if (databases.rowCount === 0) await client.query(`create database ${DATABASE} owner ${ownerRole}`);
  } finally {
    await client.end();
  }
  return { owner: addressOf(cluster, ownerRole, DATABASE), serving: addressOf(cluster, servingRole, DATABASE) };
}

async function setPasswords(client: pg.Client, { passwords }: Cluster): Promise<void> {
  const { rows } = await client.query<{ name: string; stored: string | null }>(
    'select rolname as name, rolpassword as stored from pg_authid',
  );
  for (const role of [ownerRole, servingRole]) {
    const found = rows.find(({ name }) => name === role);
    if (found && isVerifierOf(found.stored, passwords[role])) continue;
    const verifier = client.escapeLiteral(verifierOf(passwords[role]));
    await client.query(`${found ? 'alter' : 'create'} role ${role} login password ${verifier}`);
  }
  if (rows.some(({ name, stored }) => name === superuser && stored !== null))
    await client.query(`alter role ${superuser} password null`);
}
