import type { ClientStatus } from '#contract/support/names.ts';
import type { Ticket } from '#contract/support/endpoints.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import type { Person } from '#server/platform/session/session.ts';
import { linkOf } from '../links.ts';
import { unreadBy } from '../chats/list-rooms.ts';
import { hasReply, roomColumns, statusForClient, type Room } from '../room.ts';

/** The own tickets that meet a condition on `c`, as their client sees them. */
export async function readTickets(db: Queries, me: Pick<Person, 'id'>, conditionAndOrder: Sql): Promise<Ticket[]> {
  const rows = await db.rows<TicketRow>(sql`
    select ${roomColumns}, ${statusForClient} as "clientStatus", ${hasReply} as answered, c.client_at as "clientAt", ${unreadBy(me, sql`and m.kind <> 'internal_note'`)} as unread
    from conversation c left join conversation_participant seat on seat.conversation_id = c.id and seat.person_id = ${me.id}
    where c.client_id = ${me.id} and c.kind = 'ticket' and ${conditionAndOrder}`);
  return rows.map(ticketFrom);
}

type TicketRow = Room & { clientStatus: ClientStatus; answered: boolean; clientAt: Date; unread: number };

function ticketFrom(room: TicketRow): Ticket {
  if (room.number === null || room.subject === null || room.category === null)
    throw new Error(`${room.id} is no ticket`);
  return {
    ticket_id: room.id,
    number: room.number,
    subject: room.subject,
    category: room.category,
    status: room.clientStatus,
    link: linkOf(room),
    sla_due_at: room.replyDueAt?.toISOString() ?? null,
    settled_by: room.resolveDueAt?.toISOString() ?? null,
    answered: room.answered,
    rating: room.rating,
    unread_count: room.unread,
    created_at: room.createdAt.toISOString(),
    updated_at: room.clientAt.toISOString(),
  };
}
