import type { Message } from '#contract/support/endpoints.ts';
import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { refuse, refuseField } from '#server/platform/refusal.ts';
import type { Actor } from '#server/platform/session/actor.ts';
import type { Person } from '#server/platform/session/session.ts';
import { addMessage, addSystemMessage } from './add.ts';
import { attachFiles, filesOf } from './attached-files.ts';
import { continueTicket } from '../tickets/continue.ts';
import { livingChatBeside } from '../chats/living-chat.ts';
import { maskCardNumbers } from './mask-cards.ts';
import { readMessage } from './read.ts';
import { startSla, stopSla } from '../sla.ts';
import { takeSeat, type Room, type Seat } from '../room.ts';

export interface Words {
  message: string;
  id?: string | undefined;
  /** The recipient that the sending program names. */
  recipient_id?: string | undefined;
  files?: readonly string[] | undefined;
  /** A note among support; from a client it is a message like any other. */
  internal?: boolean | undefined;
  /** The client who waits goes on waiting: the message is no answer. */
  keepsTurn?: boolean | undefined;
}

/**
 * Sends a message to a conversation, once per id: a caller without a response sends it again. A client's message puts
 * the conversation back into the queue, and opens a resolved one; a reply of support makes it the client's turn, a note
 * changes nothing. A message to a chat that has ended goes to the living one; in a closed conversation support can only
 * write notes.
 * @throws Refusal `http.not_found`, `support.empty`, `http.idempotency_mismatch`, `support.recipient`,
 * `support.closed`, `files.gone`
 */
export async function sendMessage(
  app: App,
  me: Pick<Person, 'id' | 'roles'>,
  roomId: string,
  words: Words,
): Promise<{ chatMessage: Message }> {
  const stored = await app.db.tx(async (tx) =>
    storeMessage(app, tx, me, await takeSeat(tx, me, roomId, 'lock'), words),
  );
  const chatMessage = await readMessage(app.db, me, stored.conversationId, stored.seq);
  if (!chatMessage) throw new Error(`message ${stored.seq} of ${stored.conversationId} is not there`);
  return { chatMessage };
}

/** As {@link sendMessage}, by the author whose seat the caller has locked. A reply of a program assigns the conversation to no one. */
export async function storeMessage(
  app: App,
  tx: Tx,
  me: Pick<Person, 'id'> & Pick<Actor, 'program'>,
  { room, side }: Seat,
  words: Words,
): Promise<{ conversationId: string; seq: number }> {
  const id = words.id ?? newId();
  const files = words.files ?? [];
  const at = app.clock.now();
  if (words.message === '' && files.length === 0) throw refuseField('message', 'support.empty');
  const kind = side === 'support' && words.internal ? 'internal_note' : words.message === '' ? 'file' : 'text';
  const message = { id, authorId: me.id, kind, text: words.message, at } as const;
  const earlier = await findMessage(tx, room.clientId, { ...message, files });
  if (earlier) return earlier;
  if (words.recipient_id !== undefined) await checkRecipient(tx, { room, side }, words.recipient_id);
  const position = kind === 'internal_note' ? room : await senderFor(app, tx, { room, side });
  if (side === 'client' && position.status === 'resolved') await addSystemMessage(tx, position.id, 'reopened', {}, at);
  const seq = await addMessage(tx, { ...message, conversationId: position.id });
  await attachFiles(app, tx, me, { conversationId: position.id, seq }, files);
  if (kind !== 'internal_note' && !words.keepsTurn)
    await passTheTurn(app, tx, { room: position, side }, me.program ? null : me.id);
  await app.outbox.emit(tx, 'support.message_sent', { conversationId: position.id, seq });
  return { conversationId: position.id, seq };
}

/**
 * The conversation decides who receives. A recipient that is named nevertheless must be of the other side.
 * @throws Refusal `support.recipient`
 */
async function checkRecipient(tx: Tx, { room, side }: Seat, personId: string): Promise<void> {
  const isOther =
    side === 'support'
      ? personId === room.clientId
      : await tx.maybeOne(sql`
          select 1 as found from person where id = ${personId} and id <> ${room.clientId} and roles && array['support', 'admin']`);
  if (!isOther) throw refuseField('recipient_id', 'support.recipient');
}

/**
 * The conversation that gets the message: the one it was sent to, or the one that continues it.
 * @throws Refusal `support.closed`
 */
async function senderFor(app: App, tx: Tx, { room, side }: Seat): Promise<Room> {
  if (side === 'support' && room.status === 'closed') throw refuse('support.closed');
  const living = await livingChatBeside(tx, room, app.clock.now());
  return living ?? (room.status === 'closed' ? continueTicket(app, tx, room) : room);
}

/**
 * The message with this id, to or by this client. It may be in another conversation than the one it was sent to,
 * whatever has become of either since.
 * @throws Refusal `http.idempotency_mismatch` when this id was used for another text
 */
async function findMessage(
  tx: Tx,
  clientId: string,
  message: { id: string; authorId: string; kind: string; text: string; files: readonly string[] },
): Promise<{ conversationId: string; seq: number } | undefined> {
  const { id, authorId, kind, text, files } = message;
  const sent = await tx.maybeOne<{ conversationId: string; seq: number; kind: string; body: string }>(sql`
    select m.conversation_id as "conversationId", m.seq, m.kind, m.body
    from conversation_message m join conversation c on c.id = m.conversation_id
    where m.author_id = ${authorId} and m.id = ${id} and c.client_id = ${clientId} order by m.sent_at, m.seq limit 1`);
  if (!sent) return undefined;
  const { conversationId } = sent;
  const before = await filesOf(tx, conversationId, sent.seq);
  const isSame =
    sent.kind === kind && sent.body === maskCardNumbers(text) && before.map((file) => file.id).join() === files.join();
  if (!isSame) throw refuse('http.idempotency_mismatch');
  return { conversationId, seq: sent.seq };
}

/** Sets whose turn it is after a message. An agent who replies is assigned where none is. */
async function passTheTurn(app: App, tx: Tx, { room, side }: Seat, agentId: string | null): Promise<void> {
  const now = app.clock.now();
  if (side === 'support') {
    await stopSla(app, tx, room);
    await tx.run(sql`
      update conversation
      set status = 'pending', snoozed_until = null, resolved_at = null,
          first_replied_at = coalesce(first_replied_at, ${now}), assignee_id = coalesce(assignee_id, ${agentId}),
          client_agent_id = coalesce(assignee_id, ${agentId}, client_agent_id)
      where id = ${room.id}`);
    return;
  }
  await startSla(app, tx, room);
  await tx.run(sql`
    update conversation set status = 'open', snoozed_until = null, resolved_at = null, rating = null, rating_text = null, rated_at = null
    where id = ${room.id}`);
}
