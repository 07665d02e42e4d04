import type { LinkType, Priority, RoomStatus, TicketCategory } from '#contract/support/names.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import { notFound } from '#server/platform/refusal.ts';
import type { Person } from '#server/platform/session/session.ts';

/** A conversation as every verb reads it. */
export interface Room {
  id: string;
  kind: 'ticket' | 'chat';
  clientId: string;
  number: string | null;
  subject: string | null;
  category: TicketCategory | null;
  status: RoomStatus;
  priority: Priority;
  assigneeId: string | null;
  /** The assigned agent, as far as the client was notified. */
  clientAgentId: string | null;
  /** Of the last message, notes among them; of the last one that its client sees. */
  lastSeq: number;
  clientSeq: number;
  linkType: LinkType | null;
  linkId: string | null;
  linkLabel: string | null;
  rating: number | null;
  waitingSince: Date | null;
  replyDueAt: Date | null;
  /** Null while it is the client's turn: then the time to resolve is paused. */
  resolveDueAt: Date | null;
  resolvedAt: Date | null;
  closedAt: Date | null;
  previousId: string | null;
  createdAt: Date;
  updatedAt: Date;
}

export const roomColumns = sql`
  c.id, c.kind, c.client_id as "clientId", c.number, c.subject, c.category, c.status, c.priority, c.assignee_id as "assigneeId",
  c.last_seq as "lastSeq", c.client_seq as "clientSeq", c.client_agent_id as "clientAgentId", c.link_type as "linkType", c.link_id as "linkId", c.link_label as "linkLabel", c.rating,
  c.waiting_since as "waitingSince", c.reply_due_at as "replyDueAt", c.resolve_due_at as "resolveDueAt", c.resolved_at as "resolvedAt", c.closed_at as "closedAt",
  c.previous_id as "previousId", c.created_at as "createdAt", c.updated_at as "updatedAt"`;

/** A person who may take part in a conversation, with their side. */
export interface Seat {
  room: Room;
  /** The person that it is about is its client, even if they work in support. */
  side: 'client' | 'support';
}

type Participant = Pick<Person, 'id' | 'roles'>;

export const isSupportAgent = ({ roles }: Pick<Person, 'roles'>): boolean =>
  roles.includes('support') || roles.includes('admin');

/** Conversations that a person may read, as a condition on `c`. */
export const readableBy = (me: Participant): Sql => (isSupportAgent(me) ? sql`true` : sql`c.client_id = ${me.id}`);

/**
 * The conversation for a person who may take part in it. Its row is locked when the caller is about to change it.
 * @throws Refusal `http.not_found`, also for a conversation of another client
 */
export async function takeSeat(
  db: Queries,
  me: Participant,
  roomId: string,
  how: 'read' | 'lock' = 'read',
): Promise<Seat> {
  const room = await db.maybeOne<Room>(sql`
    select ${roomColumns} from conversation c where c.id = ${roomId} and ${readableBy(me)} ${how === 'lock' ? sql`for update` : sql``}`);
  if (!room) throw notFound();
  return { room, side: room.clientId === me.id ? 'client' : 'support' };
}

/** Whether support has written a message in `c` that its client may read; an assignment is no reply. */
export const hasReply: Sql = sql`
  exists (select 1 from conversation_message a
          where a.conversation_id = c.id and a.kind in ('text', 'file') and a.author_id <> c.client_id)`;

/**
 * The status of `c` as its client sees it: open while the client waits for a reply. The client does not see that
 * support snoozed it.
 */
export const statusForClient: Sql = sql`
  case when c.status in ('resolved', 'closed') then c.status
       when c.waiting_since is null and c.first_replied_at is not null then 'answered'
       else 'open' end`;
