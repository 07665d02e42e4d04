import type { StoredFile } from '#contract/kernel/files.ts';
import type { App } from '#server/platform/app.ts';
import type { Queries, Tx } from '#server/platform/db/database.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import { fileColumns, showFile, type FileRow } from '#server/platform/files/file-row.ts';
import { linkFile } from '#server/platform/files/link-file.ts';
import type { Person } from '#server/platform/session/session.ts';
import { readableBy } from '../room.ts';

/**
 * Attaches uploads to a message, in their order. Each must belong to the author, be made for a conversation, and not be
 * used yet.
 * @throws Refusal `files.gone`
 */
export async function attachFiles(
  { clock }: App,
  tx: Tx,
  me: { id: string },
  to: { conversationId: string; seq: number },
  files: readonly string[],
): Promise<void> {
  for (const [index, id] of files.entries()) {
    await linkFile(tx, { id, ownerId: me.id, purpose: 'message', at: clock.now() });
    await tx.run(sql`
      insert into conversation_file (file_id, owner_id, conversation_id, seq, position)
      values (${id}, ${me.id}, ${to.conversationId}, ${to.seq}, ${index + 1})`);
  }
}

/** Who besides its author opens a file of a message, as a condition on the file `f`: those who may read the message. */
export const filesSeenBy = (me: Pick<Person, 'id' | 'roles'>): Sql => sql`
  exists (select from conversation_file a join conversation c on c.id = a.conversation_id
          join conversation_message m on m.conversation_id = a.conversation_id and m.seq = a.seq
          where a.file_id = f.id and ${readableBy(me)} and (c.client_id <> ${me.id} or m.kind <> 'internal_note'))`;

/** What is attached to a message, in its order. */
export async function filesOf(db: Queries, conversationId: string, seq: number): Promise<StoredFile[]> {
  const bySeq = await readFiles(db, conversationId, [seq]);
  return bySeq.get(seq) ?? [];
}

/** What is attached to several messages of one conversation, by their numbers. */
export async function readFiles(
  db: Queries,
  conversationId: string,
  seqs: readonly number[],
): Promise<Map<number, StoredFile[]>> {
  const rows = await db.rows<FileRow & { seq: number }>(sql`
    select a.seq, ${fileColumns}
    from conversation_file a join file f on f.id = a.file_id
    where a.conversation_id = ${conversationId} and a.seq = any(${seqs}::int[])
    order by a.seq, a.position`);
  const bySeq = new Map<number, StoredFile[]>();
  for (const row of rows) bySeq.set(row.seq, [...(bySeq.get(row.seq) ?? []), showFile(row)]);
  return bySeq;
}
