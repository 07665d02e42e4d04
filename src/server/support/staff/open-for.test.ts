import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from '#server/platform/db/sql.ts';
import { emailsTo } from '#test/mailbox.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';

let server: TestServer;
let anna: Session;
beforeAll(async () => {
  server = await startServer();
  const { email } = (await server.register({ first_name: 'Anna', roles: ['client', 'support'] })).user;
  anna = await server.signIn({ email, remember: true });
});
afterAll(() => server.close());

const letter = { category: 'payments', subject: 'Your deposit', text: 'Please send us the receipt.' } as const;
const write = ({ user }: Session, more: object = {}, as = anna) =>
  server.call('POST /api/staff/support/open', {
    as,
    body: { request_id: randomUUID(), client_id: user.id, ...letter, ...more },
  });
const tickets = async (as: Session) => (await server.call('POST /api/tickets/get-all-tickets', { as, body: {} })).body;

it('opens a ticket that waits for its client, with the agent who wrote, and no SLA until the client answers', async () => {
  const ida = await server.register();
  const { body: room } = await write(ida, { text: 'Your card 4111 1111 1111 1111 was declined.' });
  expect(room).toMatchObject({
    kind: 'ticket',
    subject: 'Your deposit',
    status: 'pending',
    assignee: { id: anna.user.id },
    reply_due_at: null,
  });
  expect(await tickets(ida)).toMatchObject([{ number: room.number, status: 'answered', unread_count: 1 }]);
  const { body: read } = await server.call('GET /api/chat/rooms/:id/messages', { as: ida, params: { id: room.id } });
  expect(read.data).toMatchObject([{ from: 'support', author: 'Anna' }]);
  expect(read.data[0]?.message).not.toContain('4111 1111');
  await server.call('POST /api/chat/rooms/:id/messages', {
    as: ida,
    params: { id: room.id },
    body: { message: 'Here it is.' },
  });
  const { body: answered } = await server.call('POST /api/staff/support/room', {
    as: anna,
    body: { room_id: room.id },
  });
  expect(answered.room).toMatchObject({ status: 'open', reply_due_at: expect.any(String) as string });
  const audited = await server.db.rows(sql`
    select actor_id as by, action, details from audit_entry where client_id = ${ida.user.id} and action like 'support.open%'`);
  expect(audited).toEqual([
    { by: anna.user.id, action: 'support.open_ticket_for', details: { conversation: room.number } },
  ]);
});

it('is emailed to a client who does not read it', async () => {
  const ida = await server.register();
  const { body: room } = await write(ida);
  server.clock.advance(11 * 60_000);
  await server.app.jobs.run('support.conversation_timers');
  const subjects = (await emailsTo(server, ida.user.email)).map(({ subject }) => subject);
  expect(subjects).toContain(`Message from support: ${room.number} · Your deposit`);
});

it('makes one ticket of five calls of one request, also by the next agent', async () => {
  const ida = await server.register();
  const request_id = randomUUID();
  const made = await Promise.all(Array.from({ length: 5 }, () => write(ida, { request_id })));
  expect(new Set(made.map(({ body }) => body.id)).size).toBe(1);
  expect(await tickets(ida)).toMatchObject([{ unread_count: 1 }]);
  const bo = await server.register({ roles: ['client', 'support'] });
  expect((await write(ida, { request_id }, bo)).refusal.code).toBe('http.idempotency_mismatch');
});

it('is for those who answer tickets', async () => {
  const ida = await server.register();
  for (const role of ['finance', 'compliance'] as const)
    expect((await write(ida, {}, await server.register({ roles: ['client', role] }))).refusal.code).toBe(
      'http.forbidden',
    );
});
