import { createHash } from 'node:crypto';
import type { Queries } from '../db/database.ts';
import { sql } from '../db/sql.ts';
import { unwrapKey } from './encryption/data-key.ts';
import { decryptStream } from './encryption/encryption.ts';
import type { FileStore } from './storage/store.ts';

/** What was found: how many files are whole, and the first one that is not. */
export interface FilesFound {
  whole: number;
  breach?: { id: string; why: string };
}

/** Opens every stored file and compares it with its row: present, authentic, with its size and its hash. */
export async function verifyFiles(db: Queries, store: FileStore, secret: string): Promise<FilesFound> {
  const rows = await db.rows<{ id: string; size: bigint; sha256: Buffer; key: Buffer }>(sql`
    select id, size, sha256, key_wrapped as key from file where deleted_at is null order by id`);
  for (const [whole, { id, size, sha256, key }] of rows.entries()) {
    try {
      const hash = createHash('sha256');
      let bytes = 0n;
      for await (const part of decryptStream(await store.open(id), unwrapKey(secret, id, key))) {
        hash.update(part);
        bytes += BigInt(part.length);
      }
      if (bytes !== size || !hash.digest().equals(sha256)) throw new Error('its content is not what was kept');
    } catch (error) {
      return { whole, breach: { id, why: (error as Error).message } };
    }
  }
  return { whole: rows.length };
}
