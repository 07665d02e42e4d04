import { ticketsPerPage, type ClientStatus, type TicketCategory } from '#contract/support/names.ts';
import type { Ticket } from '#contract/support/endpoints.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import type { Person } from '#server/platform/session/session.ts';
import { statusForClient } from '../room.ts';
import { readTickets } from './ticket-row.ts';

const dayMs = 86_400_000;

export interface TicketFilter {
  status?: ClientStatus | undefined;
  category?: TicketCategory | undefined;
  /** With activity in the last days. */
  days?: number | undefined;
  /** Part of the number, the subject or what it is about, or words of its messages. */
  search?: string | undefined;
  /** Of the last ticket of the page before. */
  after?: { updated_at: string; ticket_id: string } | undefined;
}

/** The own tickets, the latest activity first, page by page. */
export async function listTickets(app: App, me: Person, filter: TicketFilter): Promise<Ticket[]> {
  const { status, category, days, search, after } = filter;
  const since = days === undefined ? undefined : new Date(app.clock.now().getTime() - days * dayMs);
  const pattern = search ? `%${search.replaceAll(/[\\%_]/g, '\\$&')}%` : undefined;
  return readTickets(
    app.db,
    me,
    sql`true
      ${status ? sql`and ${statusForClient} = ${status}` : sql``}
      ${category ? sql`and c.category = ${category}` : sql``}
      ${since ? sql`and c.client_at >= ${since}` : sql``}
      ${
        search
          ? sql`and (c.number ilike ${pattern} or c.subject ilike ${pattern} or c.link_label ilike ${pattern} or exists (
              select from conversation_message m where m.conversation_id = c.id and m.kind in ('text', 'file')
                and m.words @@ plainto_tsquery('simple', ${search})))`
          : sql``
      }
      ${after ? sql`and (c.client_at, c.id) < (${after.updated_at}::timestamptz, ${after.ticket_id}::uuid)` : sql``}
      order by c.client_at desc, c.id desc limit ${ticketsPerPage}`,
  );
}
