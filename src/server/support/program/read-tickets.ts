import type { RoomStatus } from '#contract/support/names.ts';
import type { ApiTicket, ApiTicketMessage } from '#contract/support/program-endpoints.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { pageOf, readPlace, rowsFrom, type Paging } from '#server/platform/lists/program-lists.ts';
import { notFound } from '#server/platform/refusal.ts';
import { readMessages } from '../messages/read.ts';
import { roomColumns, type Room } from '../room.ts';
import { asSupport } from './program-seat.ts';

interface Filter {
  client_id?: string | undefined;
  status?: RoomStatus | undefined;
}

type Row = Room & { firstRepliedAt: Date | null; changedAt: Date };

/** Tickets of all clients. */
export async function readTicketsPage({ db }: App, { client_id: clientId, status, ...query }: Paging & Filter) {
  const place = await readPlace(db, query);
  const rows = await db.rows<Row>(sql`
    select ${roomColumns}, c.first_replied_at as "firstRepliedAt", c.changed_at as "changedAt" from conversation c
    where c.kind = 'ticket' and (${clientId ?? null}::uuid is null or c.client_id = ${clientId ?? null})
      and (${status ?? null}::text is null or c.status = ${status ?? null})
      and ${rowsFrom(place, sql`c.id`, sql`c.changed_at`)}`);
  return pageOf(rows, place, show);
}

function show(room: Row): ApiTicket {
  if (room.number === null || room.subject === null || room.category === null)
    throw new Error(`${room.id} is no ticket`);
  return {
    id: room.id,
    number: room.number,
    client_id: room.clientId,
    category: room.category,
    subject: room.subject,
    status: room.status,
    priority: room.priority,
    assignee_id: room.assigneeId,
    link: room.linkType !== null && room.linkId !== null ? { type: room.linkType, id: room.linkId } : null,
    messages: room.lastSeq,
    reply_due_at: room.replyDueAt?.toISOString() ?? null,
    first_replied_at: room.firstRepliedAt?.toISOString() ?? null,
    resolved_at: room.resolvedAt?.toISOString() ?? null,
    closed_at: room.closedAt?.toISOString() ?? null,
    rating: room.rating,
    created_at: room.createdAt.toISOString(),
    updated_at: room.changedAt.toISOString(),
  };
}

/** @throws Refusal `http.not_found` */
export async function readTicketMessages(
  app: App,
  program: { id: string },
  ticketId: string,
  { limit, cursor = '0' }: { limit: number; cursor?: string | undefined },
): Promise<{ data: ApiTicketMessage[]; next_cursor: string | null }> {
  const isTicket = await app.db.maybeOne(sql`select 1 from conversation where id = ${ticketId} and kind = 'ticket'`);
  if (!isTicket) throw notFound();
  const page = await readMessages(app, asSupport(program), ticketId, { after: Number(cursor), limit });
  const data = page.data.map(({ message: text, files, ...message }) => ({
    ...message,
    text,
    files: files.map(({ id, name, type, size }) => ({ id, name, type, size })),
  }));
  return { data, next_cursor: page.has_more ? String(data.at(-1)?.seq) : null };
}
