import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { supportProgramEndpoints } from '#contract/support/program-endpoints.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { keyFor, type Program } from '#test/compliance/programs.ts';
import { refusalsOf } from '#test/endpoints/refusals.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';

let server: TestServer;
let admin: Session;
let crm: Program;
beforeAll(async () => {
  server = await startServer();
  admin = await server.register({ roles: ['client', 'admin'], first_name: 'Anna' });
  crm = await keyFor(server, admin, { name: 'Help crm', scopes: ['tickets:read', 'tickets:write'] });
});
afterAll(() => server.close());

interface How {
  by?: Program;
  intent?: string;
}
const headersOf = ({ by = crm, intent = newId() }: How) => ({ authorization: by, 'idempotency-key': intent });
const about = { category: 'payments', subject: 'Your deposit', text: 'Please send us the receipt.' } as const;
const openFor = (clientId: string, words: { text?: string } = {}, how: How = {}) =>
  server.call('POST /api/operator/v1/tickets', {
    body: { ...about, ...words, client_id: clientId },
    headers: headersOf(how),
  });
const reply = (id: string, text: string, how: How = {}) =>
  server.call('POST /api/operator/v1/tickets/:id/replies', { params: { id }, body: { text }, headers: headersOf(how) });
const resolve = (id: string, how: How = {}) =>
  server.call('POST /api/operator/v1/tickets/:id/resolve', { params: { id }, body: {}, headers: headersOf(how) });
const write = (id: string, text = 'Good morning.', how: How = {}) =>
  server.call('POST /api/operator/v1/clients/:id/messages', {
    params: { id },
    body: { text },
    headers: headersOf(how),
  });
const tickets = async (query: Record<string, string> = {}) =>
  (await server.call('GET /api/operator/v1/tickets', { query, headers: { authorization: crm } })).body;
const ticketOf = async ({ user }: Session) => {
  const { data } = await tickets({ client_id: user.id });
  expect(data).toHaveLength(1);
  return data[0]!;
};
const messages = (id: string, query: Record<string, string> = {}) =>
  server.call('GET /api/operator/v1/tickets/:id/messages', { params: { id }, query, headers: { authorization: crm } });
const chatMessages = (id: string) =>
  server.call('GET /api/operator/v1/chats/:id/messages', { params: { id }, headers: { authorization: crm } });
const ask = async (as: Session) =>
  (
    await server.call('POST /api/tickets/create', {
      as,
      body: { request_id: randomUUID(), ...about, text: 'My deposit of Monday has not arrived. Where is it by now?' },
    })
  ).body.ticket_id;
const answer = (as: Session, id: string, message: string) =>
  server.call('POST /api/chat/rooms/:id/messages', { as, params: { id }, body: { message } });
const auditOf = ({ user }: Session) =>
  server.db.rows<{ action: string; by: string; details: Record<string, string> }>(sql`
    select action, actor_id as by, details from audit_entry
    where client_id = ${user.id} and action like 'support.%' order by id`);
const closed = (id: string) =>
  server.db.run(sql`update conversation set status = 'closed', closed_at = updated_at where id = ${id}`);

const refusals = refusalsOf(supportProgramEndpoints);
refusals.meets('operator_api.ticket_messages', async () => {
  const ida = await server.register();
  const { body: chat } = await server.call('POST /api/chat/room', { as: ida, body: {} });
  return [() => messages(chat.id)];
});
refusals.meets('operator_api.chat_messages', async () => {
  const id = await ask(await server.register());
  return [() => chatMessages(id)];
});
refusals.meets('operator_api.open_ticket', async () => {
  const [ida, gone] = [await server.register(), await server.register()];
  await server.db.run(
    sql`update person set blocked_at = ${server.clock.now()}, closed_at = ${server.clock.now()} where id = ${gone.user.id}`,
  );
  const intent = newId();
  await openFor(ida.user.id, {}, { intent });
  return [
    () => openFor(ida.user.id, { text: 'Other words' }, { intent }),
    () => openFor(newId()),
    () => openFor(gone.user.id),
  ];
});
refusals.meets('operator_api.reply_to_ticket', async () => {
  const id = await ask(await server.register());
  const intent = newId();
  await reply(id, 'We are looking.', { intent });
  const over = await ask(await server.register());
  await closed(over);
  return [() => reply(id, 'Other words', { intent }), () => reply(newId(), 'Hello'), () => reply(over, 'Hello')];
});
refusals.meets('operator_api.write_to_client', async () => {
  const [ida, gone, intent] = [await server.register(), await server.register(), newId()];
  await server.db.run(
    sql`update person set blocked_at = ${server.clock.now()}, closed_at = ${server.clock.now()} where id = ${gone.user.id}`,
  );
  await write(ida.user.id, 'Hello.', { intent });
  return [() => write(ida.user.id, 'Other words', { intent }), () => write(newId()), () => write(gone.user.id)];
});
refusals.meets('operator_api.resolve_ticket', async () => {
  const [id, other] = [await ask(await server.register()), await ask(await server.register())];
  const intent = newId();
  await resolve(id, { intent });
  await closed(other);
  return [() => resolve(other, { intent }), () => resolve(newId()), () => resolve(other), () => resolve(id)];
});

