import type { TicketCategory } from '#contract/support/names.ts';
import type { App } from '#server/platform/app.ts';
import { writeAudit } from '#server/platform/audit/audit.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { notFound, refuse } from '#server/platform/refusal.ts';
import { sha256 } from '#server/platform/secrets/token.ts';
import { keyDetail, type Actor } from '#server/platform/session/actor.ts';
import { maskCardNumbers } from '../messages/mask-cards.ts';
import { storeMessage } from '../messages/send.ts';
import { lockTicket } from '../program/program-seat.ts';
import { findRequested } from './open.ts';

interface TicketFor {
  /** Of an agent; sent again, it leads to the same ticket. A program has the key of its call instead. */
  request_id?: string;
  client_id: string;
  category: TicketCategory;
  subject: string;
  text: string;
}

/**
 * Opens a ticket in which support speaks first, card numbers masked. It waits for the client, so no SLA runs.
 * @throws Refusal `http.not_found`, also for the agent themselves, or the administrator of the key; `staff.closed`,
 * `http.idempotency_mismatch`
 */
export async function openTicketFor(app: App, tx: Tx, by: Actor, input: TicketFor): Promise<string> {
  const { client_id: clientId, category, request_id: requestId = null } = input;
  const client = await tx.maybeOne<{ isClosed: boolean }>(sql`
    select closed_at is not null as "isClosed" from person where id = ${clientId} and id <> ${by.id} for key share`);
  if (!client) throw notFound();
  if (client.isClosed) throw refuse('staff.closed');
  const [id, at, subject] = [newId(), app.clock.now(), maskCardNumbers(input.subject)];
  const hash = requestId && sha256(JSON.stringify([by.id, category, subject, maskCardNumbers(input.text)]));
  const opened = await tx.maybeOne<{ number: string }>(sql`
    insert into conversation (id, kind, client_id, number, subject, category, status, request_id, request_hash,
                              created_at, updated_at, client_at)
    values (${id}, 'ticket', ${clientId}, 'T-' || nextval('ticket_number'), ${subject}, ${category}, 'pending',
            ${requestId}, ${hash}, ${at}, ${at}, ${at})
    on conflict (client_id, request_id) do nothing
    returning number`);
  if (requestId && hash && !opened) return findRequested(tx, clientId, requestId, hash);
  if (!opened) throw new Error(`ticket ${id} was not opened`);
  await storeMessage(app, tx, by, await lockTicket(tx, by, id), { message: input.text });
  const details = { conversation: opened.number, ...keyDetail(by) };
  await writeAudit(tx, app.clock, { actorId: by.id, clientId, action: 'support.open_ticket_for', details });
  await app.outbox.emit(tx, 'support.ticket_opened', { clientId, conversationId: id });
  return id;
}
