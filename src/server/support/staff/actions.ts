import type { AuditDetails } from '#contract/staff/audit-details.ts';
import type { AuditActionOf } from '#contract/staff/audit-names.ts';
import type { StaffRoom } from '#contract/support/staff-endpoints.ts';
import type { Priority, TicketCategory } from '#contract/support/names.ts';
import type { App } from '#server/platform/app.ts';
import { writeAudit } from '#server/platform/audit/audit.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { notFound, refuse, refuseField } from '#server/platform/refusal.ts';
import { keyDetail, type Actor } from '#server/platform/session/actor.ts';
import type { Person } from '#server/platform/session/session.ts';
import { addMessage, addSystemMessage } from '../messages/add.ts';
import { livingChatBeside } from '../chats/living-chat.ts';
import { maskCardNumbers } from '../messages/mask-cards.ts';
import { startSla } from '../sla.ts';
import { resolve } from '../tickets/resolve.ts';
import { takeSeat, type Room } from '../room.ts';
import { readStaffRoom } from './room-row.ts';

/**
 * Runs an action of support on a conversation: under its lock, announced to its viewers, and with an audit entry.
 * Agents have no access to their own conversation here: in it they are the client.
 * @throws Refusal `http.not_found`, and what `run` throws
 */
async function action(
  app: App,
  me: Pick<Person, 'id' | 'roles'>,
  name: AuditActionOf<'support'>,
  roomId: string,
  run: (tx: Tx, room: Room) => Promise<AuditDetails | void>,
): Promise<StaffRoom> {
  await app.db.tx(async (tx) => {
    const { room, side } = await takeSeat(tx, me, roomId, 'lock');
    if (side === 'client') throw notFound();
    await act(app, tx, me, name, room, run);
  });
  return readStaffRoom(app.db, me, roomId);
}

/** As {@link action}, by an agent or a program whose seat the caller has locked. */
async function act(
  app: App,
  tx: Tx,
  by: Actor,
  name: AuditActionOf<'support'>,
  room: Room,
  run: (tx: Tx, room: Room) => Promise<AuditDetails | void>,
): Promise<void> {
  const details = await run(tx, room);
  await writeAudit(tx, app.clock, {
    actorId: by.id,
    clientId: room.clientId,
    action: name,
    details: { conversation: room.number ?? room.id, ...details, ...keyDetail(by) },
  });
  await app.outbox.emit(tx, 'support.room_changed', { conversationId: room.id });
}

/**
 * Assigns a conversation to the caller, to a colleague, or back to all, with a note for the next agent; a repetition
 * adds no message.
 * @throws Refusal `http.not_found`, `support.not_an_agent`
 */
