import type { RoomStatus } from '#contract/support/names.ts';
import type { ApiChat, ApiTicket, ApiTicketMessage } from '#contract/support/program-endpoints.ts';
import type { App } from '#server/platform/app.ts';
import type { ApiKey } from '#server/platform/secrets/api-key.ts';
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
  return pageOf(rows, place, showTicket);
}

/** Chats of all clients. */
export async function readChatsPage(
  { db }: App,
  { client_id: clientId, ...query }: Paging & Pick<Filter, 'client_id'>,
) {
  const place = await readPlace(db, query);
  const rows = await db.rows<Row>(sql`
    select ${roomColumns}, c.first_replied_at as "firstRepliedAt", c.changed_at as "changedAt" from conversation c
    where c.kind = 'chat' and (${clientId ?? null}::uuid is null or c.client_id = ${clientId ?? null})
      and ${rowsFrom(place, sql`c.id`, sql`c.changed_at`)}`);
  return pageOf(rows, place, showChat);
}

const showChat = (room: Row): ApiChat => ({
  id: room.id,
  client_id: room.clientId,
  status: room.status,
  priority: room.priority,
  assignee_id: room.assigneeId,
  messages: room.lastSeq,
  reply_due_at: room.replyDueAt?.toISOString() ?? null,
  first_replied_at: room.firstRepliedAt?.toISOString() ?? null,
  resolved_at: room.resolvedAt?.toISOString() ?? null,
  closed_at: room.closedAt?.toISOString() ?? null,
  rating: room.rating,
  created_at: room.createdAt.toISOString(),
  updated_at: room.changedAt.toISOString(),
});

function showTicket(room: Row): ApiTicket {
  if (room.number === null || room.subject === null || room.category === null)
    throw new Error(`${room.id} is no ticket`);
  return {
    ...showChat(room),
    number: room.number,
    category: room.category,
    subject: room.subject,
    link: room.linkType !== null && room.linkId !== null ? { type: room.linkType, id: room.linkId } : null,
  };
}

/**
 * Messages of a conversation of this kind, with the notes of staff, and of files only what they are.
 * @throws Refusal `http.not_found`
 */
export async function readMessagesPage(
  app: App,
  { createdBy }: Pick<ApiKey, 'createdBy'>,
  { kind, id }: Pick<Room, 'kind' | 'id'>,
  { limit, cursor = '0' }: { limit: number; cursor?: string | undefined },
): Promise<{ data: ApiTicketMessage[]; next_cursor: string | null }> {
  const isThere = await app.db.maybeOne(sql`select 1 from conversation where id = ${id} and kind = ${kind}`);
  if (!isThere) throw notFound();
  const page = await readMessages(app, asSupport({ id: createdBy }), id, { after: Number(cursor), limit });
  const data = page.data.map(({ message: text, files, ...message }) => ({
    ...message,
    text,
    files: files.map((file) => ({ id: file.id, name: file.name, type: file.type, size: file.size })),
  }));
  return { data, next_cursor: page.has_more ? String(data.at(-1)?.seq) : null };
}
