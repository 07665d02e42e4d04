import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { sql } from '#server/platform/db/sql.ts';
import { emailsTo } from '#test/mailbox.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';
import { moveLeftChats } from './abandoned-chats.ts';

const minuteMs = 60_000;
/** A Wednesday, when support in Berlin opens; lunch is four hours later. */
const morning = new Date('2026-03-04T07:00:00Z');

let server: TestServer;
let anna: Session;
beforeAll(async () => {
  server = await startServer({ at: morning });
  anna = await server.signIn({
    email: (await server.register({ first_name: 'Anna', roles: ['client', 'support'] })).user.email,
    remember: true,
  });
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.db.run(sql`delete from support_presence`);
  await server.db.run(sql`update support_setting set unattended_since = null, chat_to_ticket_minutes = 30`);
});

const send = (as: Session, id: string, message: string) =>
  server.call('POST /api/chat/rooms/:id/messages', { as, params: { id }, body: { message } });
const beat = (away = false) => server.call('POST /api/staff/support/presence', { as: anna, body: { away } });
const waitingChat = async (message = 'Hello, is anybody there?') => {
  const client = await server.register({ first_name: 'Lena' });
  const { id } = (await server.call('POST /api/chat/room', { as: client, body: {} })).body;
  await send(client, id, message);
  return { client, id };
};
const room = async (id: string) =>
  (await server.call('POST /api/staff/support/room', { as: anna, body: { room_id: id } })).body.room;
/** Several instances at once, as time goes by. */
const after = async (minutes: number) => {
  server.clock.advance(minutes * minuteMs);
  await Promise.all([moveLeftChats(server.app), moveLeftChats(server.app), moveLeftChats(server.app)]);
};

it('makes one ticket of a chat without an agent, and notifies its client there and by email', async () => {
  const { client, id } = await waitingChat(`My deposit is missing. ${'Where is it? '.repeat(20)}`);
  await after(0);
  await after(29);
  expect((await room(id)).kind).toBe('chat');
  await after(1);
  const ticket = await room(id);
  expect(ticket).toMatchObject({ kind: 'ticket', status: 'open' });
  expect(ticket.subject).toMatch(/^My deposit is missing\. .{1,60}…$/);
  expect(ticket.reply_due_at).not.toBeNull();
  await after(60);
  const { data } = (await server.call('GET /api/chat/rooms/:id/messages', { as: client, params: { id } })).body;
  expect(data.map(({ system }) => system)).toEqual([
    null,
    { event: 'left_waiting', params: { number: ticket.number, reply_by: ticket.reply_due_at } },
  ]);
  expect((await server.call('POST /api/tickets/get-all-tickets', { as: client })).body).toMatchObject([
    { ticket_id: id, number: ticket.number, sla_due_at: ticket.reply_due_at },
  ]);
  const emails = (await emailsTo(server, client.user.email)).filter(({ links }) =>
    links.some((link) => link.includes(id)),
  );
  expect(emails).toHaveLength(1);
  expect(emails[0]?.subject).toContain(ticket.number);
  expect(emails[0]?.plain).toMatch(/We’ll reply by .* \(UTC\)/);
});

it('starts the wait again when an agent returns in time, and not for one who is away', async () => {
  const { id } = await waitingChat();
  await after(0);
  await after(29);
  await beat();
  await after(1);
  expect((await room(id)).kind).toBe('chat');
  await beat(true);
  await after(1);
  await after(29);
  expect((await room(id)).kind).toBe('chat');
  await after(1);
  expect((await room(id)).kind).toBe('ticket');
});

it('leaves a chat that is answered, snoozed or empty, and all of them where they never become tickets', async () => {
  const hasReply = await waitingChat();
  await send(anna, hasReply.id, 'I look at it.');
  const aside = await waitingChat();
  const until = new Date(server.clock.now().getTime() + 600 * minuteMs).toISOString();
  await server.call('POST /api/staff/support/snooze', { as: anna, body: { room_id: aside.id, until } });
  const silent = await server.register();
  const empty = (await server.call('POST /api/chat/room', { as: silent, body: {} })).body;
  await after(0);
  await after(31);
  for (const { id } of [hasReply, aside, empty]) expect((await room(id)).kind).toBe('chat');

  await server.db.run(sql`update support_setting set chat_to_ticket_minutes = null`);
  const { id } = await waitingChat();
  await after(300);
  expect((await room(id)).kind).toBe('chat');
});

it('is set by the administrator, with its history', async () => {
  const ada = await server.register({ roles: ['client', 'admin'] });
  const read = async () => (await server.call('POST /api/staff/support/settings', { as: ada, body: {} })).body;
  const { settings, version } = await read();
  expect(settings.chat_to_ticket_minutes).toBe(30);
  const body = { ...settings, chat_to_ticket_minutes: null, version };
  expect((await server.call('POST /api/staff/support/settings/save', { as: ada, body })).status).toBe(200);
  const after = await read();
  expect(after.settings.chat_to_ticket_minutes).toBeNull();
  expect(after.changes[0]?.details).toEqual({ chat_to_ticket_minutes: '30 → –' });
});

it('does so at once when the hours of the chat’s start end, and after a while for a later start', async () => {
  const toClosing = (new Date('2026-03-05T17:00:00Z').getTime() - server.clock.now().getTime()) / minuteMs;
  server.clock.advance((toClosing - 5) * minuteMs);
  const { id } = await waitingChat();
  await after(0);
  expect((await room(id)).kind).toBe('chat');
  await after(5);
  expect((await room(id)).kind).toBe('ticket');
  const late = await waitingChat();
  await after(29);
  expect((await room(late.id)).kind).toBe('chat');
  await after(1);
  expect((await room(late.id)).kind).toBe('ticket');
});
