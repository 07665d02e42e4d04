import type { Language } from '#contract/languages.ts';
import type { App } from '#server/platform/app.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { addSystemMessage } from './add-message.ts';
import { nextOpening } from './business-hours.ts';
import { readHours } from './sla.ts';
import { somebodyIsThere } from './read-presence.ts';

const batch = 200;
const subjectLength = 80;

interface LeftChat {
  id: string;
  clientId: string;
  language: Language;
  waitingSince: Date;
  isLong: boolean;
}

/**
 * A client who waits in a chat where nobody of support is there is not left alone: after some minutes, or at once when
 * the hours end that he began in, the chat becomes a ticket, once, and he is told of its number and its promise.
 */
export async function moveLeftChats(app: App): Promise<void> {
  const now = app.clock.now();
  await notePresence(app.db, now);
  const chats = await readWaiting(app.db, now);
  if (chats.length === 0) return;
  const hours = await readHours(app.db);
  const isOpen = (at: Date) => nextOpening(hours, at)?.getTime() === at.getTime();
  const hoursAreOver = !isOpen(now);
  for (const chat of chats) if (chat.isLong || (hoursAreOver && isOpen(chat.waitingSince))) await move(app, chat, now);
}

async function notePresence(db: Queries, now: Date): Promise<void> {
  await db.run(sql`
    update support_setting set nobody_since = case when there then null else ${now}::timestamptz end
    from (select ${somebodyIsThere(now)} as there) desk
    where there = (nobody_since is not null)`);
}

/** None while somebody is there, or where no chat is ever to become a ticket. */
function readWaiting(db: Queries, now: Date): Promise<LeftChat[]> {
  return db.rows<LeftChat>(sql`
    select c.id, c.client_id as "clientId", p.language, c.waiting_since as "waitingSince",
           greatest(c.waiting_since, s.nobody_since) <= ${now}::timestamptz - make_interval(mins => s.chat_to_ticket_minutes) as "isLong"
    from conversation c join client p on p.id = c.client_id cross join support_setting s
    where c.kind = 'chat' and c.status = 'open' and c.waiting_since is not null
      and s.nobody_since is not null and s.chat_to_ticket_minutes is not null
    order by c.waiting_since, c.id limit ${batch}`);
}

async function move(app: App, { id, clientId, language, waitingSince }: LeftChat, now: Date): Promise<void> {
  await app.db.tx(async (tx) => {
    const subject = (await readSubject(tx, id, clientId)) ?? app.text(language, 'mails.support_chat_subject');
    // Whoever was here first has moved it; an answer or an agent that came meanwhile lets it be.
    const ticket = await tx.maybeOne<{ number: string; answerDueAt: Date | null }>(sql`
      update conversation
      set kind = 'ticket', number = 'T-' || nextval('ticket_number'), category = 'other', subject = ${subject}
      where id = ${id} and kind = 'chat' and status = 'open' and waiting_since = ${waitingSince} and not ${somebodyIsThere(now)}
      returning number, answer_due_at as "answerDueAt"`);
    if (!ticket) return;
    const params = { number: ticket.number, answer_by: ticket.answerDueAt?.toISOString() ?? '' };
    const seq = await addSystemMessage(tx, id, 'left_waiting', params, now);
    await app.outbox.emit(tx, 'support.message_sent', { conversationId: id, seq });
    await app.outbox.emit(tx, 'support.chat_moved', { clientId, conversationId: id });
  });
}

/** The beginning of what the client has said and nobody has answered; undefined when he has sent files alone. */
async function readSubject(db: Queries, id: string, clientId: string): Promise<string | undefined> {
  const said = await db.maybeOne<{ body: string }>(sql`
    select body from conversation_message
    where conversation_id = ${id} and author_id = ${clientId} and kind = 'text'
      and seq > coalesce((select max(seq) from conversation_message
                          where conversation_id = ${id} and author_id <> ${clientId} and kind in ('text', 'file')), 0)
    order by seq limit 1`);
  const line = said?.body.replaceAll(/\s+/g, ' ').trim();
  if (!line || line.length <= subjectLength) return line || undefined;
  return `${line.slice(0, subjectLength).replace(/\s+\S*$/, '')}…`;
}
