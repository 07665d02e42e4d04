import type { App } from '#server/platform/app.ts';
import { writeAudit } from '#server/platform/audit/audit.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { newId } from '#server/platform/id.ts';
import { keyDetail, type Actor } from '#server/platform/session/actor.ts';
import { storeMessage } from '../messages/send.ts';
import { lockTicket } from './program-seat.ts';

/** @throws Refusal `http.not_found`, `support.closed` */
export async function replyByProgram(
  app: App,
  tx: Tx,
  by: Actor,
  { ticketId, text }: { ticketId: string; text: string },
): Promise<string> {
  const id = newId();
  const seat = await lockTicket(tx, by, ticketId);
  await storeMessage(app, tx, by, seat, { id, message: text });
  const { clientId, number } = seat.room;
  const details = { conversation: number ?? ticketId, ...keyDetail(by) };
  await writeAudit(tx, app.clock, { actorId: by.id, clientId, action: 'support.reply', details });
  return id;
}