export function assign(
  app: App,
  me: Person,
  body: { room_id: string; person_id: string | null; note?: string | undefined },
): Promise<StaffRoom> {
  return action(app, me, 'support.assign', body.room_id, async (tx, room) => {
    const agent =
      body.person_id === null
        ? undefined
        : await tx.maybeOne<{ firstName: string }>(sql`
            select first_name as "firstName" from person
            where id = ${body.person_id} and roles && array['support', 'admin'] and blocked_at is null and id <> ${room.clientId}`);
    if (body.person_id !== null && !agent) throw refuseField('person_id', 'support.not_an_agent');
    if (room.assigneeId === body.person_id) return;
    await tx.run(sql`
      update conversation set assignee_id = ${body.person_id}, client_agent_id = coalesce(${body.person_id}, client_agent_id)
      where id = ${room.id}`);
    const at = app.clock.now();
    const counts: number[] = [];
    if (body.note) {
      const note = { id: newId(), conversationId: room.id, authorId: me.id, text: body.note, at };
      counts.push(await addMessage(tx, { ...note, kind: 'internal_note' }));
    }
    // The client does not see that it was unassigned in between.
    if (agent && room.clientAgentId !== body.person_id) {
      const event = room.clientAgentId === null ? 'assigned' : 'transferred';
      counts.push(await addSystemMessage(tx, room.id, event, { name: agent.firstName }, at));
    }
    for (const seq of counts) await app.outbox.emit(tx, 'support.message_sent', { conversationId: room.id, seq });
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
 * Snoozes a conversation, but not its SLA: it is back by the time at which support is warned.
 * @throws Refusal `http.not_found`, `support.closed`, `support.settled`, `support.snooze_past`, `support.snooze_due`
 */
export function snooze(app: App, me: Person, body: { room_id: string; until: string }): Promise<StaffRoom> {
  return action(app, me, 'support.snooze', body.room_id, async (tx, room) => {
    mustGoOn(room);
    const now = app.clock.now();
    const snoozeUntil = new Date(body.until);
    if (snoozeUntil <= now) throw refuseField('until', 'support.snooze_past');
    const { warnMinutes } = await tx.one<{ warnMinutes: number }>(
      sql`select warn_minutes as "warnMinutes" from support_setting`,
    );
    const warnedAt = (due: Date | null) => (due ? due.getTime() - warnMinutes * msPerMinute : Infinity);
    if (warnedAt(room.replyDueAt) <= now.getTime()) throw refuse('support.snooze_due');
    const ahead = [room.replyDueAt, room.resolveDueAt].map(warnedAt).filter((at) => at > now.getTime());
    const until = new Date(Math.min(snoozeUntil.getTime(), ...ahead));
    await tx.run(sql`update conversation set status = 'snoozed', snoozed_until = ${until} where id = ${room.id}`);
    return { until: until.toISOString() };
  });
}

/** @throws Refusal `http.not_found`, `support.closed`, `support.settled` */
export function resolveRoom(
  app: App,
  me: Pick<Person, 'id' | 'roles' | 'firstName'>,
  body: { room_id: string },
): Promise<StaffRoom> {
  return action(app, me, 'support.resolve', body.room_id, resolving(app, me));
}

/** @throws Refusal `support.closed`, `support.settled` */
export function resolveByProgram(app: App, tx: Tx, by: Actor & Pick<Person, 'firstName'>, room: Room): Promise<void> {
  return act(app, tx, by, 'support.resolve', room, resolving(app, by));
}

const resolving = (app: App, by: Pick<Person, 'id' | 'firstName'>) => (tx: Tx, room: Room) => {
  mustGoOn(room);
  return resolve(app, tx, room, by);
};

/** @throws Refusal `http.not_found`, `support.closed` */
export function reopen(app: App, me: Person, body: { room_id: string }): Promise<StaffRoom> {
  return action(app, me, 'support.reopen', body.room_id, async (tx, room) => {
    if (room.status === 'closed') throw refuse('support.closed');
    if (room.status === 'open' || room.status === 'pending') return;
    if (room.status === 'snoozed') {
      // A client who waits has an SLA; a client whose turn it is does not start to wait because support opens it again.
      await tx.run(sql`update conversation set status = 'open', snoozed_until = null where id = ${room.id}`);
      return;
    }
    if (await livingChatBeside(tx, room, app.clock.now())) throw refuse('support.closed');
    await tx.run(sql`
      update conversation set status = 'open', resolved_at = null, rating = null, rating_text = null, rated_at = null
      where id = ${room.id}`);
    await startSla(app, tx, room);
    const seq = await addSystemMessage(tx, room.id, 'reopened', {}, app.clock.now());
    await app.outbox.emit(tx, 'support.message_sent', { conversationId: room.id, seq });
  });
}

/** @throws Refusal `http.not_found` */
export function setPriority(app: App, me: Person, body: { room_id: string; priority: Priority }): Promise<StaffRoom> {
  return action(app, me, 'support.set_priority', body.room_id, async (tx, room) => {
    await tx.run(sql`update conversation set priority = ${body.priority} where id = ${room.id}`);
    return { before: room.priority, after: body.priority };
  });
}

/**
 * Makes a ticket of a chat: it gets a number and a subject and keeps all messages.
 * @throws Refusal `http.not_found`
 */
export function convert(
  app: App,
  me: Person,
  body: { room_id: string; category: TicketCategory; subject: string },
): Promise<StaffRoom> {
  return action(app, me, 'support.convert', body.room_id, async (tx, room) => {
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
