import { fileQuota, inMegabytes } from '#contract/kernel/file-rules.ts';
import type { Queries } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import { refuse } from '../../refusal.ts';

/**
 * Checks that a person may store one more file of so many bytes. Concurrent calls need the lock of the person's row.
 * @throws Refusal `files.waiting`, `files.quota`
 */
export async function checkQuota(db: Queries, ownerId: string, bytes: number): Promise<void> {
  const stored = await db.one<{ waiting: number; bytes: bigint }>(sql`
    select (count(*) filter (where linked_at is null))::int as waiting, coalesce(sum(size), 0)::bigint as bytes
    from file where owner_id = ${ownerId} and purpose <> 'import' and deleted_at is null`);
  if (stored.waiting >= fileQuota.waiting) throw refuse('files.waiting', { max: fileQuota.waiting });
  if (stored.bytes + BigInt(bytes) > fileQuota.bytes)
    throw refuse('files.quota', { megabytes: inMegabytes(fileQuota.bytes) });
}
