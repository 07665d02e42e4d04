import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#server/platform/db/sql.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';

/** What becomes of words that are said to a conversation that was closed. */
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

const say = (as: Session, id: string, words: { id?: string; message: string; files?: string[]; internal?: boolean }) =>
  server.call('POST /api/chat/rooms/:id/messages', { as, params: { id }, body: words });
const deskRoom = async (room_id: string) =>
  (await server.call('POST /api/staff/support/room', { as: anna, body: { room_id } })).body;
const read = async (as: Session, id: string) =>
  (await server.call('GET /api/chat/rooms/:id/messages', { as, params: { id } })).body.data;
const close = async (room_id: string) => {
  await server.call('POST /api/staff/support/resolve', { as: anna, body: { room_id } });
  server.clock.advance(8 * dayMs);
  await server.app.jobs.run('support.care');
  expect((await deskRoom(room_id)).room.status).toBe('closed');
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
  const answer = { id: randomUUID(), message: 'It has arrived.' };
  await say(anna, id, answer);
  await close(id);
  return { lena, id, answer };
}
const placeOf = ({ body }: Awaited<ReturnType<typeof say>>) => body.chatMessage.chat_room_id;

describe('a closed ticket', () => {
  it('hears nothing more of support but notes, which leave it closed', async () => {
    const { lena, id, answer } = await closedTicket();
    expect(codeOf(await say(anna, id, { message: 'One more thing' }))).toBe('409 support.closed');
    expect((await say(anna, id, answer)).body.chatMessage.id).toBe(answer.id);
    expect((await say(anna, id, { message: 'He was content', internal: true })).status).toBe(200);
    expect((await deskRoom(id)).room.status).toBe('closed');
    expect((await read(lena, id)).map(({ message }) => message)).not.toContain('One more thing');
  });

  it('refuses, in this order: who may not, nothing to say, other words under the same id, support, a file that is gone', async () => {
    const { lena, id, answer } = await closedTicket();
    const stranger = await server.register({ roles: ['client', 'finance'] });
    const files = [randomUUID()];
    expect(codeOf(await say(stranger, id, { message: '' }))).toBe('404 http.not_found');
    expect(codeOf(await say(anna, id, { message: '' }))).toBe('422 support.empty');
    expect(codeOf(await say(anna, id, { ...answer, files }))).toBe('409 http.idempotency_mismatch');
    expect(codeOf(await say(anna, id, { message: 'See this', files }))).toBe('409 support.closed');
    expect(codeOf(await say(lena, id, { message: 'See this', files }))).toBe('409 files.gone');
    expect((await deskRoom(id)).next).toBeNull();
  });

  it('goes on in one ticket, where both sides write, and names it', async () => {
    const { lena, id } = await closedTicket();
    const late = { id: randomUUID(), message: 'And the rest?' };
    const [next = ''] = new Set((await Promise.all([1, 2, 3].map(() => say(lena, id, late)))).map(placeOf));
    const { room, next: named } = await deskRoom(id);
    expect([room.status, named]).toEqual(['closed', { room_id: next, number: (await deskRoom(next)).room.number }]);
    expect(codeOf(await say(anna, id, { message: 'It comes' }))).toBe('409 support.closed');
    expect(placeOf(await say(anna, next, { message: 'It comes' }))).toBe(next);
    expect(placeOf(await say(lena, id, { message: 'Thank you' }))).toBe(next);
    expect((await read(lena, next)).filter(({ id }) => id === late.id)).toHaveLength(1);
  });

  it('finds a repeated id in its successor, also when the old one was brought back and when both are closed', async () => {
    const { lena, id } = await closedTicket();
    const late = { id: randomUUID(), message: 'And the rest?' };
    const next = placeOf(await say(lena, id, late));
    // As an earlier version left it behind.
    await server.db.run(sql`update conversation set status = 'pending', closed_at = null where id = ${id}`);
    expect(placeOf(await say(lena, id, late))).toBe(next);
    await close(id);
    await close(next);
    expect(placeOf(await say(lena, id, late))).toBe(next);
    expect(codeOf(await say(lena, id, { ...late, message: 'Something else' }))).toBe('409 http.idempotency_mismatch');
  });

  it('leads to the last of those that continue it, so that one lives', async () => {
    const { lena, id } = await closedTicket();
    const second = placeOf(await say(lena, id, { message: 'And the rest?' }));
    await close(second);
    const places = await Promise.all(
      [id, second].map(async (to) => placeOf(await say(lena, to, { message: 'Well?' }))),
    );
    expect(new Set(places).size).toBe(1);
    expect([id, second]).not.toContain(places[0]);
    expect((await deskRoom(second)).next?.room_id).toBe(places[0]);
  });
});

it('a closed chat says where its client writes now', async () => {
  const { lena } = await closedTicket();
  const openChat = async () => (await server.call('POST /api/chat/room', { as: lena, body: {} })).body.id;
  const first = await openChat();
  const words = { id: randomUUID(), message: 'Hello' };
  await say(lena, first, words);
  await close(first);
  const living = await openChat();
  await say(lena, living, { message: 'A new question' });
  expect((await deskRoom(first)).next).toEqual({ room_id: living, number: null });
  expect(codeOf(await say(anna, first, { message: 'To the old one' }))).toBe('409 support.closed');
  const late = { id: randomUUID(), message: 'One more' };
  expect(placeOf(await say(lena, first, late))).toBe(living);
  await server.call('POST /api/staff/support/resolve', { as: anna, body: { room_id: living } });
  expect(placeOf(await say(lena, first, late))).toBe(living);
});
