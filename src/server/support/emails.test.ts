import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startServer, type Session, type TestServer } from '#test/server.ts';

/** What the operator's mail server is given about conversations. */
const minuteMs = 60_000;
const received: { to: string | undefined; content: string }[] = [];
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData(stream, { envelope }, done) {
    const chunks: Buffer[] = [];
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    stream.on('end', () => {
      received.push({ to: envelope.rcptTo[0]?.address, content: Buffer.concat(chunks).toString() });
      done();
    });
  },
});

let server: TestServer;
let anna: Session;
beforeAll(async () => {
  smtp.listen(0, '127.0.0.1');
  await once(smtp.server, 'listening');
  const { port } = smtp.server.address() as AddressInfo;
  server = await startServer({ env: { SMTP_URL: `smtp://127.0.0.1:${port}` } });
  anna = await server.register({ first_name: 'Anna', roles: ['client', 'support'] });
});
afterAll(async () => {
  await server.close();
  smtp.close();
});

const say = (as: Session, id: string, message: string) =>
  server.call('POST /api/chat/rooms/:id/messages', { as, params: { id }, body: { message } });
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
  ).body.ticket_id;
const after = async (ms: number) => {
  server.clock.advance(ms);
  await server.app.jobs.run('support.care');
  await server.drain();
};
/** The heads of the mails to somebody that hang on a conversation. */
const threadOf = ({ user }: Session, id: string) => {
  const head = (content: string, name: string) => new RegExp(`^${name}: (<.+>)\\r$`, 'im').exec(content)?.[1];
  return received
    .filter(({ to }) => to === user.email)
    .map(({ content }) => ({
      id: head(content, 'Message-ID'),
      parents: [head(content, 'In-Reply-To'), head(content, 'References')],
    }))
    .filter(({ parents }) => parents.some((parent) => parent?.includes(id)));
};

it('tells of an answer that was not read for ten minutes, and all mails about one conversation hang on its name', async () => {
  const lena = await server.register({ first_name: 'Lena' });
  const [first, second] = [await openTicket(lena), await openTicket(lena)];
  await say(anna, first, 'It has arrived.');
  await after(10 * minuteMs - 1);
  expect(threadOf(lena, first)).toEqual([]);
  await after(1);
  expect(threadOf(lena, first)).toHaveLength(1);
  await say(anna, second, 'We look into it.');
  await server.call('POST /api/staff/support/resolve', { as: anna, body: { room_id: first } });
  await after(10 * minuteMs);

  const mails = threadOf(lena, first);
  expect(mails.map(({ parents }) => parents)).toEqual(Array(2).fill(Array(2).fill(`<${first}@atrium.test>`)));
  expect(new Set(mails.map(({ id }) => id)).size).toBe(2);
  expect(threadOf(lena, second).map(({ parents }) => parents)).toEqual([Array(2).fill(`<${second}@atrium.test>`)]);
});

it('tells of a chat that was left waiting in the thread of the ticket that it became', async () => {
  const lena = await server.register({ first_name: 'Lena' });
  const { id } = (await server.call('POST /api/chat/room', { as: lena, body: {} })).body;
  await say(lena, id, 'Hello, is anybody there?');
  await after(0);
  await after(30 * minuteMs);
  expect(threadOf(lena, id).map(({ parents }) => parents)).toEqual([Array(2).fill(`<${id}@atrium.test>`)]);
  await say(anna, id, 'Now I am.');
  await after(10 * minuteMs);
  expect(threadOf(lena, id)).toHaveLength(2);
});
