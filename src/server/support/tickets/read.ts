import { messagesPerPage } from '#contract/support/names.ts';
import type { TicketWithMessages } from '#contract/support/endpoints.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { notFound } from '#server/platform/refusal.ts';
import type { Person } from '#server/platform/session/session.ts';
import { readMessages } from '../messages/read.ts';
import { readTickets } from './ticket-row.ts';

type Neighbour = TicketWithMessages['next'];

/**
 * An own ticket with the newest page of its conversation.
 * @throws Refusal `http.not_found`, also for a ticket of another client
 */
export async function readTicket(app: App, me: Person, ticketId: string): Promise<TicketWithMessages> {
  const [ticket] = await readTickets(app.db, me, sql`c.id = ${ticketId}`);
  if (!ticket) throw notFound();
  const { previous, next } = await app.db.one<{ previous: Neighbour; next: Neighbour }>(sql`
    select (select jsonb_build_object('ticket_id', p.id, 'number', p.number) from conversation p where p.id = c.previous_id) as previous,
           (select jsonb_build_object('ticket_id', n.id, 'number', n.number) from conversation n
            where n.previous_id = c.id order by n.created_at desc limit 1) as next
    from conversation c where c.id = ${ticketId}`);
  const messages = await readMessages(app, { id: me.id, roles: ['client'] }, ticketId, { limit: messagesPerPage });
  return { ...ticket, messages, previous, next };
}
