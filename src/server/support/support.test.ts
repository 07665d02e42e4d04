import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Ticket } from '#contract/support/endpoints.ts';
import { sql } from '#server/platform/db/sql.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';
import { askers, seedConversations } from './demo-conversations.ts';

const input = () => ({
  request_id: randomUUID(),
  category: 'payments',
  subject: 'Where is my deposit?',
  text: 'I sent a bank transfer on Monday, and today is Thursday. Please tell me where it is.',
});

let server: TestServer;
let ida: Session;
let otto: Session;
let anna: Session;
beforeAll(async () => {
  server = await startServer();
  ida = await server.register({ first_name: 'Ida', second_name: 'Berg' });
  otto = await server.register({ first_name: 'Otto', second_name: 'Stein' });
  anna = await server.register({ first_name: 'Anna', second_name: 'Holm', roles: ['client', 'support'] });
});
afterAll(() => server.close());

const open = (as: Session, body: object = {}, how: { form?: boolean } = {}) =>
  server.call('POST /api/tickets/create', { as, body: { ...input(), ...body }, ...how });
const read = (as: Session, { ticket_id }: Pick<Ticket, 'ticket_id'>) =>
  server.call('POST /api/tickets/get-ticket-by-id', { as, body: { ticket_id } });
const list = (as: Session) => server.call('POST /api/tickets/get-all-tickets', { as });

const response = (id: string, message: string, messageId = randomUUID()) =>
  server.call('POST /api/chat/rooms/:id/messages', { as: anna, params: { id }, body: { id: messageId, message } });

describe('support.open_ticket', () => {
  it('opens a numbered ticket with its first message', async () => {
    const { status, body } = await open(ida);
    expect(status).toBe(200);
    expect(body).toMatchObject({ number: expect.stringMatching(/^T-\d{5,}$/), category: 'payments', status: 'open' });
    expect((await read(ida, body)).body.messages.data).toMatchObject([
      { from: 'client', author: 'Ida Berg', message: input().text },
    ]);
  });

  it('accepts a form, whose line ends count once', async () => {
    const text = `${'a'.repeat(24)}\r\n${'b'.repeat(25)}`;
    const { status, body } = await open(ida, { text }, { form: true });
    expect(status).toBe(200);
    expect((await read(ida, body)).body.messages.data[0]?.message).toBe(text.replace('\r\n', '\n'));
    expect((await open(ida, { text: text.slice(0, -1) }, { form: true })).status).toBe(422);
  });

  it.each([
    ['request_id', 'validation.identifier', 'again'],
    ['category', 'validation.choice', 'complaints'],
    ['subject', 'validation.required', ' \t '],
    ['subject', 'validation.max', 'a'.repeat(121)],
    ['text', 'validation.min', 'a'.repeat(49)],
    ['text', 'validation.min', ` ${'a'.repeat(49)} `],
    ['text', 'validation.max', 'a'.repeat(2001)],
    ['text', 'validation.type', 5],
    ['status', 'validation.unknown_field', 'resolved'],
  ])('refuses a wrong %s with %s', async (field, code, value) => {
    const before = (await list(otto)).body.length;
    const { status, refusal } = await open(otto, { [field]: value });
    expect(status).toBe(422);
    expect(refusal.errors?.[field]?.[0]?.code).toBe(code);
    expect((await list(otto)).body).toHaveLength(before);
  });

  it('reports the real limits of the text', async () => {
    const { refusal } = await open(otto, { text: 'short' });
    expect(refusal.errors?.['text']?.[0]).toMatchObject({
      params: { min: 50 },
      message: 'Message: use at least 50 characters.',
    });
  });

  it('drops control characters, which the database could not store', async () => {
    const { body } = await open(ida, { subject: 'A\u0000\nB', text: `\u0000${input().text}\u0007` });
    expect(body.subject).toBe('A B');
    expect((await read(ida, body)).body.messages.data[0]?.message).toBe(input().text);
  });

  it('responds to a repeated request with the first ticket, and refuses it with another content', async () => {
    const body = input();
    const first = await open(ida, body);
    expect((await open(ida, body)).body).toEqual(first.body);
    const changed = await open(ida, { ...body, subject: 'Something else' });
    expect(changed.status).toBe(409);
    expect(changed.refusal.code).toBe('http.idempotency_mismatch');
    expect((await open(otto, body)).body.ticket_id).not.toBe(first.body.ticket_id);
  });

  it('opens one ticket when 50 equal requests arrive at once', async () => {
    const lena = await server.register({ first_name: 'Lena' });
    const body = input();
    const replies = await Promise.all(Array.from({ length: 50 }, () => open(lena, body)));
    expect(new Set(replies.map(({ status, body }) => `${status} ${body.number}`)).size).toBe(1);
    expect((await list(lena)).body).toHaveLength(1);
    expect((await read(lena, replies[0]!.body)).body.messages.data).toHaveLength(1);
  });

  it('stores and logs no card number', async () => {
    const { body } = await open(ida, {
      subject: 'Card 4111 1111 1111 1111',
      text: `${input().text} My card is 5555555555554444.`,
    });
    expect(body.subject).toBe('Card •••• •••• •••• 1111');
    const { messages } = (await read(ida, body)).body;
    expect(messages.data[0]?.message).toContain('••••••••••••4444');
    const stored = await server.db.rows(sql`
      select from conversation_message where body like '%5555555555554444%'
      union all select from outbox where payload::text like '%5555555555554444%'`);
    expect(stored).toEqual([]);
    expect(server.logged.join('')).not.toMatch(/5555555555554444|bank transfer/);
  });
});

