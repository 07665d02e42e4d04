import type { FilePurpose } from '#contract/kernel/file-rules.ts';
import type { Tx } from '../db/database.ts';
import { sql } from '../db/sql.ts';
import { refuse } from '../refusal.ts';

/** A file that an action of a module is to refer to. */
export interface FileToLink {
  id: string;
  ownerId: string;
  purpose: FilePurpose;
  at: Date;
}

/**
 * Lets an unused file be referred to, in the transaction that writes the reference. One file serves one action: of
 * several concurrent calls one succeeds.
 * @throws Refusal `files.gone` when it belongs to another person, is of another purpose, used already, or was not sent
 * within a day
 */
export async function linkFile(tx: Tx, { id, ownerId, purpose, at }: FileToLink): Promise<void> {
  const linked = await tx.run(sql`
    update file set linked_at = greatest(${at}::timestamptz, created_at)
    where id = ${id} and owner_id = ${ownerId} and purpose = ${purpose} and linked_at is null and deleted_at is null`);
  if (linked === 0) throw refuse('files.gone');
}
