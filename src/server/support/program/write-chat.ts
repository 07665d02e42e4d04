import type { App } from '#server/platform/app.ts';
import { writeAudit } from '#server/platform/audit/audit.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { notFound, refuse } from '#server/platform/refusal.ts';
import { keyDetail, type Actor } from '#server/platform/session/actor.ts';
import { beginChat } from '../chats/open-room.ts';
import { storeMessage } from '../messages/send.ts';
import { roomColumns, type Room } from '../room.ts';

/**
 * Writes into the living chat of a client, or begins one. Support speaks first there, so no SLA runs; a client who waits for
 * an answer goes on waiting, as the program does not know the question.
 * @throws Refusal `http.not_found`, also for the administrator of the key; `staff.closed`
 */
export async function writeToClient(
  app: App,
  tx: Tx,
  by: Actor,
  { clientId, text }: { clientId: string; text: string },
): Promise<string> {
  const client = await tx.maybeOne<{ isClosed: boolean }>(sql`
    select closed_at is not null as "isClosed" from person where id = ${clientId} and id <> ${by.id} for key share`);
  if (!client) throw notFound();
  if (client.isClosed) throw refuse('staff.closed');
  const id = newId();
  const room = await lockChat(app, tx, clientId);
  await storeMessage(
    app,
    tx,
    by,
    { room, side: 'support' },
    { id, message: text, keepsTurn: room.waitingSince !== null },
  );
  const details = { conversation: room.id, ...keyDetail(by) };
  await writeAudit(tx, app.clock, { actorId: by.id, clientId, action: 'support.reply', details });
  return id;
}

/** The living chat of a client under its lock. One that ends while it is waited for gives way to another. */
async function lockChat(app: App, tx: Tx, clientId: string): Promise<Room> {
  for (;;) {
    await beginChat(tx, clientId, app.clock.now());
    const room = await tx.maybeOne<Room>(sql`
      select ${roomColumns} from conversation c
      where c.client_id = ${clientId} and c.kind = 'chat' and c.status not in ('resolved', 'closed') for update`);
    if (room) return room;
  }
}
