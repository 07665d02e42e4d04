import type { LinkType, TicketCategory } from '#contract/support/names.ts';
import type { Ticket } from '#contract/support/endpoints.ts';
import type { App } from '#server/platform/app.ts';
import type { Queries, Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { refuse } from '#server/platform/refusal.ts';
import type { Person } from '#server/platform/session/session.ts';
import { sha256 } from '#server/platform/secrets/token.ts';
import { addMessage } from '../messages/add.ts';
import { attachFiles } from '../messages/attached-files.ts';
import { nameOf } from '../links.ts';
import { maskCardNumbers } from '../messages/mask-cards.ts';
import { startSla } from '../sla.ts';
import { readTickets } from './ticket-row.ts';

export interface TicketInput {
  /** One per intent; sent again, it leads to the same ticket. */
  request_id: string;
  category: TicketCategory;
  subject: string;
  text: string;
  files?: readonly string[] | undefined;
  link?: { type: LinkType; id: string } | undefined;
}

/**
 * Opens a ticket with its first message, card numbers masked, optionally about an object of the client.
 * @throws Refusal `http.not_found` for an object of another client, `files.gone`, `http.idempotency_mismatch` when this
 * request was made before with another content
 */
export async function openTicket(app: App, me: Pick<Person, 'id'>, input: TicketInput): Promise<Ticket> {
  const at = app.clock.now();
  const { request_id: requestId, category, link, files = [] } = input;
  const subject = maskCardNumbers(input.subject);
  // Of the masked words: a hash of a card number is soon guessed.
  const hash = sha256(JSON.stringify([category, subject, maskCardNumbers(input.text), files, link]));
  return app.db.tx(async (tx) => {
    const label = link ? await nameOf(tx, me.id, link) : null;
    const opened = await tx.maybeOne<{ id: string }>(sql`
      insert into conversation (id, kind, client_id, number, subject, category, status, request_id, request_hash,
                                link_type, link_id, link_label, created_at, updated_at, client_at)
      values (${newId()}, 'ticket', ${me.id}, 'T-' || nextval('ticket_number'), ${subject}, ${category}, 'open',
              ${requestId}, ${hash}, ${link?.type ?? null}, ${link?.id ?? null}, ${label}, ${at}, ${at}, ${at})
      on conflict (client_id, request_id) do nothing
      returning id`);
    if (!opened) return one(tx, me, await findRequested(tx, me.id, requestId, hash));
    const conversationId = opened.id;
    const seq = await addMessage(tx, {
      id: requestId,
      conversationId,
      authorId: me.id,
      kind: 'text',
      text: input.text,
      at,
    });
    await attachFiles(app, tx, me, { conversationId, seq }, files);
    await startSla(app, tx, { id: conversationId, clientId: me.id });
    await app.outbox.emit(tx, 'support.ticket_opened', { clientId: me.id, conversationId });
    await app.outbox.emit(tx, 'support.message_sent', { conversationId, seq });
    return one(tx, me, conversationId);
  });
}

/**
 * The conversation with a client that this request has opened.
 * @throws Refusal `http.idempotency_mismatch`
 */
export async function findRequested(tx: Tx, clientId: string, requestId: string, hash: Buffer): Promise<string> {
  const { id, wasSame } = await tx.one<{ id: string; wasSame: boolean }>(sql`
    select id, request_hash = ${hash} as "wasSame" from conversation where client_id = ${clientId} and request_id = ${requestId}`);
  if (!wasSame) throw refuse('http.idempotency_mismatch');
  return id;
}

async function one(db: Queries, me: Pick<Person, 'id'>, id: string): Promise<Ticket> {
  const [ticket] = await readTickets(db, me, sql`c.id = ${id}`);
  if (!ticket) throw new Error(`ticket ${id} is not there`);
  return ticket;
}
