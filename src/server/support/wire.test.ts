import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServer, type Session, type TestServer } from '#test/server.ts';

let server: TestServer;
let ida: Session;
let anna: Session;
let bo: Session;
let id: string;
beforeAll(async () => {
  server = await startServer();
  ida = await server.register({ first_name: 'Ida', second_name: 'Berg' });
  anna = await server.register({ first_name: 'Anna', second_name: 'Holm', roles: ['client', 'support'] });
  bo = await server.register({ first_name: 'Bo', second_name: 'Lind', roles: ['client', 'support'] });
  id = (await server.call('POST /api/chat/room', { as: ida, body: { agent_name: 'Support' } })).body.id;
});
afterAll(() => server.close());

const send = (as: Session, body: object, how: { form?: boolean } = {}) =>
  server.call('POST /api/chat/rooms/:id/messages', { as, params: { id }, body: { id: randomUUID(), ...body }, ...how });
const messages = async (as: Session) =>
  (await server.call('GET /api/chat/rooms/:id/messages', { as, params: { id } })).body.data;
const markRead = (as: Session, seq?: number) =>
  server.call('POST /api/chat/rooms/:id/mark-as-read', { as, params: { id }, body: seq === undefined ? {} : { seq } });
const readTimes = async (as: Session) => (await messages(as)).map(({ message, read_at }) => [message, read_at]);

describe('a message', () => {
  it('says whose it is, to whom it was sent, and that it is unread', async () => {
    const { chatMessage } = (await send(ida, { message: 'Hello' })).body;
    expect(chatMessage).toMatchObject({
      sender_id: ida.user.id,
      user_id: ida.user.id,
      recipient: 'support',
      read_at: null,
    });
  });

  it('says when the other side read it first, however many of them read it later', async () => {
    await send(ida, { message: 'Anybody?' });
    const first = server.clock.now().toISOString();
    await markRead(anna, 1);
    server.clock.advance(60_000);
    const second = server.clock.now().toISOString();
    await markRead(bo);
    server.clock.advance(60_000);
    await markRead(anna);
    const times = [
      ['Hello', first],
      ['Anybody?', second],
    ];
    expect(await readTimes(ida)).toEqual(times);
    expect(await readTimes(anna)).toEqual(times);
  });

  it('is read by the one who replies, and a note has no such time', async () => {
    const note = await send(anna, { message: 'Ask Bo', internal: true });
    expect(note.body.chatMessage).toMatchObject({ kind: 'internal_note', recipient: 'support', read_at: null });
    const response = await send(anna, { message: 'Good morning' });
    expect(response.body.chatMessage).toMatchObject({ user_id: anna.user.id, recipient: 'client', read_at: null });
    server.clock.advance(60_000);
    const at = server.clock.now().toISOString();
    await send(ida, { message: 'Good morning' });
    await markRead(bo);
    const seen = (await messages(anna)).map(({ kind, from, read_at }) => [kind, from, read_at]);
    expect(seen.slice(2, 4)).toEqual([
      ['internal_note', 'support', null],
      ['text', 'support', at],
    ]);
  });
});

describe('recipient_id', () => {
  const refused = { recipient_id: [{ code: 'support.recipient' }] };

  it.each([false, true])('may name a person of the other side, as a form: %s', async (form) => {
    expect((await send(ida, { message: 'To Anna', recipient_id: anna.user.id }, { form })).status).toBe(200);
    expect((await send(anna, { message: 'To Ida', recipient_id: ida.user.id }, { form })).status).toBe(200);
  });

  it.each([false, true])('is refused where it names any other person, as a form: %s', async (form) => {
    const otto = await server.register();
    for (const [as, recipient_id] of [
      [ida, otto.user.id],
      [ida, ida.user.id],
      [ida, randomUUID()],
      [anna, otto.user.id],
      [anna, bo.user.id],
    ] as const) {
      const { status, body } = await send(as, { message: 'Hello', recipient_id }, { form });
      expect([status, (body as unknown as { errors: object }).errors]).toMatchObject([422, refused]);
    }
  });

  it.each([false, true])('is refused where it is no id, as a form: %s', async (form) => {
    const before = await messages(ida);
    for (const recipient_id of [5, 'Support']) {
      const { status, body } = await send(ida, { message: 'Hello', recipient_id }, { form });
      expect(status).toBe(422);
      expect((body as unknown as { errors: object }).errors).toMatchObject({
        recipient_id: [{ code: 'validation.identifier' }],
      });
    }
    expect(await messages(ida)).toEqual(before);
  });
});
