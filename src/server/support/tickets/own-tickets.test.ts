import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ticketsPerPage } from '#contract/support/names.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { emailsTo } from '#test/mailbox.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';

const minuteMs = 60_000;
const dayMs = 86_400_000;

let server: TestServer;
let ida: Session;
let otto: Session;
let anna: Session;
beforeAll(async () => {
  server = await startServer();
  ida = await remembered({ first_name: 'Ida' });
  otto = await remembered({ first_name: 'Otto' });
  anna = await remembered({ first_name: 'Anna', roles: ['client', 'support'] });
});
afterAll(() => server.close());

/** A session that outlives days. */
const remembered = async (person: Parameters<TestServer['register']>[0]) =>
  server.signIn({ email: (await server.register(person)).user.email, remember: true });
const request = (as: Session, input: object = {}) =>
  server.call('POST /api/tickets/create', {
    as,
    body: {
      request_id: randomUUID(),
      category: 'payments',
      subject: 'Where is my deposit?',
      text: 'I sent a bank transfer on Monday, and today is Thursday. Please tell me where it is.',
      ...input,
    },
  });
const list = async (as: Session, body: object = {}) =>
  (await server.call('POST /api/tickets/get-all-tickets', { as, body })).body;
const send = (as: Session, id: string, message: string) =>
  server.call('POST /api/chat/rooms/:id/messages', { as, params: { id }, body: { message } });
const resolve = (id: string) => server.call('POST /api/staff/support/resolve', { as: anna, body: { room_id: id } });
const settle = (as: Session, ticket_id: string) =>
  server.call('POST /api/tickets/resolve', { as, body: { ticket_id } });

describe('support.tickets', () => {
  it('pages by the latest activity, without a gap or a repetition', async () => {
    const mia = await server.register();
    const mine: string[] = [];
    for (let n = 0; n < ticketsPerPage + 3; n += 1) {
      // Several at one instant: the id decides then.
      if (n % 3 === 0) server.clock.advance(minuteMs);
      mine.push((await request(mia, { subject: `Question ${n}` })).body.ticket_id);
    }
    const first = await list(mia);
    const { updated_at, ticket_id } = first.at(-1)!;
    const second = await list(mia, { after: { updated_at, ticket_id } });
    expect([first.length, second.length]).toEqual([ticketsPerPage, 3]);
    const shown = [...first, ...second].map((ticket) => ticket.ticket_id);
    expect(shown.toSorted((a, b) => (a < b ? -1 : 1))).toEqual(mine.toSorted((a, b) => (a < b ? -1 : 1)));
  });

  it('narrows down by status, category, days and words', async () => {
    const mia = await remembered({ first_name: 'Mia' });
    const old = (await request(mia, { subject: 'An old question' })).body;
    server.clock.advance(8 * dayMs);
    const trading = (await request(mia, { category: 'trading', subject: '100 % margin' })).body;
    await send(anna, trading.ticket_id, 'See the chapter on zeppelins.');
    const found = async (body: object) => (await list(mia, body)).map(({ subject }) => subject);
    expect(await found({ status: 'answered' })).toEqual([trading.subject]);
    expect(await found({ status: 'open' })).toEqual([old.subject]);
    expect(await found({ category: 'trading' })).toEqual([trading.subject]);
    expect(await found({ days: 7 })).toEqual([trading.subject]);
    expect(await found({ days: 30 })).toHaveLength(2);
    expect(await found({ search: 'zeppelins' })).toEqual([trading.subject]);
    expect(await found({ search: '100 %' })).toEqual([trading.subject]);
    expect(await found({ search: old.number })).toEqual([old.subject]);
    expect(await found({ search: 'nothing of it' })).toEqual([]);
    expect(await list(otto, { search: 'zeppelins' })).toEqual([]);
  });
});

