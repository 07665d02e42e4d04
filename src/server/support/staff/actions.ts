import type { AuditDetails } from '#contract/audit-details.ts';
import type { auditActs } from '#contract/audit-names.ts';
import type { DeskRoom } from '#contract/support-staff.ts';
import type { Priority, TicketCategory } from '#contract/support-names.ts';
import type { App } from '#server/platform/app.ts';
import { writeAudit } from '#server/platform/audit.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { notFound, refuse, refuseField } from '#server/platform/refusal.ts';
import type { Client } from '#server/platform/session.ts';
import { addMessage, addSystemMessage } from '../add-message.ts';
import { livingChatBeside } from '../living-chat.ts';
import { maskCardNumbers } from '../mask-cards.ts';
import { beginWaiting } from '../sla.ts';
import { resolve } from '../resolve.ts';
import { takeSeat, type Room } from '../room.ts';
import { readDeskRoom } from './room-row.ts';

/**
 * Does an act of support on a conversation: under its lock, told to everybody who looks at it, and written down. His own
 * is not there for an agent: he is its client.
 * @throws Refusal `http.not_found`, and what `run` throws
 */
async function act(
  app: App,
  me: Client,
  name: (typeof auditActs)['support'][number],
  roomId: string,
  run: (tx: Tx, room: Room) => Promise<AuditDetails | void>,
): Promise<DeskRoom> {
  await app.db.tx(async (tx) => {
    const { room, side } = await takeSeat(tx, me, roomId, 'lock');
    if (side === 'client') throw notFound();
    const details = await run(tx, room);
    await writeAudit(tx, app.clock, {
      actorId: me.id,
      clientId: room.clientId,
      act: `support.${name}`,
      details: { conversation: room.number ?? room.id, ...details },
    });
    await app.outbox.emit(tx, 'support.room_changed', { conversationId: roomId });
  });
  return readDeskRoom(app.db, me, roomId);
}

/**
 * Takes a conversation, gives it to a colleague, or back to all, with a note for whoever goes on; done already, nothing is said.
 * @throws Refusal `http.not_found`, `support.not_an_agent`
 */
export function assign(
  app: App,
  me: Client,
  body: { room_id: string; person_id: string | null; note?: string | undefined },
): Promise<DeskRoom> {
  return act(app, me, 'assign', body.room_id, async (tx, room) => {
    const agent =
      body.person_id === null
        ? undefined
        : await tx.maybeOne<{ firstName: string }>(sql`
            select first_name as "firstName" from client
            where id = ${body.person_id} and roles && array['support', 'admin'] and blocked_at is null and id <> ${room.clientId}`);
    if (body.person_id !== null && !agent) throw refuseField('person_id', 'support.not_an_agent');
    if (room.assigneeId === body.person_id) return;
    await tx.run(sql`
      update conversation set assignee_id = ${body.person_id}, client_agent_id = coalesce(${body.person_id}, client_agent_id)
      where id = ${room.id}`);
    const at = app.clock.now();
    const said: number[] = [];
    if (body.note) {
      const note = { id: newId(), conversationId: room.id, authorId: me.id, text: body.note, at };
      said.push(await addMessage(tx, { ...note, kind: 'internal_note' }));
    }
    // That nobody had it meanwhile is no concern of its client.
    if (agent && room.clientAgentId !== body.person_id) {
      const event = room.clientAgentId === null ? 'assigned' : 'transferred';
      said.push(await addSystemMessage(tx, room.id, event, { name: agent.firstName }, at));
    }
    for (const seq of said) await app.outbox.emit(tx, 'support.message_sent', { conversationId: room.id, seq });
    return { from: room.assigneeId ?? '', to: body.person_id ?? '' };
  });
}

const msPerMinute = 60_000;

/** @throws Refusal `support.closed`, `support.settled` */
function mustGoOn({ status }: Room): void {
  if (status === 'closed') throw refuse('support.closed');
  if (status === 'resolved') throw refuse('support.settled');
}

