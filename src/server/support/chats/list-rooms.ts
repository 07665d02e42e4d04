import type { ChatRoom } from '#contract/support/endpoints.ts';
import type { App } from '#server/platform/app.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import type { Person } from '#server/platform/session/session.ts';
import { clientNumber } from '../messages/client-numbers.ts';
import { hasReply, statusForClient } from '../room.ts';

const pageSize = 100;
const previewLength = 200;

type RoomRow = Omit<ChatRoom, 'updated_at'> & { updated_at: Date };

/** The own chats, the latest activity first; support has an inbox instead. */
export function listRooms({ db }: App, me: Person): Promise<ChatRoom[]> {
  return readRooms(db, me, sql`c.client_id = ${me.id} and c.kind = 'chat'`);
}

/** Own conversations that meet a condition on `c`, as their client sees them. */
export async function readRooms(db: Queries, me: Pick<Person, 'id'>, condition: Sql): Promise<ChatRoom[]> {
  const rows = await db.rows<RoomRow>(sql`
    select c.id, c.kind, c.number, c.subject, p.full_name as client, ${statusForClient} as status, agent.first_name as agent, agent.id as agent_id, ${hasReply} as answered, c.rating,
           c.client_seq as last_seq, ${clientNumber(sql`c.id`, sql`seat.read_seq`)} as read_seq, ${unreadBy(me, sql`and m.kind <> 'internal_note'`)} as unread_count,
           (select left(m.body, ${previewLength}) from conversation_message m
            where m.conversation_id = c.id and m.kind in ('text', 'file') order by m.seq desc limit 1) as last_message, c.client_at as updated_at
    from conversation c
    join person p on p.id = c.client_id
    left join person agent on agent.id = c.client_agent_id
    left join conversation_participant seat on seat.conversation_id = c.id and seat.person_id = ${me.id}
    where ${condition}
    order by c.status in ('resolved', 'closed'), c.client_at desc, c.id desc limit ${pageSize}`);
  return rows.map((row) => ({
    ...row,
    updated_at: row.updated_at.toISOString(),
  }));
}

/** How many messages of support a client has not read. */
export function countUnread({ db }: App, me: Person): Promise<{ chats: number; tickets: number }> {
  return db.one<{ chats: number; tickets: number }>(sql`
    select coalesce(sum(unread) filter (where kind = 'chat'), 0)::int as chats,
           coalesce(sum(unread) filter (where kind = 'ticket'), 0)::int as tickets
    from (select c.kind, ${unreadBy(me, sql`and m.kind <> 'internal_note'`)} as unread
          from conversation c left join conversation_participant seat on seat.conversation_id = c.id and seat.person_id = ${me.id}
          where c.client_id = ${me.id} and c.last_seq > coalesce(seat.read_seq, 0)) own`);
}

/** How many messages of others a person has not read, in a query with `c` and the person's `seat`. */
export const unreadBy = (me: Pick<Person, 'id'>, and: Sql = sql``): Sql => sql`
  (select count(*)::int from conversation_message m
   where m.conversation_id = c.id and m.seq > coalesce(seat.read_seq, 0) and m.kind <> 'system'
     and m.author_id is distinct from ${me.id} ${and})`;
