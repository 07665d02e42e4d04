import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from '#server/platform/db/sql.ts';
import { emailsTo } from '#test/mailbox.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';

/**
 * The SLA of support, and when its clock runs and pauses. Support works from 8 to 12 and from 13 to 18 o’clock, Monday
 * to Friday, in Berlin.
 */
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

let server: TestServer;
let anna: Session;
let lena: Session;
beforeAll(async () => {
  // A Wednesday, when support in Berlin opens.
  server = await startServer({ at: new Date('2026-03-04T07:00:00Z') });
  const remembered = async (person: Parameters<TestServer['register']>[0]) =>
    server.signIn({ email: (await server.register(person)).user.email, remember: true });
  anna = await remembered({ first_name: 'Anna', roles: ['client', 'support'] });
  lena = await remembered({ first_name: 'Lena' });
  // Answered within four working hours, settled within twelve.
  await server.db.run(sql`update tier_benefit set value = '4' where benefit = 'support_hours'`);
});
afterAll(() => server.close());
beforeEach(() => server.db.run(sql`delete from support_presence`));

const goTo = async (at: string) => {
  const aheadMs = new Date(at).getTime() - server.clock.now().getTime();
  expect(aheadMs).toBeGreaterThanOrEqual(0);
  server.clock.advance(aheadMs);
  await server.app.jobs.run('support.conversation_timers');
};
const send = (as: Session, id: string, message: string, internal = false) =>
  server.call('POST /api/chat/rooms/:id/messages', { as, params: { id }, body: { message, internal } });
const openTicket = async () =>
  (
    await server.call('POST /api/tickets/create', {
      as: lena,
      body: {
        request_id: randomUUID(),
        category: 'payments',
        subject: 'Where is my deposit?',
        text: 'I sent a bank transfer on Monday, and today is Thursday. Please tell me where it is.',
      },
    })
  ).body.ticket_id;
const ticket = async (ticket_id: string) =>
  (await server.call('POST /api/tickets/get-ticket-by-id', { as: lena, body: { ticket_id } })).body;
const room = async (room_id: string) =>
  (await server.call('POST /api/staff/support/room', { as: anna, body: { room_id } })).body.room;
const staff = (action: 'resolve' | 'reopen', room_id: string) =>
  server.call(`POST /api/staff/support/${action}`, { as: anna, body: { room_id } });
const take = (room_id: string) =>
  server.call('POST /api/staff/support/assign', { as: anna, body: { room_id, person_id: anna.user.id } });
const snooze = (room_id: string, until: string) =>
  server.call('POST /api/staff/support/snooze', { as: anna, body: { room_id, until } });
const dueView = async () =>
  (await server.call('POST /api/staff/support/inbox', { as: anna, body: { view: 'due' } })).body;
/** The SLAs of a conversation with a warning to support. */
const warnings = async (id: string) =>
  (
    await server.db.rows<{ sla: string }>(sql`
      select payload ->> 'sla' as sla from outbox
      where name = 'support.reply_due' and payload ->> 'conversationId' = ${id} order by id`)
  ).map(({ sla }) => sla);

describe('the SLA to reply', () => {
  it('counts working time, pauses during the client’s turn, ignores notes, and is warned of once', async () => {
    const id = await openTicket();
    expect((await ticket(id)).sla_due_at).toBe('2026-03-04T11:00:00.000Z');
    await goTo('2026-03-04T07:01:00Z');
    await send(lena, id, 'Still waiting.');
    expect((await ticket(id)).sla_due_at).toBe('2026-03-04T11:00:00.000Z');
    await goTo('2026-03-04T10:44:00Z');
    expect(await warnings(id)).toEqual([]);
    await goTo('2026-03-04T10:45:00Z');
    await server.app.jobs.run('support.conversation_timers');
    expect(await warnings(id)).toEqual(['reply']);
    await send(anna, id, 'A note', true);
    expect((await ticket(id)).sla_due_at).not.toBeNull();
    await send(anna, id, 'We look.');
    expect((await ticket(id)).sla_due_at).toBeNull();
  });

  it('is not broken by a snooze, which ends at the warning, and counts as due until then', async () => {
    await goTo('2026-03-05T07:00:00Z');
    const id = await openTicket();
    await take(id);
    expect((await snooze(id, '2026-03-06T12:00:00Z')).body).toMatchObject({
      status: 'snoozed',
      snoozed_until: '2026-03-05T10:45:00.000Z',
    });
    // A longer warning, or a conversation that was snoozed before there was such a rule.
    await server.db.run(sql`update conversation set snoozed_until = '2026-03-09T12:00:00Z' where id = ${id}`);
    server.clock.advance(3 * hourMs + 50 * minuteMs);
    const { rooms, counts } = await dueView();
    expect([rooms.map((each) => each.id), counts.due]).toEqual([[id], 1]);
    await server.app.jobs.run('support.conversation_timers');
    expect(await warnings(id)).toEqual(['reply']);
    expect(await room(id)).toMatchObject({ status: 'open', snoozed_until: null });
    const emails = (await emailsTo(server, anna.user.email)).filter(({ links }) => links.some((to) => to.includes(id)));
    expect(emails.map(({ subject }) => subject)).toEqual([expect.stringContaining('Reply due soon')]);

    const refused = await snooze(id, '2026-03-06T12:00:00Z');
    expect([refused.status, refused.refusal.code]).toEqual([409, 'support.snooze_due']);
    expect((await snooze(id, '2026-03-01T12:00:00Z')).refusal.errors?.['until']?.[0]?.code).toBe('support.snooze_past');
    await send(anna, id, 'We look into it.');
    expect((await snooze(id, '2026-03-06T12:00:00Z')).body.snoozed_until).toBe('2026-03-06T12:00:00.000Z');
    await staff('resolve', id);
  });

  it('does not touch a snooze that ends before', async () => {
    const id = await openTicket();
    const until = new Date(server.clock.now().getTime() + hourMs).toISOString();
    expect((await snooze(id, until)).body.snoozed_until).toBe(until);
    await staff('resolve', id);
  });
});