/**
 * Puts a conversation aside, but no promise with it: it is back by the time at which support is warned of one.
 * @throws Refusal `http.not_found`, `support.closed`, `support.settled`, `support.snooze_past`, `support.snooze_due`
 */
export function snooze(app: App, me: Client, body: { room_id: string; until: string }): Promise<DeskRoom> {
  return act(app, me, 'snooze', body.room_id, async (tx, room) => {
    mustGoOn(room);
    const now = app.clock.now();
    const wish = new Date(body.until);
    if (wish <= now) throw refuseField('until', 'support.snooze_past');
    const { warnMinutes } = await tx.one<{ warnMinutes: number }>(
      sql`select warn_minutes as "warnMinutes" from support_setting`,
    );
    const warnedAt = (due: Date | null) => (due ? due.getTime() - warnMinutes * msPerMinute : Infinity);
    if (warnedAt(room.answerDueAt) <= now.getTime()) throw refuse('support.snooze_due');
    const ahead = [room.answerDueAt, room.resolveDueAt].map(warnedAt).filter((at) => at > now.getTime());
    const until = new Date(Math.min(wish.getTime(), ...ahead));
    await tx.run(sql`update conversation set status = 'snoozed', snoozed_until = ${until} where id = ${room.id}`);
    return { until: until.toISOString() };
  });
}

/** @throws Refusal `http.not_found`, `support.closed`, `support.settled` */
export function resolveRoom(app: App, me: Client, body: { room_id: string }): Promise<DeskRoom> {
  return act(app, me, 'resolve', body.room_id, (tx, room) => {
    mustGoOn(room);
    return resolve(app, tx, room, me);
  });
}

/** @throws Refusal `http.not_found`, `support.closed` */
export function reopen(app: App, me: Client, body: { room_id: string }): Promise<DeskRoom> {
  return act(app, me, 'reopen', body.room_id, async (tx, room) => {
    if (room.status === 'closed') throw refuse('support.closed');
    if (room.status === 'open' || room.status === 'pending') return;
    if (room.status === 'snoozed') {
      // A client who waits has been promised something; one whose turn it is does not wait because support looks again.
      await tx.run(sql`update conversation set status = 'open', snoozed_until = null where id = ${room.id}`);
      return;
    }
    if (await livingChatBeside(tx, room, app.clock.now())) throw refuse('support.closed');
    await tx.run(sql`
      update conversation set status = 'open', resolved_at = null, rating = null, rating_text = null, rated_at = null
      where id = ${room.id}`);
    await beginWaiting(app, tx, room);
    const seq = await addSystemMessage(tx, room.id, 'reopened', {}, app.clock.now());
    await app.outbox.emit(tx, 'support.message_sent', { conversationId: room.id, seq });
  });
}

/** @throws Refusal `http.not_found` */
export function setPriority(app: App, me: Client, body: { room_id: string; priority: Priority }): Promise<DeskRoom> {
  return act(app, me, 'set_priority', body.room_id, async (tx, room) => {
    await tx.run(sql`update conversation set priority = ${body.priority} where id = ${room.id}`);
    return { before: room.priority, after: body.priority };
  });
}

/**
 * Makes a ticket of a chat: it gets a number and a subject and keeps all that was said.
 * @throws Refusal `http.not_found`
 */
export function convert(
  app: App,
  me: Client,
  body: { room_id: string; category: TicketCategory; subject: string },
): Promise<DeskRoom> {
  return act(app, me, 'convert', body.room_id, async (tx, room) => {
    if (room.kind === 'ticket') return;
    const { number } = await tx.one<{ number: string }>(sql`
      update conversation
      set kind = 'ticket', number = 'T-' || nextval('ticket_number'), category = ${body.category}, subject = ${maskCardNumbers(body.subject)}
      where id = ${room.id} returning number`);
    const seq = await addSystemMessage(tx, room.id, 'converted', { number }, app.clock.now());
    await app.outbox.emit(tx, 'support.message_sent', { conversationId: room.id, seq });
    return { number };
  });
}
