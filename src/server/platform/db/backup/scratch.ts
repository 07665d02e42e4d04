import type pg from 'pg';

/** Where a database can be made for a trial: the address of the owner, and a connection that may create one. */
export interface ScratchDatabase {
  owner: string;
  admin(): Promise<pg.Client>;
}

const scratchName = 'atrium_restore_proof';

/**
 * Runs `action` on the address of an empty database of the same server and drops it afterwards, also one that a killed
 * process left.
 * @throws Error that says why, when the role may not create databases
 */
export async function withScratch<T>(
  { owner, admin }: ScratchDatabase,
  action: (url: string) => Promise<T>,
): Promise<T> {
  const client = await admin();
  try {
    const { rows } = await client.query<{ may: boolean }>(
      'select rolcreatedb or rolsuper as may from pg_roles where rolname = current_user',
    );
    if (!rows[0]?.may)
      throw new Error(
        'The role that owns the database may not create another one, so no restore can be tried: alter role … createdb, or set RESTORE_PROOF=0 and try it elsewhere',
      );
    await client.query(`drop database if exists ${scratchName} with (force)`);
    await client.query(`create database ${scratchName} template template0 owner ${roleOf(client, owner)}`);
    try {
      return await action(owner.replace(/^([^:]+:\/\/[^/]*\/)[^?]*/, `$1${scratchName}`));
    } finally {
      await client.query(`drop database if exists ${scratchName} with (force)`);
    }
  } finally {
    await client.end();
  }
}

function roleOf(client: pg.Client, address: string): string {
  const [, name] = /^[^:]+:\/\/([^:@/]+)[^/]*@/.exec(address) ?? [];
  return name === undefined ? 'current_user' : client.escapeIdentifier(decodeURIComponent(name));
}
