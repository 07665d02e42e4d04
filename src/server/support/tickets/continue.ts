import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { addSystemMessage } from '../messages/add.ts';
import { roomColumns, type Room } from '../room.ts';

/**
 * The conversation that continues a closed one: made once, at the first late reply, and named by both. If that one was
 * closed in its turn, it is the next one, so that only one of a chain lives. The caller holds the closed one's row.
 */
export async function continueTicket(app: App, tx: Tx, closed: Room): Promise<Room> {
  const next = await nextOf(tx, closed);
  if (!next) return start(app, tx, closed);
  return next.status === 'closed' ? continueTicket(app, tx, next) : next;
}

const nextOf = (tx: Tx, { id }: Room): Promise<Room | undefined> =>
  tx.maybeOne<Room>(sql`
    select ${roomColumns} from conversation c where c.previous_id = ${id} order by c.created_at desc, c.id limit 1 for update`);

async function start({ clock }: App, tx: Tx, closed: Room): Promise<Room> {
  const at = clock.now();
  const id = newId();
  await tx.run(sql`
    insert into conversation
      (id, kind, client_id, number, subject, category, status, previous_id, link_type, link_id, link_label, created_at, updated_at, client_at)
    select ${id}, kind, client_id, case kind when 'ticket' then 'T-' || nextval('ticket_number') end, subject, category, 'open',
           id, link_type, link_id, link_label, ${at}, ${at}, ${at}
    from conversation where id = ${closed.id}`);
  await addSystemMessage(tx, id, 'continued', { number: closed.number ?? '' }, at);
  return tx.one<Room>(sql`select ${roomColumns} from conversation c where c.id = ${id}`);
}
