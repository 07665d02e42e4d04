import type { App } from '../app.ts';
import type { Tx } from '../db/database.ts';
import { sql } from '../db/sql.ts';
import { FileStoreTrouble } from './storage/trouble.ts';
import { verifyContent, type KeptFile } from './verify.ts';

/** A file that was taken in for an import. */
export interface TakenFile {
  id: string;
  /** Hash of what was stored of it then, in hexadecimal. */
  sha256: string;
  /** Whose it becomes. */
  ownerId: string;
}

/**
 * Gives files of an import to the people whom they are about, in the transaction that writes what they are.
 * @returns the ids of those that still have the content that was taken in; the others stay where they are
 * @throws FileStoreTrouble when the store is away, which says nothing about its files
 */
export async function handOverFiles(
  { config, files: { store } }: Pick<App, 'config' | 'files'>,
  tx: Tx,
  taken: readonly TakenFile[],
): Promise<Set<string>> {
  const kept = await tx.rows<KeptFile>(sql`
    select id, size, sha256, key_wrapped as key from file
    where id = any(${taken.map(({ id }) => id)}::uuid[]) and purpose = 'import' and deleted_at is null order by id for update`);
  const rows = new Map(kept.map((row) => [row.id, row]));
  const whole: TakenFile[] = [];
  for (const file of taken) {
    const row = rows.get(file.id);
    if (!row?.sha256.equals(Buffer.from(file.sha256, 'hex'))) continue;
    try {
      await verifyContent(await store.open(file.id), row, config.appSecret);
      whole.push(file);
    } catch (error) {
      if (error instanceof FileStoreTrouble) throw error;
    }
  }
  await tx.run(sql`
    update file f set owner_id = taken.owner_id, purpose = 'verification'
    from unnest(${whole.map(({ id }) => id)}::uuid[], ${whole.map(({ ownerId }) => ownerId)}::uuid[]) as taken (id, owner_id)
    where f.id = taken.id`);
  return new Set(whole.map(({ id }) => id));
}
