import type { Language } from '#contract/kernel/languages.ts';
import type { App } from '#server/platform/app.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { addSystemMessage } from '../messages/add.ts';
import { nextOpening } from '../business-hours.ts';
import { readHours } from '../sla.ts';
import { agentIsPresent } from '../read-presence.ts';

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
 * A client who waits in a chat without a present agent is not left alone: after some minutes, or at once when the hours
 * end in which the chat began, it becomes a ticket, once, and the client gets its number and its SLA.
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
    update support_setting set unattended_since = case when there then null else ${now}::timestamptz end
    from (select ${agentIsPresent(now)} as there) staff
    where there = (unattended_since is not null)`);
}

/** None while an agent is present, or where the settings turn this off. */
function readWaiting(db: Queries, now: Date): Promise<LeftChat[]> {
  return db.rows<LeftChat>(sql`
    select c.id, c.client_id as "clientId", p.language, c.waiting_since as "waitingSince",
           greatest(c.waiting_since, s.unattended_since) <= ${now}::timestamptz - make_interval(mins => s.chat_to_ticket_minutes) as "isLong"
    from conversation c join person p on p.id = c.client_id cross join support_setting s
    where c.kind = 'chat' and c.status = 'open' and c.waiting_since is not null
      and s.unattended_since is not null and s.chat_to_ticket_minutes is not null
    order by c.waiting_since, c.id limit ${batch}`);
}

async function move(app: App, { id, clientId, language, waitingSince }: LeftChat, now: Date): Promise<void> {
  await app.db.tx(async (tx) => {
    const subject = (await readSubject(tx, id, clientId)) ?? app.text(language, 'emails.support_chat_subject');
    // A concurrent run has moved it already, or a reply or an agent has come since then.
    const ticket = await tx.maybeOne<{ number: string; replyDueAt: Date | null }>(sql`
      update conversation
      set kind = 'ticket', number = 'T-' || nextval('ticket_number'), category = 'other', subject = ${subject}
      where id = ${id} and kind = 'chat' and status = 'open' and waiting_since = ${waitingSince}
        and not ${agentIsPresent(now)}
      returning number, reply_due_at as "replyDueAt"`);
    if (!ticket) return;
    const params = { number: ticket.number, reply_by: ticket.replyDueAt?.toISOString() ?? '' };
    const seq = await addSystemMessage(tx, id, 'left_waiting', params, now);
    await app.outbox.emit(tx, 'support.message_sent', { conversationId: id, seq });
    await app.outbox.emit(tx, 'support.chat_moved', { clientId, conversationId: id });
  });
}

/** The start of the client's messages without a reply; undefined when the client has sent files alone. */
async function readSubject(db: Queries, id: string, clientId: string): Promise<string | undefined> {
  const text = await db.maybeOne<{ body: string }>(sql`
    select body from conversation_message
    where conversation_id = ${id} and author_id = ${clientId} and kind = 'text'
      and seq > coalesce((select max(seq) from conversation_message
                          where conversation_id = ${id} and author_id <> ${clientId} and kind in ('text', 'file')), 0)
    order by seq limit 1`);
  const line = text?.body.replaceAll(/\s+/g, ' ').trim();
  if (!line || line.length <= subjectLength) return line || undefined;
  return `${line.slice(0, subjectLength).replace(/\s+\S*$/, '')}…`;
}
