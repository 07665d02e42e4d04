import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { encrypt, decrypt } from '#server/platform/secrets/encryption.ts';

/**
 * Encrypts the secret of every authenticator app again after the installation's secret was changed, all or none.
 * @returns how many
 * @throws Error when one cannot be decrypted with the former secret
 */
export async function reEncryptSecrets(tx: Tx, formerSecret: string, secret: string): Promise<number> {
  const purpose = 'atrium authenticator secrets 1';
  const rows = await tx.rows<{ id: string; encrypted: Buffer }>(sql`
    select person_id as id, secret_encrypted as encrypted from totp order by person_id for update`);
  for (const { id, encrypted } of rows) {
    const encryptedAgain = encrypt(secret, purpose, id, decrypt(formerSecret, purpose, id, encrypted));
    await tx.run(sql`update totp set secret_encrypted = ${encryptedAgain} where person_id = ${id}`);
  }
  return rows.length;
}