describe('the SLA to resolve', () => {
  it('is paused during the client’s turn, over nights and a weekend, and resumes with a reply', async () => {
    await goTo('2026-03-06T07:00:00Z');
    const id = await openTicket();
    await take(id);
    // Nine working hours on Friday, three on Monday.
    const first = '2026-03-09T10:00:00.000Z';
    expect(await room(id)).toMatchObject({ resolve_due_at: first, resolve_left_minutes: null });
    expect((await ticket(id)).settled_by).toBe(first);

    await goTo('2026-03-06T09:00:00Z');
    await send(anna, id, 'Which bank was it?');
    expect(await room(id)).toMatchObject({ resolve_due_at: null, resolve_left_minutes: 10 * 60 });
    expect((await ticket(id)).settled_by).toBeNull();
    await goTo('2026-03-06T10:00:00Z');
    await send(anna, id, 'And which day?');
    expect(await room(id)).toMatchObject({ resolve_left_minutes: 10 * 60 });

    // On Saturday: ten hours from Monday morning.
    await goTo('2026-03-14T12:00:00Z');
    expect(await warnings(id)).toEqual([]);
    await send(lena, id, 'The first one, on Monday.');
    expect(await room(id)).toMatchObject({ resolve_due_at: '2026-03-17T08:00:00.000Z', resolve_left_minutes: null });
    await send(lena, id, 'Of last week.');
    expect((await ticket(id)).settled_by).toBe('2026-03-17T08:00:00.000Z');

    // At night nothing is lost of it.
    await goTo('2026-03-16T20:00:00Z');
    await send(anna, id, 'We ask the bank.');
    expect(await room(id)).toMatchObject({ resolve_left_minutes: 60 });
    await goTo('2026-03-18T07:30:00Z');
    await send(lena, id, 'Thank you.');
    expect(await room(id)).toMatchObject({ resolve_due_at: '2026-03-18T08:30:00.000Z' });
    await staff('resolve', id);
    expect(await room(id)).toMatchObject({ resolve_due_at: null, resolve_left_minutes: null });
  });

  it('has one warning, is shown as due, emailed to its agent, and overdue again when the client replies', async () => {
    await goTo('2026-03-23T07:00:00Z');
    const id = await openTicket();
    await take(id);
    await send(anna, id, 'Which bank was it?');
    await server.db.run(sql`update conversation set resolve_left_s = 1200 where id = ${id}`);
    await send(lena, id, 'The first one.');
    expect((await dueView()).rooms).toEqual([]);
    expect((await snooze(id, '2026-03-23T15:00:00Z')).body.snoozed_until).toBe('2026-03-23T07:05:00.000Z');
    await goTo('2026-03-23T07:05:00Z');
    await server.app.jobs.run('support.conversation_timers');
    expect(await warnings(id)).toEqual(['settle']);
    expect((await room(id)).status).toBe('open');
    expect((await dueView()).rooms.map((each) => each.id)).toEqual([id]);
    const sorted = await server.call('POST /api/staff/support/inbox', {
      as: anna,
      body: { view: 'waiting', sort: 'due' },
    });
    expect(sorted.body.rooms[0]?.id).toBe(id);
    const emails = (await emailsTo(server, anna.user.email)).filter(({ links }) => links.some((to) => to.includes(id)));
    expect(emails.map(({ subject }) => subject)).toEqual([expect.stringContaining('Resolution due soon')]);
    expect(emails[0]?.plain).toContain('This conversation must be resolved by');

    await goTo('2026-03-23T07:30:00Z');
    await send(anna, id, 'It takes longer.');
    expect(await room(id)).toMatchObject({ resolve_due_at: null, resolve_left_minutes: 0 });
    expect((await dueView()).rooms).toEqual([]);
    await goTo('2026-03-23T20:00:00Z');
    await send(lena, id, 'Well?');
    await server.app.jobs.run('support.conversation_timers');
    expect(await room(id)).toMatchObject({ resolve_due_at: '2026-03-23T20:00:00.000Z' });
    expect(await warnings(id)).toEqual(['settle']);

    await staff('resolve', id);
    await staff('reopen', id);
    expect(await room(id)).toMatchObject({ resolve_due_at: '2026-03-25T10:00:00.000Z' });
  });
});
