import type { SystemEvent } from '#contract/support-names.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { maskCardNumbers } from './mask-cards.ts';

export interface NewMessage {
  /** Made by the author, who repeats it with a repeated message. */
  id: string;
  conversationId: string;
  authorId: string;
  kind: 'text' | 'file' | 'internal_note';
  text: string;
  at: Date;
}

/**
 * Appends a message, card numbers masked; its author has thereby read all before it. The caller holds the conversation's
 * row, under which messages are numbered, so that numbers appear in order and without gaps.
 * @returns its number
 */
export async function addMessage(tx: Tx, message: NewMessage): Promise<number> {
  const { id, conversationId, authorId, kind, text, at } = message;
  const seq = await nextSeq(tx, conversationId, at);
  await tx.run(sql`
    insert into conversation_message (id, conversation_id, seq, author_id, kind, body, sent_at)
    values (${id}, ${conversationId}, ${seq}, ${authorId}, ${kind}, ${maskCardNumbers(text)}, ${at})`);
  await markTo(tx, { conversationId, personId: authorId, readSeq: seq, deliveredSeq: seq });
  return seq;
}

/** Appends what the system has to say: an event with its names, put into words by whoever reads it. */
export async function addSystemMessage(
  tx: Tx,
  conversationId: string,
  event: SystemEvent,
  params: Record<string, string>,
  at: Date,
): Promise<number> {
  const seq = await nextSeq(tx, conversationId, at);
  await tx.run(sql`
    insert into conversation_message (id, conversation_id, seq, kind, body, data, sent_at)
    values (${newId()}, ${conversationId}, ${seq}, 'system', '', ${JSON.stringify({ event, params })}, ${at})`);
  return seq;
}

/** Moves a person's marks forward, never back. @returns whether anything moved */
export async function markTo(
  tx: Tx,
  mark: { conversationId: string; personId: string; readSeq: number; deliveredSeq: number },
): Promise<boolean> {
  const { conversationId, personId, readSeq, deliveredSeq } = mark;
  const moved = await tx.run(sql`
    insert into conversation_participant as seat (conversation_id, person_id, read_seq, delivered_seq)
    values (${conversationId}, ${personId}, ${readSeq}, ${deliveredSeq})
    on conflict (conversation_id, person_id) do update
    set read_seq = greatest(seat.read_seq, excluded.read_seq), delivered_seq = greatest(seat.delivered_seq, excluded.delivered_seq)
    where excluded.read_seq > seat.read_seq or excluded.delivered_seq > seat.delivered_seq`);
  return moved > 0;
}

async function nextSeq(tx: Tx, conversationId: string, at: Date): Promise<number> {
  const { seq } = await tx.one<{ seq: number }>(sql`
    update conversation set last_seq = last_seq + 1, updated_at = ${at} where id = ${conversationId} returning last_seq as seq`);
  return seq;
}
