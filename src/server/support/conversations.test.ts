import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#server/platform/db/sql.ts';
import { emailsTo } from '#test/mailbox.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';

const minuteMs = 60_000;
const dayMs = 86_400_000;

let server: TestServer;
let ida: Session;
let otto: Session;
let anna: Session;
let bo: Session;
beforeAll(async () => {
  server = await startServer();
  const remembered = async (person: Parameters<TestServer['register']>[0]) =>
    server.signIn({ email: (await server.register(person)).user.email, remember: true });
  ida = await remembered({ first_name: 'Ida', second_name: 'Berg' });
  otto = await remembered({ first_name: 'Otto', second_name: 'Stein' });
  anna = await remembered({ first_name: 'Anna', second_name: 'Holm', roles: ['client', 'support'] });
  bo = await remembered({ first_name: 'Bo', second_name: 'Lind', roles: ['client', 'support'] });
});
afterAll(() => server.close());

const openRoom = (as: Session) => server.call('POST /api/chat/room', { as, body: { agent_name: 'Support' } });
const send = (as: Session, id: string, body: object) =>
  server.call('POST /api/chat/rooms/:id/messages', { as, params: { id }, body });
const read = (as: Session, id: string, query: Record<string, string> = {}) =>
  server.call('GET /api/chat/rooms/:id/messages', { as, params: { id }, query });
const markRead = (as: Session, id: string, seq?: number) =>
  server.call('POST /api/chat/rooms/:id/mark-as-read', { as, params: { id }, body: seq === undefined ? {} : { seq } });
const inbox = (body: object = {}) => server.call('POST /api/staff/support/inbox', { as: anna, body });
const resolve = (id: string) => server.call('POST /api/staff/support/resolve', { as: anna, body: { room_id: id } });
const newcomersRoom = async () => {
  const client = await server.register({ first_name: 'Lena' });
  return { client, id: (await openRoom(client)).body.id };
};
const openTicket = async (as: Session) =>
  (
    await server.call('POST /api/tickets/create', {
      as,
      body: {
        request_id: randomUUID(),
        category: 'payments',
        subject: 'Where is my deposit?',
        text: 'I sent a bank transfer on Monday, and today is Thursday. Please tell me where it is.',
      },
    })
  ).body;

