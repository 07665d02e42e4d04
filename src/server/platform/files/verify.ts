import { createHash } from 'node:crypto';
import type { Queries } from '../db/database.ts';
import { sql } from '../db/sql.ts';
import { unwrapKey } from './encryption/data-key.ts';
import { decryptStream } from './encryption/encryption.ts';
import type { FileStore } from './storage/store.ts';
import { FileStoreTrouble } from './storage/trouble.ts';

/** What a row says of content. */
export interface KeptFile {
  id: string;
  size: bigint;
  sha256: Buffer;
  key: Buffer;
}

/** What was found: how many files are whole, and the first one that is not. */
export interface FilesFound {
  whole: number;
  breach?: { id: string; why: string };
}

/**
 * Opens every stored file and compares it with its row: present, authentic, with its size and its hash.
 * @throws FileStoreTrouble when the store is away, which says nothing about its files
 */
export async function verifyFiles(db: Queries, store: FileStore, secret: string): Promise<FilesFound> {
  const rows = await db.rows<KeptFile>(sql`
    select id, size, sha256, key_wrapped as key from file where deleted_at is null order by id`);
  for (const [whole, { id, size, sha256, key }] of rows.entries()) {
    try {
      await verifyContent(await store.open(id), { id, size, sha256, key }, secret);
    } catch (error) {
      if (error instanceof FileStoreTrouble) throw error;
      return { whole, breach: { id, why: (error as Error).message } };
    }
  }
  return { whole: rows.length };
}

/** @throws Error when the content is not what the row says */
export async function verifyContent(
  content: AsyncIterable<Buffer>,
  { id, size, sha256, key }: KeptFile,
  secret: string,
): Promise<void> {
  const hash = createHash('sha256');
  let bytes = 0n;
  for await (const part of decryptStream(content, unwrapKey(secret, id, key))) {
    hash.update(part);
    bytes += BigInt(part.length);
  }
  if (bytes !== size || !hash.digest().equals(sha256)) throw new Error('its content is not what was kept');
}
