import type { Ticket } from '#contract/support.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import type { Client } from '#server/platform/session.ts';
import { ticketColumns, ticketFrom, type TicketRow } from './ticket-row.ts';

const pageSize = 100;

/** The own tickets, the latest activity first. */
export async function listTickets(app: App, me: Client): Promise<Ticket[]> {
  const rows = await app.db.rows<TicketRow>(sql`
    select ${ticketColumns} from conversation
    where client_id = ${me.id} and kind = 'ticket'
    order by updated_at desc, id desc limit ${pageSize}`);
  return rows.map(ticketFrom);
}
