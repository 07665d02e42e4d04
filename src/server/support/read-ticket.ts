import type { TicketWithMessages } from '#contract/support.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { notFound } from '#server/platform/refusal.ts';
import type { Client } from '#server/platform/session.ts';
import { ticketColumns, ticketFrom, type TicketRow } from './ticket-row.ts';

type MessageRow = Omit<TicketWithMessages['messages'][number], 'at'> & { at: Date };

/**
 * An own ticket with its conversation, the oldest message first. Staff appear by first name; their notes to each other
 * do not appear.
 * @throws Refusal `http.not_found`, also for a ticket of somebody else
 */
export async function readTicket(app: App, me: Client, ticketId: string): Promise<TicketWithMessages> {
  const row = await app.db.maybeOne<TicketRow>(sql`
    select ${ticketColumns} from conversation where id = ${ticketId} and client_id = ${me.id} and kind = 'ticket'`);
  if (!row) throw notFound();
  const messages = await app.db.rows<MessageRow>(sql`
    select m.id, m.body as text, m.sent_at as at,
           case when m.author_id = ${me.id} then 'client' else 'support' end as "from",
           case when m.author_id = ${me.id} then a.first_name || ' ' || a.second_name else a.first_name end as author
    from conversation_message m join client a on a.id = m.author_id
    where m.conversation_id = ${ticketId} and m.kind = 'text'
    order by m.seq`);
  return { ...ticketFrom(row), messages: messages.map((message) => ({ ...message, at: message.at.toISOString() })) };
}
