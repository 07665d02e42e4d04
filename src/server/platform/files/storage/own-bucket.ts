import type { Queries } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import type { BucketStore } from './s3/bucket-store.ts';
import { FileStoreTrouble } from './trouble.ts';

/**
 * The name of an installation: that of its database, on its server. All instances share it. A restore or a copy into
 * another database does not carry it along, but a copy of the whole folder of a database server does.
 */
export async function installationOf(db: Queries): Promise<string> {
  const { name } = await db.one<{ name: string }>(sql`
    select concat(system_identifier, '-', oid) as name
    from pg_control_system(), pg_database where datname = current_database()`);
  return name;
}

/**
 * Checks that the bucket and its prefix belong to this installation, which may then remove content there. Where they
 * belong to none they do from now on.
 * @returns whether they did before. Where a service knows no conditional upload the last of two first ones wins, so that
 * content without a row should be removed only when they did.
 * @throws FileStoreTrouble when they belong to another one, or that cannot be read
 */
export async function requireOwnBucket(db: Queries, bucket: BucketStore): Promise<boolean> {
  const own = await installationOf(db);
  const found = await bucket.owner();
  if (found === undefined) await bucket.claim(own);
  const owner = found ?? (await bucket.owner());
  if (owner === own) return found !== undefined;
  if (owner === undefined) throw new FileStoreTrouble('damaged', 'the bucket does not keep whose it is');
  throw new FileStoreTrouble(
    'refused',
    `the bucket and its prefix belong to another installation (database ${owner}, this one is ${own}), so nothing is ` +
      'removed there: give this one its own prefix, or run bin/move-files --take-over if it replaces the other',
  );
}
