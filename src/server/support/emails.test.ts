import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startServer, type Session, type TestServer } from '#test/server.ts';

/** What the operator's mail server receives about conversations. */
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

const send = (as: Session, id: string, message: string) =>
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
  await server.app.jobs.run('support.conversation_timers');
  await server.drain();
};
/** The thread headers of the emails to a person about a conversation. */
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

it('announces a reply unread for ten minutes, with all emails about one conversation in one thread', async () => {
  const lena = await server.register({ first_name: 'Lena' });
  const [first, second] = [await openTicket(lena), await openTicket(lena)];
  await send(anna, first, 'It has arrived.');
  await after(10 * minuteMs - 1);
  expect(threadOf(lena, first)).toEqual([]);
  await after(1);
  expect(threadOf(lena, first)).toHaveLength(1);
  await send(anna, second, 'We look into it.');
  await server.call('POST /api/staff/support/resolve', { as: anna, body: { room_id: first } });
  await after(10 * minuteMs);

  const emails = threadOf(lena, first);
  expect(emails.map(({ parents }) => parents)).toEqual(Array(2).fill(Array(2).fill(`<${first}@atrium.test>`)));
  expect(new Set(emails.map(({ id }) => id)).size).toBe(2);
  expect(threadOf(lena, second).map(({ parents }) => parents)).toEqual([Array(2).fill(`<${second}@atrium.test>`)]);
});

it('announces a chat that was left waiting in the thread of the ticket that it became', async () => {
  const lena = await server.register({ first_name: 'Lena' });
  const { id } = (await server.call('POST /api/chat/room', { as: lena, body: {} })).body;
  await send(lena, id, 'Hello, is anybody there?');
  await after(0);
  await after(30 * minuteMs);
  expect(threadOf(lena, id).map(({ parents }) => parents)).toEqual([Array(2).fill(`<${id}@atrium.test>`)]);
  await send(anna, id, 'Now I am.');
  await after(10 * minuteMs);
  expect(threadOf(lena, id)).toHaveLength(2);
});
