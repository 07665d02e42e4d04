import type { TicketCategory } from '#contract/support/names.ts';
import type { App } from '#server/platform/app.ts';
import { writeAudit } from '#server/platform/audit/audit.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { notFound, refuse } from '#server/platform/refusal.ts';
import { keyDetail, type Actor } from '#server/platform/session/actor.ts';
import { maskCardNumbers } from '../messages/mask-cards.ts';
import { storeMessage } from '../messages/send.ts';
import { lockTicket } from './program-seat.ts';

interface TicketFor {
  client_id: string;
  category: TicketCategory;
  subject: string;
  text: string;
}

/**
 * Opens a ticket in which support speaks first, card numbers masked. It waits for the client, so no SLA runs.
 * @throws Refusal `http.not_found`, also for the administrator of the key; `staff.closed`
 */
export async function openTicketFor(app: App, tx: Tx, by: Actor, input: TicketFor): Promise<string> {
  const { client_id: clientId, category } = input;
  const client = await tx.maybeOne<{ isClosed: boolean }>(sql`
    select closed_at is not null as "isClosed" from person where id = ${clientId} and id <> ${by.id} for key share`);
  if (!client) throw notFound();
  if (client.isClosed) throw refuse('staff.closed');
  const [id, at] = [newId(), app.clock.now()];
  const { number } = await tx.one<{ number: string }>(sql`
    insert into conversation (id, kind, client_id, number, subject, category, status, created_at, updated_at, client_at)
    values (${id}, 'ticket', ${clientId}, 'T-' || nextval('ticket_number'), ${maskCardNumbers(input.subject)}, ${category},
            'pending', ${at}, ${at}, ${at})
    returning number`);
  await storeMessage(app, tx, by, await lockTicket(tx, by, id), { message: input.text });
  const details = { conversation: number, ...keyDetail(by) };
  await writeAudit(tx, app.clock, { actorId: by.id, clientId, action: 'support.open_ticket_for', details });
  await app.outbox.emit(tx, 'support.ticket_opened', { clientId, conversationId: id });
  return id;
}

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
