import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { clientStatuses } from '#contract/support/names.ts';
import { sql } from '#server/platform/db/sql.ts';
import { emailsTo } from '#test/mailbox.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';
import { openSockets } from '#test/socket.ts';

/** What support does internally leaves no trace in anything that its client can read or receive. */
const minuteMs = 60_000;

let server: TestServer;
let anna: Session;
let bo: Session;
const sockets = openSockets(() => server);
beforeAll(async () => {
  server = await startServer();
  // No agent is present in these tests, and a waiting chat must stay a chat.
  await server.db.run(sql`update support_setting set chat_to_ticket_minutes = null`);
  const agent = async (first_name: string) =>
    server.signIn({
      email: (await server.register({ first_name, roles: ['client', 'support'] })).user.email,
      remember: true,
    });
  anna = await agent('Anna');
  bo = await agent('Bo');
});
afterEach(sockets.end);
afterAll(() => server.close());

const send = (as: Session, id: string, message: string, internal = false) =>
  server.call('POST /api/chat/rooms/:id/messages', { as, params: { id }, body: { message, internal } });
const markRead = (as: Session, id: string) =>
  server.call('POST /api/chat/rooms/:id/mark-as-read', { as, params: { id }, body: {} });
const page = async (as: Session, id: string, query: Record<string, string> = {}) =>
  (await server.call('GET /api/chat/rooms/:id/messages', { as, params: { id }, query })).body;
/** Two of them, one after the other, stay within the time after which sockets must present their session again. */
const snoozeMinutes = 3;
const soon = () => new Date(server.clock.now().getTime() + snoozeMinutes * minuteMs).toISOString();
const snooze = (room_id: string) =>
  server.call('POST /api/staff/support/snooze', { as: anna, body: { room_id, until: soon() } });
const assign = (room_id: string, person: Session | null, note?: string) =>
  server.call('POST /api/staff/support/assign', {
    as: anna,
    body: { room_id, person_id: person?.user.id ?? null, ...(note ? { note } : {}) },
  });

/**
 * A client with two tickets and a chat, each answered by Anna or waiting for her, and a listener on all channels of the
 * client.
 */
async function clientWithTalks(turn: 'client' | 'support' = 'client') {
  const lena = await server.register({ first_name: 'Lena' });
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
  const tickets = [await openTicket(), await openTicket()];
  const chat = (await server.call('POST /api/chat/room', { as: lena, body: {} })).body.id;
  await send(lena, chat, 'Hello');
  const talks = [...tickets, chat];
  for (const id of talks) {
    server.clock.advance(minuteMs);
    await send(anna, id, 'We look into it.');
    server.clock.advance(minuteMs);
    await send(lena, id, 'Thank you.');
    if (turn === 'client') await send(anna, id, 'You are welcome.');
  }
  for (const id of talks) await markRead(lena, id);
  const channels = [`private-user.${lena.user.id}`, ...talks.map((id) => `private-chat.${id}`)];
  const ears = await Promise.all(channels.map((channel) => sockets.joined(lena, channel)));
  /** The frames since it was asked last. */
  const received = async () => {
    await server.drain();
    const frames = await Promise.all(ears.map((ear) => ear.settled()));
    return frames.flatMap((some) => some.splice(0));
  };
  return { lena, talks, channels, received };
}

/** The responses of all calls that show a client their conversations. */
async function everythingReadBy(lena: Session, talks: readonly string[]) {
  const list = async (body: object) =>
    (await server.call('POST /api/tickets/get-all-tickets', { as: lena, body })).body;
  const [first] = await list({});
  const pages = talks.flatMap((id) =>
    [
      {},
      { limit: '2' },
      { after: '0' },
      { after: '2' },
      { after: '99' },
      { before: '3' },
      { before: '99', limit: '2' },
    ].map((query) => page(lena, id, query)),
  );
  return {
    rooms: (await server.call('GET /api/chat/rooms', { as: lena })).body,
    unread: (await server.call('GET /api/chat/unread', { as: lena })).body,
    pages: await Promise.all(pages),
    all: await list({}),
    later: await list({ after: { updated_at: first?.updated_at, ticket_id: first?.ticket_id } }),
    byStatus: await Promise.all(clientStatuses.map((status) => list({ status }))),
    byDays: await list({ days: 1 }),
    found: await list({ search: 'secret' }),
    tickets: await Promise.all(
      talks.map(async (ticket_id) => {
        const { status, body } = await server.call('POST /api/tickets/get-ticket-by-id', {
          as: lena,
          body: { ticket_id },
        });
        return { status, body };
      }),
    ),
    activity: (await server.call('POST /api/settings/activity', { as: lena, body: {} })).body,
    emails: (await emailsTo(server, lena.user.email)).length,
  };
}