describe('a ticket that a program opens', () => {
  it('waits for its client, who sees the words of support, and has no assignee', async () => {
    const ida = await server.register();
    const { body: opened } = await openFor(ida.user.id, { text: 'Your card 4111 1111 1111 1111 was declined.' });
    expect(await ticketOf(ida)).toMatchObject({
      ...opened,
      subject: 'Your deposit',
      status: 'pending',
      assignee_id: null,
      messages: 1,
      reply_due_at: null,
    });
    const { body: own } = await server.call('POST /api/tickets/get-all-tickets', { as: ida, body: {} });
    expect(own).toMatchObject([{ number: opened.number, status: 'answered', unread_count: 1 }]);
    const { body: seen } = await server.call('GET /api/chat/rooms/:id/messages', {
      as: ida,
      params: { id: opened.id },
    });
    expect(seen.data).toMatchObject([{ from: 'support', author: 'Anna' }]);
    expect(seen.data[0]?.message).not.toContain('4111 1111');
    expect(await auditOf(ida)).toMatchObject([
      {
        action: 'support.open_ticket_for',
        by: admin.user.id,
        details: { conversation: opened.number, key: 'Help crm' },
      },
    ]);
  });

  it('is no ticket with oneself', async () => {
    expect((await openFor(admin.user.id)).refusal.code).toBe('http.not_found');
    const own = await ask(admin);
    expect((await reply(own, 'Hello')).refusal.code).toBe('http.not_found');
    expect((await resolve(own)).refusal.code).toBe('http.not_found');
  });
});

describe('a message to a client by a program', () => {
  const chatOf = async (as: Session) => {
    const { body: chat } = await server.call('POST /api/chat/room', { as, body: {} });
    const { body } = await server.call('GET /api/chat/rooms/:id/messages', { as, params: { id: chat.id } });
    return { id: chat.id, messages: body.data };
  };
  const statusOf = (id: string) =>
    server.db.one<object>(sql`
      select status, assignee_id as assignee, reply_due_at as due from conversation where id = ${id}`);

  it('begins the chat, in which support speaks first, and no card number is kept', async () => {
    const ida = await server.register();
    const { body: written } = await write(ida.user.id, 'Your card 4111 1111 1111 1111 was declined.');
    expect(written).toEqual({ id: expect.any(String) as string, client_id: ida.user.id });
    const chat = await chatOf(ida);
    expect(chat.messages).toMatchObject([{ id: written.id, from: 'support', author: 'Anna' }]);
    expect(chat.messages[0]?.message).not.toContain('4111 1111');
    expect(await statusOf(chat.id)).toEqual({ status: 'pending', assignee: null, due: null });
    expect(await auditOf(ida)).toMatchObject([
      { action: 'support.reply', by: admin.user.id, details: { conversation: chat.id, key: 'Help crm' } },
    ]);
  });

  it('goes into the chat that lives, where a client who waits for support goes on waiting, and begins another once that has ended', async () => {
    const ida = await server.register();
    const { id } = await chatOf(ida);
    await answer(ida, id, 'Is anyone there?');
    const waiting = await statusOf(id);
    expect(waiting).not.toMatchObject({ status: 'pending' });
    await write(ida.user.id, 'Yes.');
    expect((await chatOf(ida)).messages).toMatchObject([{ from: 'client' }, { from: 'support', message: 'Yes.' }]);
    expect(await statusOf(id)).toEqual(waiting);
    await closed(id);
    await write(ida.user.id, 'And now?');
    const next = await chatOf(ida);
    expect(next.id).not.toBe(id);
    expect(next.messages).toMatchObject([{ from: 'support', message: 'And now?' }]);
  });

  it('is written once by one intent, and into one chat by many', async () => {
    const ida = await server.register();
    const how = { intent: newId() };
    await Promise.all([
      ...[1, 2, 3].map(() => write(ida.user.id, 'Once.', how)),
      ...[1, 2].map((each) => write(ida.user.id, `Message ${each}.`)),
    ]);
    expect((await chatOf(ida)).messages.map(({ message }) => message).toSorted()).toEqual([
      'Message 1.',
      'Message 2.',
      'Once.',
    ]);
  });

  it('is none to oneself', async () => {
    expect((await write(admin.user.id)).refusal.code).toBe('http.not_found');
  });
});

