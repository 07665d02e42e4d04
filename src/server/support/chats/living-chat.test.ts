import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServer, type Session, type TestServer } from '#test/server.ts';

let server: TestServer;
let anna: Session;
beforeAll(async () => {
  server = await startServer();
  anna = await server.register({ first_name: 'Anna', roles: ['client', 'support'] });
});
afterAll(() => server.close());

const openRoom = async (as: Session) => (await server.call('POST /api/chat/room', { as, body: {} })).body.id;
const send = (as: Session, id: string, message: string) =>
  server.call('POST /api/chat/rooms/:id/messages', { as, params: { id }, body: { message } });
const resolve = (room_id: string) => server.call('POST /api/staff/support/resolve', { as: anna, body: { room_id } });
const reopen = (room_id: string) => server.call('POST /api/staff/support/reopen', { as: anna, body: { room_id } });
const snooze = (room_id: string) =>
  server.call('POST /api/staff/support/snooze', {
    as: anna,
    body: { room_id, until: new Date(server.clock.now().getTime() + 60_000).toISOString() },
  });

/** A chat that was settled, and the one that its client has opened since. */
async function twoChats() {
  const lena = await server.register();
  const ended = await openRoom(lena);
  await send(lena, ended, 'Good morning');
  await resolve(ended);
  return { lena, ended, living: await openRoom(lena) };
}

describe('a chat that has ended, while another was opened', () => {
  it('resumes with a message of either side, because the other one has no messages', async () => {
    for (const by of ['client', 'support'] as const) {
      const { lena, ended, living } = await twoChats();
      const { status, body } = await send(by === 'client' ? lena : anna, ended, 'One more thing');
      expect([status, body.chatMessage.chat_room_id]).toEqual([200, ended]);
      expect(await openRoom(lena)).toBe(ended);
      expect(living).not.toBe(ended);
    }
  });

  it('is brought back by support', async () => {
    const { ended } = await twoChats();
    expect((await reopen(ended)).body.status).toBe('open');
    expect((await snooze(ended)).body.status).toBe('snoozed');
  });

  it('gives way to the other one once that has a message', async () => {
    const { lena, ended, living } = await twoChats();
    await send(lena, living, 'A new question');
    for (const author of [lena, anna])
      expect((await send(author, ended, 'To the old one')).body.chatMessage.chat_room_id).toBe(living);
    expect((await reopen(ended)).refusal.code).toBe('support.closed');
  });
});

describe('a conversation of a client who works in support', () => {
  it('is not in their own inbox', async () => {
    const id = await openRoom(anna);
    await send(anna, id, 'I have a question of my own');
    const { body } = await server.call('POST /api/staff/support/inbox', { as: anna, body: { view: 'all' } });
    expect(body.rooms.map((room) => room.id)).not.toContain(id);
    expect((await server.call('POST /api/staff/support/room', { as: anna, body: { room_id: id } })).status).toBe(404);
    for (const action of [resolve, reopen, snooze]) expect((await action(id)).status).toBe(404);
  });
});

describe('a snooze during the client’s turn', () => {
  it('has no SLA when it is over', async () => {
    const lena = await server.register();
    const id = await openRoom(lena);
    await send(lena, id, 'Good morning');
    await send(anna, id, 'Good morning, what can I do?');
    await snooze(id);
    server.clock.advance(120_000);
    await server.app.jobs.run('support.conversation_timers');
    const { body } = await server.call('POST /api/staff/support/room', { as: anna, body: { room_id: id } });
    expect([body.room.status, body.room.reply_due_at]).toEqual(['open', null]);
  });
});
