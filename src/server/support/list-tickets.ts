import type { Ticket } from '#contract/support.ts';
import type { ClientStatus, TicketCategory } from '#contract/support-names.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import type { Client } from '#server/platform/session.ts';
import { statusesBehind } from './room.ts';
import { readTickets } from './ticket-row.ts';

const pageSize = 100;

export interface TicketFilter {
  status?: ClientStatus | undefined;
  category?: TicketCategory | undefined;
  /** Part of the number or the subject, or words of what was said. */
  search?: string | undefined;
}

/** The own tickets, the latest activity first. */
export async function listTickets(app: App, me: Client, { status, category, search }: TicketFilter): Promise<Ticket[]> {
  const pattern = search ? `%${search.replaceAll(/[\\%_]/g, '\\$&')}%` : undefined;
  return readTickets(
    app.db,
    me,
    sql`true
      ${status ? sql`and c.status = any(${statusesBehind(status)})` : sql``}
      ${category ? sql`and c.category = ${category}` : sql``}
      ${
        search
          ? sql`and (c.number ilike ${pattern} or c.subject ilike ${pattern} or exists (
              select from conversation_message m where m.conversation_id = c.id and m.kind in ('text', 'file')
                and m.words @@ plainto_tsquery('simple', ${search})))`
          : sql``
      }
      order by c.updated_at desc, c.id desc limit ${pageSize}`,
  );
}
