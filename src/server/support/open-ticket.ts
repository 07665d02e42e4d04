import type { Ticket } from '#contract/support.ts';
import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { refuse } from '#server/platform/refusal.ts';
import type { Client } from '#server/platform/session.ts';
import { hashToken } from '#server/platform/token.ts';
import { addMessage } from './add-message.ts';
import { maskCardNumbers } from './mask-cards.ts';
import { ticketColumns, ticketFrom, type TicketRow } from './ticket-row.ts';

export interface TicketWish {
  /** One per intent; sent again, it leads to the same ticket. */
  request_id: string;
  category: Ticket['category'];
  subject: string;
  text: string;
}

/**
 * Opens a ticket with its first message, card numbers masked.
 * @throws Refusal `http.idempotency_mismatch` when this request was made before with another content
 */
export async function openTicket(app: App, me: Pick<Client, 'id'>, wish: TicketWish): Promise<Ticket> {
  const at = app.clock.now();
  const subject = maskCardNumbers(wish.subject);
  // Of the masked words: a hash of a card number is soon guessed.
  const hash = hashToken(JSON.stringify([wish.category, subject, maskCardNumbers(wish.text)]));
  return app.db.tx(async (tx) => {
    const opened = await tx.maybeOne<TicketRow>(sql`
      insert into conversation
        (id, kind, client_id, number, subject, category, status, request_id, request_hash, created_at, updated_at)
      values (${newId()}, 'ticket', ${me.id}, 'T-' || nextval('ticket_number'), ${subject}, ${wish.category}, 'open',
              ${wish.request_id}, ${hash}, ${at}, ${at})
      on conflict (client_id, request_id) do nothing
      returning ${ticketColumns}`);
    if (!opened) return findRequested(tx, me, wish.request_id, hash);
    const conversationId = opened.ticket_id;
    await addMessage(tx, { id: wish.request_id, conversationId, authorId: me.id, text: wish.text, at });
    await app.outbox.emit(tx, 'support.ticket_opened', { clientId: me.id, conversationId });
    return ticketFrom(opened);
  });
}

async function findRequested(tx: Tx, me: Pick<Client, 'id'>, requestId: string, hash: Buffer): Promise<Ticket> {
  const { wasSame, ...row } = await tx.one<TicketRow & { wasSame: boolean }>(sql`
    select ${ticketColumns}, request_hash = ${hash} as "wasSame"
    from conversation where client_id = ${me.id} and request_id = ${requestId}`);
  if (!wasSame) throw refuse('http.idempotency_mismatch');
  return ticketFrom(row);
}