const actions: Record<string, (id: string) => Promise<unknown>> = {
  'a note': (id) => send(anna, id, 'A secret of ours', true),
  'notes of two': async (id) => {
    await send(bo, id, 'What is this about?', true);
    await send(anna, id, 'Nothing', true);
  },
  'a note, read by a colleague': async (id) => {
    await send(anna, id, 'See this', true);
    await markRead(bo, id);
  },
  'reading it again': (id) => markRead(bo, id),
  'a look': (id) => server.call('POST /api/staff/support/room', { as: bo, body: { room_id: id } }),
  'another priority': (room_id) =>
    server.call('POST /api/staff/support/priority', { as: anna, body: { room_id, priority: 'urgent' } }),
  'a snooze': (id) => snooze(id),
  'a snooze that ends by itself': async (id) => {
    await snooze(id);
    server.clock.advance((snoozeMinutes + 1) * minuteMs);
    await server.app.jobs.run('support.conversation_timers');
  },
  'a snooze that is ended': async (id) => {
    await snooze(id);
    await server.call('POST /api/staff/support/reopen', { as: anna, body: { room_id: id } });
  },
  'a warning that a promise is about to be due, which ends a snooze': async (id) => {
    await snooze(id);
    await server.db.run(sql`update support_setting set warn_minutes = 100000`);
    await server.app.jobs.run('support.conversation_timers');
    await server.db.run(sql`update support_setting set warn_minutes = 15`);
  },
  'giving it back to all, with a note': (id) => assign(id, null, 'Somebody else, please'),
  'giving it back and taking it again': async (id) => {
    await assign(id, null);
    await assign(id, anna);
  },
};

const turns = (['client', 'support'] as const).flatMap((turn) =>
  Object.entries(actions).map(([name, action]) => ({ turn, name, action })),
);

it.each(turns)('$name shows its client nothing when it is the turn of the $turn', async ({ turn, action }) => {
  const { lena, talks, received } = await clientWithTalks(turn);
  const [ticket = '', , chat = ''] = talks;
  // The client may know whether support has read their messages.
  for (const id of talks) await markRead(anna, id);
  await received();
  const before = await everythingReadBy(lena, talks);
  server.clock.advance(minuteMs);
  for (const id of [ticket, chat]) await action(id);
  expect(await everythingReadBy(lena, talks)).toEqual(before);
  expect(await received()).toEqual([]);
});

it('the listener covers all channels of the client: each kind receives what is meant for the client', async () => {
  const { talks, channels, received } = await clientWithTalks();
  const [own = '', ...rooms] = channels;
  await received();
  for (const id of talks) await send(anna, id, 'It has arrived.');
  const frames = await received();
  expect(new Set(frames.map(({ channel }) => channel))).toEqual(new Set(channels));
  const notified = (channel: string) => [
    ...new Set(frames.filter((each) => each.channel === channel).map(({ event }) => event)),
  ];
  expect(notified(own)).toContain('conversation.changed');
  for (const room of rooms) expect(notified(room)).toContain('message.new');
});

it('a note takes no number for its client, and one for support', async () => {
  const { lena, talks, received } = await clientWithTalks();
  const [id = ''] = talks;
  const { last_seq: last } = await page(lena, id);
  await send(anna, id, 'A secret of ours', true);
  await received();
  expect((await send(lena, id, 'And?')).body.chatMessage.seq).toBe(last + 1);
  expect((await send(anna, id, 'Soon.')).body.chatMessage.seq).toBe(last + 3);
  const frames = (await received()).filter(({ event }) => event === 'message.new');
  expect(frames.map(({ data }) => (data['chatMessage'] as { seq: number }).seq)).toEqual([last + 1, last + 2]);
  const seqs = (messages: { seq: number }[]) => messages.map(({ seq }) => seq);
  expect(seqs((await page(lena, id, { after: String(last) })).data)).toEqual([last + 1, last + 2]);
  expect(seqs((await page(lena, id, { before: String(last + 2), limit: '2' })).data)).toEqual([last, last + 1]);
  expect(seqs((await page(anna, id, { after: String(last) })).data)).toEqual([last + 1, last + 2, last + 3]);

  expect([(await page(lena, id)).client.read_seq, (await page(anna, id)).client.read_seq]).toEqual([
    last + 1,
    last + 2,
  ]);
  expect((await server.call('GET /api/chat/unread', { as: lena })).body).toEqual({ chats: 0, tickets: 1 });
  await server.call('POST /api/chat/rooms/:id/mark-as-read', { as: lena, params: { id }, body: { seq: last + 2 } });
  expect([(await page(lena, id)).client.read_seq, (await page(anna, id)).client.read_seq]).toEqual([
    last + 2,
    last + 3,
  ]);
  const receipts = (await received()).filter(({ event }) => event === 'receipt');
  expect(receipts.map(({ data }) => data['read_seq'])).toEqual([last + 2]);
  expect((await server.call('GET /api/chat/unread', { as: lena })).body).toEqual({ chats: 0, tickets: 0 });
});

it('an unread reply is emailed, also when support has snoozed the conversation since', async () => {
  const { lena, talks } = await clientWithTalks();
  const [id = ''] = talks;
  await send(anna, id, 'It has arrived.');
  await snooze(id);
  const before = (await emailsTo(server, lena.user.email)).length;
  server.clock.advance(11 * minuteMs);
  await server.app.jobs.run('support.conversation_timers');
  expect(await emailsTo(server, lena.user.email)).toHaveLength(before + 1);
});
