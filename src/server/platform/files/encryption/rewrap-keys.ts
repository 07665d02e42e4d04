import type { Tx } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import { unwrapKey, wrapKey } from './data-key.ts';

/**
 * Wraps the key of every file again after the installation's secret was changed; contents stay as they are. All or
 * none, in the transaction that is given.
 * @returns how many
 * @throws Error when the former secret does not unwrap a key
 */
export async function rewrapKeys(tx: Tx, formerSecret: string, secret: string): Promise<number> {
  const rows = await tx.rows<{ id: string; key: Buffer }>(sql`
    select id, key_wrapped as key from file where deleted_at is null order by id for update`);
  for (const { id, key } of rows) {
    const wrapped = wrapKey(secret, id, unwrapKey(formerSecret, id, key));
    await tx.run(sql`update file set key_wrapped = ${wrapped} where id = ${id}`);
  }
  return rows.length;
}
