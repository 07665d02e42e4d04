import type { Message } from '#contract/support.ts';
import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { refuse, refuseField } from '#server/platform/refusal.ts';
import type { Client } from '#server/platform/session.ts';
import { addMessage, addSystemMessage } from './add-message.ts';
import { attachFiles, filesOf } from './attached-files.ts';
import { continueTicket } from './continue-ticket.ts';
import { livingChatBeside } from './living-chat.ts';
import { maskCardNumbers } from './mask-cards.ts';
import { readMessage } from './read-messages.ts';
import { beginWaiting } from './promise.ts';
import { takeSeat, type Seat } from './room.ts';

export interface Words {
  message: string;
  id?: string | undefined;
  files?: readonly string[] | undefined;
  /** A note among support; from a client it is a message like any other. */
  internal?: boolean | undefined;
}

/**
 * Says something in a conversation, once per id: whoever hears no answer sends it again. What a client says puts him back
 * into the queue, and opens what was resolved; what support says makes it his turn, a note changes nothing. What is said to a
 * chat that has ended is said in the one that lives.
 * @throws Refusal `http.not_found`, `support.empty`, `files.gone`, `http.idempotency_mismatch`
 */
export async function say(
  app: App,
  me: Pick<Client, 'id' | 'roles'>,
  roomId: string,
  words: Words,
): Promise<{ chatMessage: Message }> {
  const id = words.id ?? newId();
  const files = words.files ?? [];
  const at = app.clock.now();
  const stored = await app.db.tx(async (tx) => {
    const { room, side } = await takeSeat(tx, me, roomId, 'lock');
    if (words.message === '' && files.length === 0) throw refuseField('message', 'support.empty');
    const kind = side === 'support' && words.internal ? 'internal_note' : words.message === '' ? 'file' : 'text';
    const message = { id, authorId: me.id, kind, text: words.message, at } as const;
    const earlier = await findSaid(tx, roomId, { ...message, files });
    if (earlier) return earlier;
    const living = kind === 'internal_note' ? undefined : await livingChatBeside(tx, room, at);
    const place =
      living ?? (side === 'client' && room.status === 'closed' ? await continueTicket(app, tx, room) : room);
    if (place.id !== room.id) {
      const again = await findSaid(tx, place.id, { ...message, files });
      if (again) return again;
    }
    if (side === 'client' && place.status === 'resolved') await addSystemMessage(tx, place.id, 'reopened', {}, at);
    const seq = await addMessage(tx, { ...message, conversationId: place.id });
    await attachFiles(app, tx, me, { conversationId: place.id, seq }, files);
    if (kind !== 'internal_note') await passTheTurn(app, tx, { room: place, side }, me.id);
    await app.outbox.emit(tx, 'support.message_sent', { conversationId: place.id, seq });
    return { conversationId: place.id, seq };
  });
  const chatMessage = await readMessage(app.db, me, stored.conversationId, stored.seq);
  if (!chatMessage) throw new Error(`message ${stored.seq} of ${stored.conversationId} is not there`);
  return { chatMessage };
}

/** @throws Refusal `http.idempotency_mismatch` when this id was used for other words */
async function findSaid(
  tx: Tx,
  conversationId: string,
  message: { id: string; authorId: string; kind: string; text: string; files: readonly string[] },
): Promise<{ conversationId: string; seq: number } | undefined> {
  const { id, authorId, kind, text, files } = message;
  const said = await tx.maybeOne<{ seq: number; kind: string; body: string }>(sql`
    select seq, kind, body from conversation_message
    where conversation_id = ${conversationId} and author_id = ${authorId} and id = ${id}`);
  if (!said) return undefined;
  const before = await filesOf(tx, conversationId, said.seq);
  const isSame =
    said.kind === kind && said.body === maskCardNumbers(text) && before.map((file) => file.id).join() === files.join();
  if (!isSame) throw refuse('http.idempotency_mismatch');
  return { conversationId, seq: said.seq };
}

/** Whose turn it is after something was said. */
async function passTheTurn(app: App, tx: Tx, { room, side }: Seat, authorId: string): Promise<void> {
  const now = app.clock.now();
  if (side === 'support') {
    await tx.run(sql`
      update conversation
      set status = 'pending', waiting_since = null, answer_due_at = null, warned_at = null, snoozed_until = null, resolved_at = null,
          first_answered_at = coalesce(first_answered_at, ${now}), assignee_id = coalesce(assignee_id, ${authorId}),
          client_agent_id = coalesce(assignee_id, ${authorId})
      where id = ${room.id}`);
    return;
  }
  await beginWaiting(app, tx, room);
  await tx.run(sql`
    update conversation set status = 'open', snoozed_until = null, resolved_at = null, rating = null, rating_text = null, rated_at = null
    where id = ${room.id}`);
}
