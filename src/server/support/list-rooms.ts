import type { ChatRoom } from '#contract/support.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import type { Client } from '#server/platform/session.ts';

const pageSize = 200;
const previewLength = 200;

type RoomRow = Omit<ChatRoom, 'updated_at'> & { updated_at: Date };

/**
 * Conversations with how much of them is unread, the latest activity first. Support sees all that are unresolved,
 * tickets too; anybody else sees his own chats, since a ticket has its own page.
 */
export async function listRooms(app: App, me: Client): Promise<ChatRoom[]> {
  const answersClients = me.roles.includes('support') || me.roles.includes('admin');
  const visible = answersClients ? sql`c.status <> 'resolved'` : sql`c.client_id = ${me.id} and c.kind = 'chat'`;
  const readable = answersClients ? sql`true` : sql`m.kind <> 'internal_note'`;
  const rows = await app.db.rows<RoomRow>(sql`
    select c.id, c.kind, c.number, c.subject, p.first_name || ' ' || p.second_name as client, c.updated_at,
           (select left(m.body, ${previewLength}) from conversation_message m
            where m.conversation_id = c.id and ${readable} order by m.seq desc limit 1) as last_message,
           (select count(*)::int from conversation_message m
            where m.conversation_id = c.id and ${readable} and m.seq > coalesce(seat.read_seq, 0)
              and m.author_id is distinct from ${me.id}) as unread_count
    from conversation c
    join client p on p.id = c.client_id
    left join conversation_participant seat on seat.conversation_id = c.id and seat.person_id = ${me.id}
    where ${visible}
    order by c.updated_at desc, c.id desc limit ${pageSize}`);
  return rows.map((row) => ({ ...row, updated_at: row.updated_at.toISOString() }));
}
