import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#server/platform/db/sql.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';

/** What becomes of messages to a conversation that was closed. */
const dayMs = 86_400_000;

let server: TestServer;
let anna: Session;
beforeAll(async () => {
  server = await startServer();
  anna = await server.signIn({
    email: (await server.register({ first_name: 'Anna', roles: ['client', 'support'] })).user.email,
    remember: true,
  });
});
afterAll(() => server.close());

const send = (as: Session, id: string, words: { id?: string; message: string; files?: string[]; internal?: boolean }) =>
  server.call('POST /api/chat/rooms/:id/messages', { as, params: { id }, body: words });
const staffRoom = async (room_id: string) =>
  (await server.call('POST /api/staff/support/room', { as: anna, body: { room_id } })).body;
const read = async (as: Session, id: string) =>
  (await server.call('GET /api/chat/rooms/:id/messages', { as, params: { id } })).body.data;
const close = async (room_id: string) => {
  await server.call('POST /api/staff/support/resolve', { as: anna, body: { room_id } });
  server.clock.advance(8 * dayMs);
  await server.app.jobs.run('support.conversation_timers');
  expect((await staffRoom(room_id)).room.status).toBe('closed');
};
const codeOf = ({ status, refusal }: { status: number; refusal: { code?: string; errors?: object } }) => {
  const [errors] = Object.values((refusal.errors ?? {}) as Record<string, { code: string }[]>);
  return `${status} ${errors?.[0]?.code ?? refusal.code ?? ''}`.trim();
};

async function closedTicket() {
  const lena = await server.signIn({
    email: (await server.register({ first_name: 'Lena' })).user.email,
    remember: true,
  });
  const { ticket_id: id } = (
    await server.call('POST /api/tickets/create', {
      as: lena,
      body: {
        request_id: randomUUID(),
        category: 'payments',
        subject: 'Where is my deposit?',
        text: 'I sent a bank transfer on Monday, and today is Thursday. Please tell me where it is.',
      },
    })
  ).body;
  const response = { id: randomUUID(), message: 'It has arrived.' };
  await send(anna, id, response);
  await close(id);
  return { lena, id, response };
}
const roomOf = ({ body }: Awaited<ReturnType<typeof send>>) => body.chatMessage.chat_room_id;

describe('a closed ticket', () => {
  it('receives only notes of support, which leave it closed', async () => {
    const { lena, id, response } = await closedTicket();
    expect(codeOf(await send(anna, id, { message: 'One more thing' }))).toBe('409 support.closed');
    expect((await send(anna, id, response)).body.chatMessage.id).toBe(response.id);
    expect((await send(anna, id, { message: 'He was content', internal: true })).status).toBe(200);
    expect((await staffRoom(id)).room.status).toBe('closed');
    expect((await read(lena, id)).map(({ message }) => message)).not.toContain('One more thing');
  });

  it('refuses, in order: a foreign person, an empty message, another text for an id, support, a lost file', async () => {
    const { lena, id, response } = await closedTicket();
    const stranger = await server.register({ roles: ['client', 'finance'] });
    const files = [randomUUID()];
    expect(codeOf(await send(stranger, id, { message: '' }))).toBe('404 http.not_found');
    expect(codeOf(await send(anna, id, { message: '' }))).toBe('422 support.empty');
    expect(codeOf(await send(anna, id, { ...response, files }))).toBe('409 http.idempotency_mismatch');
    expect(codeOf(await send(anna, id, { message: 'See this', files }))).toBe('409 support.closed');
    expect(codeOf(await send(lena, id, { message: 'See this', files }))).toBe('409 files.gone');
    expect((await staffRoom(id)).next).toBeNull();
  });

  it('continues in one ticket, where both sides write, and names it', async () => {
    const { lena, id } = await closedTicket();
    const late = { id: randomUUID(), message: 'And the rest?' };
    const [next = ''] = new Set((await Promise.all([1, 2, 3].map(() => send(lena, id, late)))).map(roomOf));
    const { room, next: named } = await staffRoom(id);
    expect([room.status, named]).toEqual(['closed', { room_id: next, number: (await staffRoom(next)).room.number }]);
    expect(codeOf(await send(anna, id, { message: 'It comes' }))).toBe('409 support.closed');
    expect(roomOf(await send(anna, next, { message: 'It comes' }))).toBe(next);
    expect(roomOf(await send(lena, id, { message: 'Thank you' }))).toBe(next);
    expect((await read(lena, next)).filter(({ id }) => id === late.id)).toHaveLength(1);
  });

  it('finds a repeated id in its successor, also when the old one was brought back and when both are closed', async () => {
    const { lena, id } = await closedTicket();
    const late = { id: randomUUID(), message: 'And the rest?' };
    const next = roomOf(await send(lena, id, late));
    // As an earlier version left it behind.
    await server.db.run(sql`update conversation set status = 'pending', closed_at = null where id = ${id}`);
    expect(roomOf(await send(lena, id, late))).toBe(next);
    await close(id);
    await close(next);
    expect(roomOf(await send(lena, id, late))).toBe(next);
    expect(codeOf(await send(lena, id, { ...late, message: 'Something else' }))).toBe('409 http.idempotency_mismatch');
  });

  it('leads to the last of its successors, so that only one lives', async () => {
    const { lena, id } = await closedTicket();
    const second = roomOf(await send(lena, id, { message: 'And the rest?' }));
    await close(second);
    const positions = await Promise.all(
      [id, second].map(async (to) => roomOf(await send(lena, to, { message: 'Well?' }))),
    );
    expect(new Set(positions).size).toBe(1);
    expect([id, second]).not.toContain(positions[0]);
    expect((await staffRoom(second)).next?.room_id).toBe(positions[0]);
  });
});

it('a closed chat names where its client writes now', async () => {
  const { lena } = await closedTicket();
  const openChat = async () => (await server.call('POST /api/chat/room', { as: lena, body: {} })).body.id;
  const first = await openChat();
  const words = { id: randomUUID(), message: 'Hello' };
  await send(lena, first, words);
  await close(first);
  const living = await openChat();
  await send(lena, living, { message: 'A new question' });
  expect((await staffRoom(first)).next).toEqual({ room_id: living, number: null });
  expect(codeOf(await send(anna, first, { message: 'To the old one' }))).toBe('409 support.closed');
  const late = { id: randomUUID(), message: 'One more' };
  expect(roomOf(await send(lena, first, late))).toBe(living);
  await server.call('POST /api/staff/support/resolve', { as: anna, body: { room_id: living } });
  expect(roomOf(await send(lena, first, late))).toBe(living);
});
