import type { StaffRoom } from '#contract/support/staff-endpoints.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import { notFound } from '#server/platform/refusal.ts';
import type { Person } from '#server/platform/session/session.ts';
import { unreadBy } from '../chats/list-rooms.ts';

const previewLength = 200;

type Row = Omit<StaffRoom, 'updated_at' | 'snoozed_until' | 'reply_due_at' | 'resolve_due_at'> &
  Record<'snoozed_until' | 'reply_due_at' | 'resolve_due_at', Date | null> & { updated_at: Date };

/**
 * Conversations of others as a support agent sees them, by what follows `where` on `c` and its client `p`; `hit` is
 * what was found in each.
 */
export async function readStaffRooms(
  db: Queries,
  me: Pick<Person, 'id'>,
  conditionAndOrder: Sql,
  hit: Sql = sql`null`,
): Promise<StaffRoom[]> {
  const rows = await db.rows<Row>(sql`
    select c.id, c.kind, c.number, c.subject, c.category, c.priority, c.client_id, p.full_name as client,
           c.status, c.sla_tier as tier, agent.first_name as agent, agent.id as agent_id, c.last_seq, coalesce(seat.read_seq, 0) as read_seq, c.rating,
           case when agent.id is not null then jsonb_build_object('id', agent.id, 'name', agent.full_name) end as assignee,
           ${unreadBy(me)} as unread_count,
           (select left(m.body, ${previewLength}) from conversation_message m
            where m.conversation_id = c.id and m.kind <> 'system' order by m.seq desc limit 1) as last_message,
           p.language, ${hit} as hit, c.snoozed_until, c.reply_due_at, c.resolve_due_at, ceil(c.resolve_left_s / 60.0)::int as resolve_left_minutes, c.updated_at
    from conversation c
    join person p on p.id = c.client_id
    left join person agent on agent.id = c.assignee_id
    left join conversation_participant seat on seat.conversation_id = c.id and seat.person_id = ${me.id}
    where c.client_id <> ${me.id} and ${conditionAndOrder}`);
  const format = (at: Date | null) => at?.toISOString() ?? null;
  return rows.map((row) => ({
    ...row,
    snoozed_until: format(row.snoozed_until),
    reply_due_at: format(row.reply_due_at),
    resolve_due_at: format(row.resolve_due_at),
    updated_at: row.updated_at.toISOString(),
  }));
}

/** @throws Refusal `http.not_found` */
export async function readStaffRoom(db: Queries, me: Pick<Person, 'id'>, roomId: string): Promise<StaffRoom> {
  const [room] = await readStaffRooms(db, me, sql`c.id = ${roomId}`);
  if (!room) throw notFound();
  return room;
}