describe('support.open_room', () => {
  it('opens one chat, for any number of concurrent calls', async () => {
    const lena = await server.register();
    const replies = await Promise.all(Array.from({ length: 20 }, () => openRoom(lena)));
    expect(new Set(replies.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
    expect((await server.call('GET /api/chat/rooms', { as: lena })).body).toHaveLength(1);
  });

  it('opens another one after the first was resolved', async () => {
    const { client, id } = await newcomersRoom();
    await send(client, id, { message: 'Hello' });
    await resolve(id);
    const again = await openRoom(client);
    expect(again.body).toMatchObject({ status: 'open', unread_count: 0 });
    expect(again.body.id).not.toBe(id);
  });
});

describe('support.send_message', () => {
  it('stores a message once, whatever is lost on the way', async () => {
    const { client, id } = await newcomersRoom();
    const body = { id: randomUUID(), message: 'My card is 4111111111111111' };
    const replies = await Promise.all(Array.from({ length: 10 }, () => send(client, id, body)));
    expect(new Set(replies.map(({ status, body }) => `${status} ${body.chatMessage?.seq}`))).toEqual(
      new Set(['200 1']),
    );
    expect((await read(client, id)).body.data).toMatchObject([
      { id: body.id, seq: 1, from: 'client', message: 'My card is ••••••••••••1111' },
    ]);
  });

  it('refuses, in order: a foreign conversation, an empty message, a foreign file, another text for an id', async () => {
    const { client, id } = await newcomersRoom();
    const words = { id: randomUUID(), message: 'Hello' };
    await send(client, id, words);
    const codes = async (as: Session, body: object) => {
      const { status, refusal } = await send(as, id, body);
      return [status, refusal.errors ? Object.values(refusal.errors)[0]?.[0]?.code : refusal.code];
    };
    expect(await codes(otto, { message: '' })).toEqual([404, 'http.not_found']);
    expect(await codes(client, { message: ' \n ' })).toEqual([422, 'support.empty']);
    expect(await codes(client, { message: '\u200B \uFEFF' })).toEqual([422, 'support.empty']);
    expect(await codes(client, { message: 'See this', files: [randomUUID()] })).toEqual([409, 'files.gone']);
    expect(await codes(client, { ...words, message: 'Something else' })).toEqual([409, 'http.idempotency_mismatch']);
    expect((await read(client, id)).body.data).toHaveLength(1);
  });

  it('shows support by first name and no note to the client', async () => {
    const { client, id } = await newcomersRoom();
    await send(client, id, { message: 'Hello' });
    await send(anna, id, { message: 'Careful with this one.', internal: true });
    await send(anna, id, { message: 'How can I help?' });
    const seen = (await read(client, id)).body.data.map(({ author, message }) => [author, message]);
    expect(seen).toEqual([
      [`Lena ${client.user.second_name}`, 'Hello'],
      ['Anna', 'How can I help?'],
    ]);
    expect((await read(bo, id)).body.data).toMatchObject([{}, { kind: 'internal_note', author: 'Anna Holm' }, {}]);
    expect((await server.call('GET /api/chat/rooms', { as: client })).body[0]).toMatchObject({
      status: 'answered',
      agent: 'Anna',
      unread_count: 1,
      last_message: 'How can I help?',
    });
  });

  it('takes a client’s note for a message', async () => {
    const { client, id } = await newcomersRoom();
    expect((await send(client, id, { message: 'Psst', internal: true })).body.chatMessage.kind).toBe('text');
  });

  it('numbers concurrent messages of both sides without gaps', async () => {
    const { client, id } = await newcomersRoom();
    const both = Array.from({ length: 30 }, (_, n) => send(n % 2 ? client : anna, id, { message: `${n}` }));
    await Promise.all(both);
    const { data } = (await read(client, id, { limit: '100' })).body;
    expect(data.map(({ seq }) => seq)).toEqual(Array.from({ length: 30 }, (_, index) => index + 1));
    expect(new Set(data.map(({ message }) => message)).size).toBe(30);
  });
});

describe('support.messages', () => {
  it('gives the newest page, what came before it and what came after a number', async () => {
    const { client, id } = await newcomersRoom();
    for (let n = 1; n <= 7; n += 1) await send(client, id, { message: `${n}` });
    const page = async (query: Record<string, string>) => {
      const { data, has_more, last_seq } = (await read(client, id, query)).body;
      return [data.map(({ message }) => message).join(''), has_more, last_seq];
    };
    expect(await page({ limit: '3' })).toEqual(['567', true, 7]);
    expect(await page({ limit: '3', before: '5' })).toEqual(['234', true, 7]);
    expect(await page({ limit: '3', before: '2' })).toEqual(['1', false, 7]);
    expect(await page({ limit: '3', after: '2' })).toEqual(['345', true, 7]);
    expect(await page({ after: '7' })).toEqual(['', false, 7]);
  });
});

describe('marks', () => {
  it('move forward only, never beyond the last message, and notify the other side', async () => {
    const { client, id } = await newcomersRoom();
    await send(client, id, { message: 'one' });
    await send(client, id, { message: 'two' });
    const deliver = (as: Session, seq: number) =>
      server.call('POST /api/chat/rooms/:id/delivered', { as, params: { id }, body: { seq } });
    await deliver(anna, 2);
    expect((await read(client, id)).body.support).toEqual({ delivered_seq: 2, read_seq: 0 });
    expect((await markRead(anna, id, 1)).body.read_seq).toBe(1);
    await markRead(anna, id, 0);
    expect((await markRead(anna, id, 99)).body.read_seq).toBe(2);
    await markRead(anna, id, 1);
    expect((await read(client, id)).body.support).toEqual({ delivered_seq: 2, read_seq: 2 });
    expect((await read(client, id)).body.client).toEqual({ delivered_seq: 2, read_seq: 2 });
  });

  it('clear the unread count of one device for all', async () => {
    const { client, id } = await newcomersRoom();
    await send(client, id, { message: 'Hello' });
    await send(anna, id, { message: 'Hi' });
    const unread = async () => (await server.call('GET /api/chat/rooms', { as: client })).body[0]?.unread_count;
    expect(await unread()).toBe(1);
    await markRead(client, id);
    expect(await unread()).toBe(0);
  });
});

describe('a ticket', () => {
  it('reopens when its client replies, and continues in a new one long after it was closed', async () => {
    const ticket = await openTicket(ida);
    await send(anna, ticket.ticket_id, { message: 'It has arrived.' });
    await resolve(ticket.ticket_id);
    await send(ida, ticket.ticket_id, { message: 'Half of it.' });
    const state = async (id: string) =>
      (await server.call('POST /api/tickets/get-ticket-by-id', { as: ida, body: { ticket_id: id } })).body;
    expect(await state(ticket.ticket_id)).toMatchObject({ status: 'open' });

    await resolve(ticket.ticket_id);
    server.clock.advance(7 * dayMs);
    await server.app.jobs.run('support.conversation_timers');
    expect(await state(ticket.ticket_id)).toMatchObject({ status: 'closed' });
    const late = { id: randomUUID(), message: 'And the rest?' };
    const replies = await Promise.all([1, 2, 3].map(() => send(ida, ticket.ticket_id, late)));
    const [next] = new Set(replies.map(({ body }) => body.chatMessage.chat_room_id));
    expect(next).not.toBe(ticket.ticket_id);
    expect((await read(ida, next!)).body.data.map(({ kind }) => kind)).toEqual(['system', 'text']);
    expect(await state(next!)).toMatchObject({ status: 'open', previous: { number: ticket.number }, next: null });
    expect((await state(ticket.ticket_id)).next?.ticket_id).toBe(next);
  });

  it('is about an object of its own client only', async () => {
    const account = (await server.call('POST /api/trading-account/create', { as: ida, body: { currency_id: 'USD' } }))
      .body;
    const about = (as: Session, id: string) =>
      server.call('POST /api/tickets/create', {
        as,
        body: {
          request_id: randomUUID(),
          category: 'trading',
          subject: 'My account',
          text: 'Please tell me how the margin of this account is computed, I do not understand it.',
          link: { type: 'trading_account', id },
        },
      });
    expect((await about(ida, account.trading_account_id)).body.link).toEqual({
      type: 'trading_account',
      id: account.trading_account_id,
      label: account.trading_account_id,
      path: `/trading-account/${account.trading_account_id}`,
    });
    expect((await about(otto, account.trading_account_id)).status).toBe(404);
  });

  it('is rated once, after support has answered and it was resolved', async () => {
    const { ticket_id: id } = await openTicket(ida);
    const rate = () => server.call('POST /api/chat/rooms/:id/rate', { as: ida, params: { id }, body: { rating: 4 } });
    const hasReply = async () =>
      (await server.call('POST /api/tickets/get-ticket-by-id', { as: ida, body: { ticket_id: id } })).body.answered;
    expect((await rate()).refusal.code).toBe('support.not_resolved');
    await resolve(id);
    expect((await rate()).refusal.code).toBe('support.not_answered');
    await send(anna, id, { message: 'Nothing to do here', internal: true });
    expect((await rate()).refusal.code).toBe('support.not_answered');
    expect(await hasReply()).toBe(false);
    await send(anna, id, { message: 'It is settled.' });
    expect(await hasReply()).toBe(true);
    expect((await rate()).refusal.code).toBe('support.not_resolved');
    await resolve(id);
    expect((await rate()).status).toBe(200);
    expect((await rate()).refusal.code).toBe('support.rated');
  });
});

describe('a chat', () => {
  it('is answered by what its client may read, not by being taken, noted upon and settled', async () => {
    const { client, id } = await newcomersRoom();
    await send(client, id, { message: 'Hello' });
    const room = async () => (await server.call('GET /api/chat/rooms', { as: client })).body[0];
    await server.call('POST /api/staff/support/assign', { as: anna, body: { room_id: id, person_id: anna.user.id } });
    await send(anna, id, { message: 'Nothing to say', internal: true });
    await resolve(id);
    expect(await room()).toMatchObject({ status: 'resolved', agent: 'Anna', answered: false });
    await send(anna, id, { message: 'Here I am.' });
    expect(await room()).toMatchObject({ answered: true });
  });
});

describe('the inbox', () => {
  it('shows what waits, who has it, and finds words', async () => {
    const { client, id } = await newcomersRoom();
    await send(client, id, { message: 'Where is the zeppelin?' });
    const found = async (body: object) => (await inbox(body)).body.rooms.some((room) => room.id === id);
    expect(await found({ view: 'waiting', search: 'zeppelin' })).toBe(true);
    expect(await found({ view: 'unassigned' })).toBe(true);
    await server.call('POST /api/staff/support/assign', { as: anna, body: { room_id: id, person_id: bo.user.id } });
    expect(await found({ view: 'unassigned' })).toBe(false);
    expect(await found({ view: 'mine' })).toBe(false);
    const { body } = await server.call('POST /api/staff/support/room', { as: bo, body: { room_id: id } });
    expect(body).toMatchObject({
      room: { assignee: { name: 'Bo Lind' } },
      client: { name: expect.stringMatching(/^Lena /) },
    });
    expect((await read(client, id)).body.data.at(-1)?.system).toEqual({ event: 'assigned', params: { name: 'Bo' } });
  });

  it('brings a snoozed conversation back in time, and sooner when its client writes', async () => {
    const { client, id } = await newcomersRoom();
    await send(client, id, { message: 'Hello' });
    const until = new Date(server.clock.now().getTime() + 60 * minuteMs).toISOString();
    const snooze = () => server.call('POST /api/staff/support/snooze', { as: anna, body: { room_id: id, until } });
    const status = async () =>
      (await server.call('POST /api/staff/support/room', { as: anna, body: { room_id: id } })).body.room.status;
    expect((await snooze()).body.status).toBe('snoozed');
    expect((await server.call('GET /api/chat/rooms', { as: client })).body[0]?.status).toBe('open');
    await send(client, id, { message: 'Anybody?' });
    expect(await status()).toBe('open');
    await snooze();
    server.clock.advance(61 * minuteMs);
    await server.app.jobs.run('support.conversation_timers');
    expect(await status()).toBe('open');
    expect((await snooze()).refusal.errors?.['until']?.[0]?.code).toBe('support.snooze_past');
  });

  it('makes one ticket of a chat, with all its messages', async () => {
    const { client, id } = await newcomersRoom();
    await send(client, id, { message: 'Hello' });
    const convert = () =>
      server.call('POST /api/staff/support/convert', {
        as: anna,
        body: { room_id: id, category: 'account', subject: 'A greeting' },
      });
    const made = await Promise.all([convert(), convert(), convert()]);
    expect(new Set(made.map(({ body }) => body.number)).size).toBe(1);
    expect((await server.call('POST /api/tickets/get-all-tickets', { as: client })).body).toMatchObject([
      { ticket_id: id, subject: 'A greeting' },
    ]);
    expect((await read(client, id)).body.data.map(({ kind }) => kind)).toEqual(['text', 'system']);
  });
});

describe('only its client and support', () => {
  it('reads, writes, marks or learns of a conversation', async () => {
    const { client, id } = await newcomersRoom();
    await send(client, id, { message: 'Hello' });
    const finance = await server.register({ roles: ['client', 'finance'] });
    const unknown = randomUUID();
    const replies = async (as: Session, room: string) => {
      const params = { id: room };
      const all = await Promise.all([
        read(as, room),
        send(as, room, { message: 'Hi' }),
        markRead(as, room),
        server.call('POST /api/chat/rooms/:id/delivered', { as, params, body: { seq: 1 } }),
        server.call('POST /api/chat/rooms/:id/transcript', { as, params, body: {} }),
        server.call('POST /api/chat/rooms/:id/rate', { as, params, body: { rating: 1 } }),
        server.call('POST /api/tickets/get-ticket-by-id', { as, body: { ticket_id: room } }),
        server.call('POST /api/tickets/resolve', { as, body: { ticket_id: room } }),
      ]);
      return all.map(({ status, refusal }) => `${status} ${refusal.code}`);
    };
    const nothing = Array(8).fill('404 http.not_found');
    for (const as of [otto, finance]) {
      expect(await replies(as, id)).toEqual(nothing);
      expect(await replies(as, unknown)).toEqual(nothing);
    }
    for (const route of ['inbox', 'room', 'assign', 'snooze', 'resolve', 'reopen', 'priority', 'convert'] as const) {
      const { status } = await server.call(`POST /api/staff/support/${route}`, { as: otto, body: { room_id: id } });
      expect([route, status]).toEqual([route, 403]);
    }
    expect((await read(client, id)).body.data).toHaveLength(1);
  });
});

describe('support.transcript', () => {
  it('is emailed to a proven address, without notes', async () => {
    const { client, id } = await newcomersRoom();
    await send(client, id, { message: 'Hello' });
    await send(anna, id, { message: 'Careful.', internal: true });
    await send(anna, id, { message: 'How can I help?' });
    const request = () => server.call('POST /api/chat/rooms/:id/transcript', { as: client, params: { id }, body: {} });
    expect((await request()).refusal.code).toBe('support.email_unverified');
    await server.db.run(sql`update person set email_verified_at = ${server.clock.now()} where id = ${client.user.id}`);
    expect((await request()).status).toBe(200);
    const emails = await emailsTo(server, client.user.email);
    const email = emails.find(({ subject }) => subject.includes('conversation'));
    expect(email?.plain).toContain('Anna: How can I help?');
    expect(email?.plain).not.toContain('Careful');
  });
});

describe('who reads later', () => {
  it('is announced by email once, when a reply was not read for a while', async () => {
    const { client, id } = await newcomersRoom();
    await send(client, id, { message: 'Hello' });
    await send(anna, id, { message: 'Hi' });
    const notified = async () => {
      await server.app.jobs.run('support.conversation_timers');
      const { times } = await server.db.one<{ times: number }>(sql`
        select count(*)::int as times from outbox where name = 'support.reply_unread' and payload ->> 'conversationId' = ${id}`);
      return times;
    };
    expect(await notified()).toBe(0);
    server.clock.advance(11 * minuteMs);
    expect(await notified()).toBe(1);
    server.clock.advance(11 * minuteMs);
    expect(await notified()).toBe(1);
    await send(anna, id, { message: 'Are you there?' });
    await markRead(client, id);
    server.clock.advance(11 * minuteMs);
    expect(await notified()).toBe(1);
  });
});
