import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from '#server/platform/db/sql.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';

const minuteMs = 60_000;
/** A Sunday, when support in Berlin is closed, and the Monday morning on which it opens. */
const sunday = new Date('2026-03-01T15:00:00Z');
const monday = '2026-03-02T07:00:00.000Z';

let server: TestServer;
let anna: Session;
let lena: Session;
let room: string;
beforeAll(async () => {
  server = await startServer({ at: sunday });
  const { email } = (await server.register({ first_name: 'Anna', roles: ['client', 'support'] })).user;
  anna = await server.signIn({ email, remember: true });
});
afterAll(() => server.close());
beforeEach(async () => {
  server.clock.advance(sunday.getTime() - server.clock.now().getTime());
  await server.db.run(sql`delete from support_presence`);
  lena = await server.signIn({ email: (await server.register({ first_name: 'Lena' })).user.email, remember: true });
  room = (await server.call('POST /api/chat/room', { as: lena, body: {} })).body.id;
  await send(lena, 'Is anybody there?');
});

const send = (as: Session, message: string) =>
  server.call('POST /api/chat/rooms/:id/messages', { as, params: { id: room }, body: { message } });
const beat = (away = false) => server.call('POST /api/staff/support/presence', { as: anna, body: { away } });
const state = async (query: Record<string, string> = { room_id: room }) =>
  (await server.call('GET /api/chat/hours', { as: lena, query })).body;

describe('what a client sees of support', () => {
  it('is that an agent is present, when one replies out of hours', async () => {
    expect(await state()).toMatchObject({ state: 'closed', agent: null, opens_at: monday });
    await send(anna, 'I am here.');
    expect(await state()).toMatchObject({ state: 'in_conversation', agent: 'Anna', opens_at: monday });
    expect(await state({})).toMatchObject({ state: 'closed', agent: null });
  });

  it('lasts while the agent is online, and some minutes after the last words', async () => {
    await send(anna, 'I am here.');
    server.clock.advance(11 * minuteMs);
    expect((await state()).state).toBe('closed');
    await beat();
    expect(await state()).toMatchObject({ state: 'in_conversation', agent: 'Anna' });
    await beat(true);
    expect((await state()).state).toBe('closed');
  });

  it('is that the agent is there who took the conversation and is online', async () => {
    await beat();
    await server.call('POST /api/staff/support/assign', {
      as: anna,
      body: { room_id: room, person_id: anna.user.id },
    });
    expect(await state()).toMatchObject({ state: 'in_conversation', agent: 'Anna' });
  });

  it('is of the working hours where no agent is in the conversation', async () => {
    server.clock.advance(Date.parse(monday) - server.clock.now().getTime());
    expect((await state()).state).toBe('away');
    await beat();
    expect((await state()).state).toBe('online');
  });

  it('shows nothing of a note of support, nor of a conversation that is resolved', async () => {
    await server.call('POST /api/chat/rooms/:id/messages', {
      as: anna,
      params: { id: room },
      body: { message: 'A note', internal: true },
    });
    expect((await state()).state).toBe('closed');
    await send(anna, 'Settled.');
    await server.call('POST /api/staff/support/resolve', { as: anna, body: { room_id: room } });
    expect((await state()).state).toBe('closed');
  });

  it('is not shown of another client’s conversation', async () => {
    const other = await server.register();
    const { refusal } = await server.call('GET /api/chat/hours', { as: other, query: { room_id: room } });
    expect(refusal.code).toBe('http.not_found');
  });
});