describe('a ticket about an object', () => {
  it('is opened only by whose it is, whatever it is', async () => {
    const account = (await server.call('POST /api/trading-account/create', { as: ida, body: { currency_id: 'USD' } }))
      .body.trading_account_id;
    const operation = newId();
    const { id: wallet } = await server.db.one<{ id: string }>(sql`
      select id from ledger_account where client_id = ${ida.user.id} and currency = 'USD' limit 1`);
    const links = [
      { type: 'trading_account', id: account, label: account },
      { type: 'deal', id: `${account}:71`, label: '71' },
      { type: 'position', id: `${account}:72`, label: '72' },
      { type: 'order', id: `${account}:73`, label: '73' },
    ];
    for (const { label, ...link } of links) {
      const opened = await request(ida, { link });
      expect(opened.body.link).toEqual({ ...link, label, path: `/trading-account/${account}` });
      expect((await request(otto, { link })).refusal.code).toBe('http.not_found');
    }
    const made = [
      { type: 'operation', id: operation },
      { type: 'payment', id: wallet },
      { type: 'application', id: wallet },
      { type: 'holding', id: 'no id at all' },
      { type: 'deal', id: `${account}:x` },
      { type: 'position', id: `9${account}:1` },
    ];
    for (const link of made) expect(`${link.type} ${(await request(ida, { link })).status}`).toBe(`${link.type} 404`);
  });
});

describe('support.unread', () => {
  it('counts support’s messages, in chats and tickets apart, without notes', async () => {
    const mia = await server.register();
    const unread = async () => (await server.call('GET /api/chat/unread', { as: mia })).body;
    const chat = (await server.call('POST /api/chat/room', { as: mia, body: {} })).body.id;
    const ticket = (await request(mia)).body.ticket_id;
    await send(mia, chat, 'Hello');
    expect(await unread()).toEqual({ chats: 0, tickets: 0 });
    await send(anna, chat, 'Hi');
    await send(anna, ticket, 'We look.');
    await send(anna, ticket, 'It is here.');
    await server.call('POST /api/chat/rooms/:id/messages', {
      as: anna,
      params: { id: ticket },
      body: { message: 'Careful', internal: true },
    });
    expect(await unread()).toEqual({ chats: 1, tickets: 2 });
    await server.call('POST /api/chat/rooms/:id/mark-as-read', { as: mia, params: { id: ticket }, body: {} });
    expect(await unread()).toEqual({ chats: 1, tickets: 0 });
  });
});

describe('the email that a conversation is resolved', () => {
  it('leads to the ticket, where an answer opens it again, and is written once', async () => {
    const mia = await server.register();
    const ticket = (await request(mia)).body;
    await resolve(ticket.ticket_id);
    await resolve(ticket.ticket_id);
    const emails = (await emailsTo(server, mia.user.email)).filter(({ subject }) => subject.startsWith('Resolved'));
    expect(emails).toMatchObject([
      {
        subject: `Resolved: ${ticket.number} · ${ticket.subject}`,
        links: expect.arrayContaining([expect.stringMatching(new RegExp(`/en/tickets/${ticket.ticket_id}$`))]),
      },
    ]);
  });

  it('is not announced to the client who resolved it', async () => {
    const mia = await server.register();
    const ticket = (await request(mia)).body;
    await settle(mia, ticket.ticket_id);
    expect((await emailsTo(server, mia.user.email)).map(({ subject }) => subject)).not.toContainEqual(
      expect.stringMatching(/^Resolved/),
    );
  });

  it('brings a chat along, to a proven address only', async () => {
    const mia = await server.register();
    const chat = (await server.call('POST /api/chat/room', { as: mia, body: {} })).body.id;
    await send(mia, chat, 'Hello');
    await send(anna, chat, 'It has arrived.');
    await resolve(chat);
    const settled = async () =>
      (await emailsTo(server, mia.user.email))
        .filter(({ subject }) => subject.startsWith('Resolved'))
        .map((email) => email.plain);
    expect((await settled()).join('')).not.toContain('It has arrived.');
    await server.db.run(sql`update person set email_verified_at = ${server.clock.now()} where id = ${mia.user.id}`);
    await send(mia, chat, 'Not all of it.');
    await resolve(chat);
    const [last] = await settled();
    expect(last).toMatch(/Anna: It has arrived\./);
  });
});
