import type { SystemEvent } from '#contract/support/names.ts';
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
 * Appends a message, card numbers masked. Its author has thereby read all before it, unless it is a note: the client
 * sees what was read. The caller holds the conversation's row, under which messages are numbered, so that numbers
 * appear in order and without gaps: those of support, and those of the client, who does not see notes.
 * @returns its number for support
 */
export async function addMessage(tx: Tx, message: NewMessage): Promise<number> {
  const { id, conversationId, authorId, kind, text, at } = message;
  const isNote = kind === 'internal_note';
  const { seq, clientSeq } = isNote
    ? await nextOfNote(tx, conversationId, at)
    : await nextNumbers(tx, conversationId, at);
  await tx.run(sql`
    insert into conversation_message (id, conversation_id, seq, client_seq, author_id, kind, body, sent_at)
    values (${id}, ${conversationId}, ${seq}, ${clientSeq}, ${authorId}, ${kind}, ${maskCardNumbers(text)}, ${at})`);
  if (!isNote) await markTo(tx, { conversationId, personId: authorId, readSeq: seq, deliveredSeq: seq, at });
  return seq;
}

/** Appends a system message: an event with its names, which each reader's screen puts into words. */
export async function addSystemMessage(
  tx: Tx,
  conversationId: string,
  event: SystemEvent,
  params: Record<string, string>,
  at: Date,
): Promise<number> {
  const { seq, clientSeq } = await nextNumbers(tx, conversationId, at);
  await tx.run(sql`
    insert into conversation_message (id, conversation_id, seq, client_seq, kind, body, data, sent_at)
    values (${newId()}, ${conversationId}, ${seq}, ${clientSeq}, 'system', '', ${JSON.stringify({ event, params })}, ${at})`);
  return seq;
}

/** Moves a person's marks forward, never back, and notes when their side got further. Numbers are those of support. */
export async function markTo(
  tx: Tx,
  mark: { conversationId: string; personId: string; readSeq: number; deliveredSeq: number; at: Date },
): Promise<void> {
  const { conversationId, personId, readSeq, deliveredSeq, at } = mark;
  await tx.run(sql`
    insert into conversation_participant as seat (conversation_id, person_id, read_seq, delivered_seq)
    values (${conversationId}, ${personId}, ${readSeq}, ${deliveredSeq})
    on conflict (conversation_id, person_id) do update
    set read_seq = greatest(seat.read_seq, excluded.read_seq), delivered_seq = greatest(seat.delivered_seq, excluded.delivered_seq)
    where excluded.read_seq > seat.read_seq or excluded.delivered_seq > seat.delivered_seq`);
  if (readSeq === 0) return;
  await tx.run(sql`
    insert into conversation_read (conversation_id, side, seq, at)
    select c.id, mine.side, ${readSeq}, ${at}
    from conversation c, lateral (select case when c.client_id = ${personId} then 'client' else 'support' end as side) mine
    where c.id = ${conversationId}
      and not exists (select from conversation_read r where r.conversation_id = c.id and r.side = mine.side and r.seq >= ${readSeq})
    on conflict do nothing`);
}

interface Numbers {
  seq: number;
  clientSeq: number | null;
}

const nextNumbers = (tx: Tx, conversationId: string, at: Date): Promise<Numbers> =>
  tx.one<Numbers>(sql`
    update conversation
    set last_seq = last_seq + 1, updated_at = ${at}, client_seq = client_seq + 1, client_at = ${at}
    where id = ${conversationId} returning last_seq as seq, client_seq as "clientSeq"`);

const nextOfNote = (tx: Tx, conversationId: string, at: Date): Promise<Numbers> =>
  tx.one<Numbers>(sql`
    update conversation set last_seq = last_seq + 1, updated_at = ${at}
    where id = ${conversationId} returning last_seq as seq, null::int as "clientSeq"`);
