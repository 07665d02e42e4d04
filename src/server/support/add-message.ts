import { sql } from '#server/platform/db/sql.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { maskCardNumbers } from './mask-cards.ts';

export interface NewMessage {
  /** Made by the author, who repeats it with a repeated message. */
  id: string;
  conversationId: string;
  authorId: string;
  text: string;
  at: Date;
}

/**
 * Appends a text to a conversation, card numbers masked; the author has thereby read all of it. The conversation's row
 * is the lock under which messages are numbered, so that numbers have no gaps and appear in order.
 * @returns false when this message was there already, and nothing was done
 */
export async function addMessage(tx: Tx, { id, conversationId, authorId, text, at }: NewMessage): Promise<boolean> {
  const { lastSeq } = await tx.one<{ lastSeq: number }>(
    sql`select last_seq as "lastSeq" from conversation where id = ${conversationId} for update`,
  );
  const seq = lastSeq + 1;
  const added = await tx.run(sql`
    insert into conversation_message (id, conversation_id, seq, author_id, kind, body, sent_at)
    values (${id}, ${conversationId}, ${seq}, ${authorId}, 'text', ${maskCardNumbers(text)}, ${at})
    on conflict (conversation_id, author_id, id) do nothing`);
  if (added === 0) return false;
  await tx.run(sql`update conversation set last_seq = ${seq}, updated_at = ${at} where id = ${conversationId}`);
  await tx.run(sql`
    insert into conversation_participant as seat (conversation_id, person_id, read_seq)
    values (${conversationId}, ${authorId}, ${seq})
    on conflict (conversation_id, person_id) do update set read_seq = greatest(seat.read_seq, excluded.read_seq)`);
  return true;
}
