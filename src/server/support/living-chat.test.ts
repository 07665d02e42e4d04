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
const say = (as: Session, id: string, message: string) =>
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
  await say(lena, ended, 'Good morning');
  await resolve(ended);
  return { lena, ended, living: await openRoom(lena) };
}

describe('a chat that has ended, while another was opened', () => {
  it('goes on by the words of either side, since in the other one nobody has said anything', async () => {
    for (const by of ['client', 'support'] as const) {
      const { lena, ended, living } = await twoChats();
      const { status, body } = await say(by === 'client' ? lena : anna, ended, 'One more thing');
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

  it('gives way to the other one once something was said there', async () => {
    const { lena, ended, living } = await twoChats();
    await say(lena, living, 'A new question');
    for (const author of [lena, anna])
      expect((await say(author, ended, 'To the old one')).body.chatMessage.chat_room_id).toBe(living);
    expect((await reopen(ended)).refusal.code).toBe('support.closed');
  });
});

describe('a conversation of somebody who works in support', () => {
  it('is not at his desk', async () => {
    const id = await openRoom(anna);
    await say(anna, id, 'I have a question of my own');
    const { body } = await server.call('POST /api/staff/support/inbox', { as: anna, body: { view: 'all' } });
    expect(body.rooms.map((room) => room.id)).not.toContain(id);
    expect((await server.call('POST /api/staff/support/room', { as: anna, body: { room_id: id } })).status).toBe(404);
    for (const act of [resolve, reopen, snooze]) expect((await act(id)).status).toBe(404);
  });
});

describe('a snooze of what is the client’s turn', () => {
  it('promises nothing when it is over', async () => {
    const lena = await server.register();
    const id = await openRoom(lena);
    await say(lena, id, 'Good morning');
    await say(anna, id, 'Good morning, what can I do?');
    await snooze(id);
    server.clock.advance(120_000);
    await server.app.jobs.run('support.care');
    const { body } = await server.call('POST /api/staff/support/room', { as: anna, body: { room_id: id } });
    expect([body.room.status, body.room.answer_due_at]).toEqual(['open', null]);
  });
});
