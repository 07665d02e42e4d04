import type { Ticket } from '#contract/support/endpoints.ts';
import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { notFound } from '#server/platform/refusal.ts';
import type { Person } from '#server/platform/session/session.ts';
import { addSystemMessage } from '../messages/add.ts';
import { takeSeat, type Room } from '../room.ts';
import { readTickets } from './ticket-row.ts';

/**
 * The client resolves their own ticket.
 * @throws Refusal `http.not_found`
 */
export async function resolveTicket(app: App, me: Person, ticketId: string): Promise<Ticket> {
  await app.db.tx(async (tx) => {
    const { room } = await takeSeat(tx, { id: me.id, roles: ['client'] }, ticketId, 'lock');
    if (room.kind !== 'ticket') throw notFound();
    await resolve(app, tx, room, me);
  });
  const [ticket] = await readTickets(app.db, me, sql`c.id = ${ticketId}`);
  if (!ticket) throw notFound();
  return ticket;
}

/** Settles a conversation, whose row the caller holds; done already, nothing happens. */
export async function resolve(
  { clock, outbox }: App,
  tx: Tx,
  room: Room,
  by: Pick<Person, 'id' | 'firstName'>,
): Promise<void> {
  if (room.status === 'resolved' || room.status === 'closed') return;
  const at = clock.now();
  await tx.run(sql`
    update conversation
    set status = 'resolved', resolved_at = ${at}, snoozed_until = null, waiting_since = null, reply_due_at = null,
        resolve_due_at = null, resolve_left_s = null, warned_at = null, resolve_warned_at = null
    where id = ${room.id}`);
  const seq = await addSystemMessage(tx, room.id, 'resolved', { name: by.firstName }, at);
  await outbox.emit(tx, 'support.message_sent', { conversationId: room.id, seq });
  await outbox.emit(tx, 'support.resolved', { clientId: room.clientId, conversationId: room.id, byId: by.id });
}
