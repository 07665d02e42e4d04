import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { roomColumns, type Room } from '../room.ts';

/**
 * A client has one living chat. When an ended chat is to be resumed while another lives, the other one is used; but one
 * without messages gives way. Undefined when no other chat lives. The caller holds the ended one's row.
 */
export async function livingChatBeside(tx: Tx, ended: Room, at: Date): Promise<Room | undefined> {
  if (ended.kind !== 'chat' || (ended.status !== 'resolved' && ended.status !== 'closed')) return undefined;
  const living = await tx.maybeOne<Room>(sql`
    select ${roomColumns} from conversation c
    where c.client_id = ${ended.clientId} and c.kind = 'chat' and c.status not in ('resolved', 'closed') for update`);
  if (!living || living.clientSeq > 0) return living;
  await tx.run(
    sql`update conversation set status = 'closed', snoozed_until = null, closed_at = ${at} where id = ${living.id}`,
  );
  return undefined;
}