describe('support.tickets and support.ticket', () => {
  it('list the own tickets, the latest activity first', async () => {
    const mia = await server.register({ first_name: 'Mia' });
    expect((await list(mia)).body).toEqual([]);
    const { body: older } = await open(mia);
    server.clock.advance(60_000);
    const { body: newer } = await open(mia);
    expect((await list(mia)).body.map(({ ticket_id }) => ticket_id)).toEqual([newer.ticket_id, older.ticket_id]);
    server.clock.advance(60_000);
    await response(older.ticket_id, 'We look.');
    expect((await list(mia)).body.map(({ ticket_id, status }) => [ticket_id, status])).toEqual([
      [older.ticket_id, 'answered'],
      [newer.ticket_id, 'open'],
    ]);
  });

  it('show an answer by the first name of staff, once, and no note among staff', async () => {
    const { body: ticket } = await open(ida);
    const id = randomUUID();
    await response(ticket.ticket_id, 'It arrived, see 4111111111111111.', id);
    await response(ticket.ticket_id, 'It arrived, see 4111111111111111.', id);
    await server.call('POST /api/chat/rooms/:id/messages', {
      as: anna,
      params: { id: ticket.ticket_id },
      body: { message: 'Careful.', internal: true },
    });
    const { messages } = (await read(ida, ticket)).body;
    expect(messages.data.map(({ from, author, message }) => [from, author, message])).toEqual([
      ['client', 'Ida Berg', input().text],
      ['support', 'Anna', 'It arrived, see ••••••••••••1111.'],
    ]);
  });

  it('hide the ticket of another, also from staff and by a made-up id', async () => {
    const { body: ticket } = await open(ida);
    expect((await read(ida, ticket)).status).toBe(200);
    for (const [as, ticket_id] of [
      [otto, ticket.ticket_id],
      [anna, ticket.ticket_id],
      [ida, randomUUID()],
    ] as const) {
      const { status, refusal } = await read(as, { ticket_id });
      expect([status, refusal.code]).toEqual([404, 'http.not_found']);
    }
    expect((await read(ida, { ticket_id: "' or true --" })).refusal.errors?.['ticket_id']?.[0]?.code).toBe(
      'validation.identifier',
    );
  });

  it('are numbered without gaps when messages arrive at once', async () => {
    const { body: ticket } = await open(ida);
    await Promise.all(Array.from({ length: 20 }, () => response(ticket.ticket_id, 'On it.')));
    const { seqs } = await server.db.one<{ seqs: number[] }>(sql`
      select array_agg(seq order by seq) as seqs from conversation_message where conversation_id = ${ticket.ticket_id}`);
    expect(seqs).toEqual(Array.from({ length: 21 }, (_, index) => index + 1));
  });
});

it('requires every caller to sign in', async () => {
  const as = server.browser();
  const replies = await Promise.all([
    server.call('POST /api/tickets/get-all-tickets', { as }),
    server.call('POST /api/tickets/get-ticket-by-id', { as, body: { ticket_id: randomUUID() } }),
    server.call('POST /api/tickets/create', { as, body: input() }),
    server.call('GET /api/chat/rooms', { as }),
  ]);
  expect(replies.map(({ status, refusal }) => `${status} ${refusal.code}`)).toEqual(
    Array(4).fill('401 http.unauthenticated'),
  );
});

it('seeds the conversations of the demo, however often it runs', async () => {
  const clients = new Map(await Promise.all(askers.map(async (who) => [who, await server.register()] as const)));
  const of = (who: string) => clients.get(who) ?? anna;
  const seed = () => seedConversations(server.app, anna.user.id, (who) => of(who).user.id);
  await seed();
  server.clock.advance(3_600_000);
  await seed();
  const { body: tickets } = await list(of('sofia'));
  expect(tickets.map(({ status }) => status)).toEqual(['answered', 'answered']);
  expect((await read(of('sofia'), tickets[0]!)).body.messages.data).toHaveLength(2);
  const chatsOf = async (who: string) => (await server.call('GET /api/chat/rooms', { as: of(who) })).body;
  expect((await chatsOf('lukas')).map(({ status }) => status)).toEqual(['resolved']);
  expect((await chatsOf('layla')).map(({ status }) => status)).toEqual(['answered']);
  expect((await list(of('katarzyna'))).body.map(({ status }) => status)).toEqual(['resolved']);
});