describe('a program', () => {
  it('replies and resolves as support, and leaves the assignee alone', async () => {
    const ida = await server.register();
    const id = await ask(ida);
    expect(await ticketOf(ida)).toMatchObject({ id, status: 'open', reply_due_at: expect.any(String) as string });
    const { body: replied } = await reply(id, 'It has arrived.');
    expect(await ticketOf(ida)).toMatchObject({
      status: 'pending',
      assignee_id: null,
      reply_due_at: null,
      messages: 2,
    });
    await answer(ida, id, 'Thank you.');
    expect((await ticketOf(ida)).status).toBe('open');
    expect((await resolve(id)).body).toEqual({ ticket_id: id });
    expect(await ticketOf(ida)).toMatchObject({ status: 'resolved', resolved_at: server.clock.now().toISOString() });
    const { body } = await messages(id);
    expect(body.data).toMatchObject([
      { seq: 1, from: 'client', sender_id: ida.user.id, kind: 'text' },
      { seq: 2, from: 'support', sender_id: admin.user.id, id: replied.id, text: 'It has arrived.', files: [] },
      { seq: 3, from: 'client', text: 'Thank you.' },
      { seq: 4, from: 'system', text: '', system: { event: 'resolved', params: { name: 'Anna' } } },
    ]);
    expect((await auditOf(ida)).map(({ action, details }) => [action, details['key']])).toEqual([
      ['support.reply', 'Help crm'],
      ['support.resolve', 'Help crm'],
    ]);
  });

  it('has one effect under one key, also concurrently', async () => {
    const ida = await server.register();
    const how = { intent: newId() };
    const opened = await Promise.all(Array.from({ length: 4 }, () => openFor(ida.user.id, {}, how)));
    expect(new Set(opened.map(({ body }) => body.id)).size).toBe(1);
    const { id } = await ticketOf(ida);
    const replies = await Promise.all(Array.from({ length: 4 }, () => reply(id, 'Once', { intent: `reply-${id}` })));
    expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1);
    expect((await ticketOf(ida)).messages).toBe(2);
  });

  it('needs the scope of what it does', async () => {
    const reader = await keyFor(server, admin, { name: 'Reader', scopes: ['tickets:read'] });
    const ida = await server.register();
    const id = await ask(ida);
    for (const call of [
      openFor(ida.user.id, {}, { by: reader }),
      reply(id, 'Hello', { by: reader }),
      resolve(id, { by: reader }),
    ])
      expect((await call).refusal.code).toBe('operator.scope');
    expect((await ticketOf(ida)).messages).toBe(1);
  });
});

describe('the list', () => {
  it('has each ticket once, page by page, and no chat; a message updates its ticket', async () => {
    const ida = await server.register();
    await server.call('POST /api/chat/room', { as: ida, body: {} });
    const ids = [await ask(ida), await ask(ida), await ask(ida)];
    const paged: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page = await tickets({ client_id: ida.user.id, limit: '2', ...(cursor ? { cursor } : {}) });
      paged.push(...page.data.map(({ id }) => id));
      cursor = page.next_cursor;
    }
    expect(paged).toEqual(ids.toReversed());
    server.clock.advance(60_000);
    const since = server.clock.now().toISOString();
    expect((await tickets({ client_id: ida.user.id, updated_since: since })).data).toEqual([]);
    await reply(ids[0] ?? '', 'Here it is.');
    server.clock.advance(1);
    const { data } = await tickets({ client_id: ida.user.id, updated_since: since });
    expect(data.map(({ id }) => id)).toEqual([ids[0]]);
    expect((await tickets({ client_id: ida.user.id, status: 'pending' })).data.map(({ id }) => id)).toEqual([ids[0]]);
  });

  it('has the messages page by page, with the notes of staff', async () => {
    const ida = await server.register();
    const id = await ask(ida);
    await server.call('POST /api/chat/rooms/:id/messages', {
      as: admin,
      params: { id },
      body: { message: 'Ask payments.', internal: true },
    });
    await reply(id, 'One moment.');
    const first = (await messages(id, { limit: '2' })).body;
    expect(first.data.map(({ kind }) => kind)).toEqual(['text', 'internal_note']);
    const second = (await messages(id, { limit: '2', cursor: first.next_cursor ?? '' })).body;
    expect(second).toMatchObject({ data: [{ seq: 3, text: 'One moment.' }], next_cursor: null });
  });

  it('has no notes about the person who holds the key', async () => {
    const id = await ask(admin);
    const sven = await server.register({ roles: ['client', 'support'] });
    const { status } = await server.call('POST /api/chat/rooms/:id/messages', {
      as: sven,
      params: { id },
      body: { message: 'Say nothing of it.', internal: true },
    });
    expect(status).toBe(200);
    expect((await messages(id)).body.data.map(({ kind }) => kind)).toEqual(['text']);
  });
});

it('chats are listed with their messages', async () => {
  const ida = await server.register();
  const { body: chat } = await server.call('POST /api/chat/room', { as: ida, body: {} });
  await answer(ida, chat.id, 'Is anyone there?');
  const { body } = await server.call('GET /api/operator/v1/chats', {
    query: { client_id: ida.user.id },
    headers: { authorization: crm },
  });
  expect(body.data).toMatchObject([{ id: chat.id, status: 'open' }]);
  expect((await chatMessages(chat.id)).body.data).toMatchObject([{ from: 'client', text: 'Is anyone there?' }]);
});

it('meets every refusal above', () => {
  expect(refusals.unmet()).toEqual([]);
});
