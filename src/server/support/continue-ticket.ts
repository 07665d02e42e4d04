import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { addSystemMessage } from './add-message.ts';
import { roomColumns, type Room } from './room.ts';

/**
 * The ticket in which a closed conversation goes on: made once, at the first answer that comes too late, and named by both.
 * The caller holds the closed one's row.
 */
export async function continueTicket({ clock }: App, tx: Tx, closed: Room): Promise<Room> {
  const living = sql`
    select ${roomColumns} from conversation c where c.previous_id = ${closed.id} and c.status <> 'closed' for update`;
  const already = await tx.maybeOne<Room>(living);
  if (already) return already;
  const at = clock.now();
  await tx.run(sql`
    insert into conversation
      (id, kind, client_id, number, subject, category, status, previous_id, link_type, link_id, link_label, created_at, updated_at, client_at)
    select ${newId()}, kind, client_id, case kind when 'ticket' then 'T-' || nextval('ticket_number') end, subject, category, 'open',
           id, link_type, link_id, link_label, ${at}, ${at}, ${at}
    from conversation where id = ${closed.id}`);
  const room = await tx.one<Room>(living);
  await addSystemMessage(tx, room.id, 'continued', { number: closed.number ?? '' }, at);
  return room;
}
