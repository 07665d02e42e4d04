import type { ChatRoom } from '#contract/support/endpoints.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import type { Queries } from '#server/platform/db/database.ts';
import type { Person } from '#server/platform/session/session.ts';
import { readRooms } from './list-rooms.ts';

/** Begins a chat for a client who has no living one: one at a time, for any number of concurrent calls. */
export async function beginChat(db: Queries, clientId: string, at: Date): Promise<void> {
  await db.run(sql`
    insert into conversation (id, kind, client_id, status, created_at, updated_at, client_at)
    values (${newId()}, 'chat', ${clientId}, 'open', ${at}, ${at}, ${at})
    on conflict (client_id) where kind = 'chat' and status not in ('resolved', 'closed') do nothing`);
}

/** The client's living chat. */
export async function openRoom({ db, clock }: App, me: Pick<Person, 'id'>): Promise<ChatRoom> {
  await beginChat(db, me.id, clock.now());
  const [room] = await readRooms(
    db,
    me,
    sql`c.client_id = ${me.id} and c.kind = 'chat' and c.status not in ('resolved', 'closed')`,
  );
  if (!room) throw new Error(`${me.id} has no chat`);
  return room;
}
