import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { seal, unseal } from '#server/platform/encryption.ts';

/**
 * Seals the secret of every authenticator app anew after the installation's secret was changed, all or none.
 * @returns how many
 * @throws Error when one does not open with the former secret
 */
export async function resealSecrets(tx: Tx, formerSecret: string, secret: string): Promise<number> {
  const purpose = 'atrium authenticator secrets 1';
  const rows = await tx.rows<{ id: string; sealed: Buffer }>(sql`
    select client_id as id, secret_sealed as sealed from totp order by client_id for update`);
  for (const { id, sealed } of rows) {
    const anew = seal(secret, purpose, id, unseal(formerSecret, purpose, id, sealed));
    await tx.run(sql`update totp set secret_sealed = ${anew} where client_id = ${id}`);
  }
  return rows.length;
}
