import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { queueChannel } from '#contract/dashboard/queue-notices.ts';
import { headersOf, type Browser } from '#test/browser.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';
import { openSockets } from '#test/socket.ts';

/**
 * Only Ben and support can subscribe to Ben's channels, or learn from a refusal that they exist, under any form of
 * their names.
 */
let server: TestServer;
let ida: Session;
let ben: Session;
let anna: Session;
let people: Record<string, Browser>;
let bens: Record<string, string>;
const sockets = openSockets(() => server);

/** The known channel names, or their beginnings. */
const kinds = ['private-user.', 'private-chat.', 'private-staff'];

/** Names that look like another, to a person or to a careless comparison. */
const disguises: Record<string, (name: string) => string> = {
  'as it is': (name) => name,
  'in capitals': (name) => name.toUpperCase(),
  'with a capital': (name) => name.replace('p', 'P'),
  'with an id in capitals': (name) => name.replace(/\..*/, (id) => id.toUpperCase()),
  'without hyphens in its id': (name) => name.replace(/\..*/, (id) => id.replaceAll('-', '')),
  'in braces': (name) => name.replace(/\.(.*)/, '.{$1}'),
  'with a Cyrillic a': (name) => name.replaceAll('a', 'а'),
  'with fullwidth digits': (name) => name.replaceAll(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
  'with a fullwidth full stop': (name) => name.replace('.', '．'),
  'with a hyphen that is a minus': (name) => name.replaceAll('-', '−'),
  'with a soft hyphen': (name) => name.replace('chat', 'ch\u{ad}at').replace('user', 'us\u{ad}er'),
  'with a space before': (name) => ` ${name}`,
  'with a space behind': (name) => `${name} `,
  'with a line behind': (name) => `${name}\n`,
  'with a tab in it': (name) => name.replace('.', '.\t'),
  'with a space of no width': (name) => `${name}\u{200b}`,
  'with a space that does not break': (name) => `${name}\u{a0}`,
  'with a null': (name) => `${name}\0`,
  'with a null before its id': (name) => name.replace('.', '.\0'),
  'by a path': (name) => name.replace('.', './'),
  'by a path up': (name) => `${name}/../x`,
  'with two full stops': (name) => name.replace('.', '..'),
  'with another name behind': (name) => `${name},${name}`,
  'with a percent sign': (name) => name.replace('.', '%2e'),
  'with SQL': (name) => `${name}' or '1'='1`,
  'very long': (name) => name + 'x'.repeat(200 - name.length),
  'longer than a name may be': (name) => name + '0'.repeat(5000),
  'as presence': (name) => name.replace('private-', 'presence-'),
  encrypted: (name) => name.replace('private-', 'private-encrypted-'),
  'as a cache': (name) => name.replace('private-', 'private-cache-'),
  public: (name) => name.replace('private-', ''),
  'as a user’s': (name) => name.replace(/^private-\w+\.?/, '#server-to-user-'),
  'twice private': (name) => `private-${name}`,
};

beforeAll(async () => {
  server = await startServer();
  ida = await server.register();
  ben = await server.register();
  anna = await server.register({ roles: ['client', 'support'] });
  people = {
    'another client': ida,
    compliance: await server.register({ roles: ['client', 'compliance'] }),
    finance: await server.register({ roles: ['client', 'finance'] }),
    'nobody signed in': server.browser(),
  };
  const { body: room } = await server.call('POST /api/chat/room', { as: ben, body: {} });
  const { body: ticket } = await server.call('POST /api/tickets/create', {
    as: ben,
    body: {
      request_id: randomUUID(),
      category: 'other',
      subject: 'Mine',
      text: 'These are words of my own. '.repeat(3),
    },
  });
  bens = { himself: ben.user.id, 'his chat': room.id, 'his ticket': ticket.ticket_id };
});
afterEach(sockets.end);
afterAll(() => server.close());

/** The response to a subscription request, without the id of the call. */
async function request(as: Browser, channel: string) {
  const response = await fetch(`${server.url}/pusher/auth`, {
    method: 'POST',
    headers: { ...headersOf(as), 'content-type': 'application/json' },
    body: JSON.stringify({ socket_id: '1.1', channel_name: channel }),
  });
  return { status: response.status, body: await response.text(), length: response.headers.get('content-length') };
}

it('knows every kind of channel that there is', async () => {
  const folder = resolve(import.meta.dirname, '..');
  const found: string[] = [];
  const shared = await readFile(resolve(folder, '../contract/dashboard/queue-notices.ts'), 'utf8');
  for (const file of await readdir(folder, { recursive: true })) {
    if (!file.endsWith('.ts') || file.endsWith('.test.ts')) continue;
    const text = await readFile(join(folder, file), 'utf8');
    for (const [, word = ''] of text.matchAll(/\brealtime\.admit\(\s*([^,\s]+),/g)) {
      const constant = new RegExp(`const ${word} = '([^']+)'`).exec(text + shared)?.[1];
      found.push(constant ?? word.slice(1, -1));
    }
  }
  expect(found.toSorted()).toEqual([...kinds, queueChannel].toSorted());
});

it('admits all staff, and nobody else, to the notices about their lists', async () => {
  const staff = { 'another client': 403, compliance: 200, finance: 200, 'nobody signed in': 401 };
  const found = Object.keys(staff).map(async (who) => [
    who,
    (await request(people[who] as Browser, queueChannel)).status,
  ]);
  expect(Object.fromEntries(await Promise.all(found))).toEqual(staff);
  const socket = await sockets.joined(anna, queueChannel);
  await server.app.db.tx((tx) => server.app.realtime.notifyQueues(tx, 'queue.payments'));
  await server.drain();
  expect((await socket.receive('queue.payments')).data).toEqual({});
});

describe.each(Object.entries(disguises))('a channel of another, %s,', (_, disguise) => {
  it('is refused like one that does not exist', async () => {
    for (const [who, as] of Object.entries(people)) {
      for (const [what, id] of Object.entries(bens)) {
        for (const kind of kinds) {
          const nameOf = (one: string) => disguise(kind.endsWith('.') ? kind + one : kind);
          const [existing, unknown] = await Promise.all([request(as, nameOf(id)), request(as, nameOf(randomUUID()))]);
          expect(existing, `${who}, ${kind}, ${what}`).toEqual(unknown);
          expect([400, 401, 403, 422], `${who}, ${kind}, ${what}`).toContain(existing.status);
        }
      }
    }
  });
});

describe('a socket', () => {
  it('receives nothing of another client’s channel by a subscription to its own, or by none', async () => {
    const own = `private-user.${ida.user.id}`;
    const socket = await sockets.joined(ida, own);
    const { body: entry } = await sockets.entry(ida, socket.id, own);
    const names = Object.values(bens).flatMap((id) =>
      kinds.flatMap((kind) => {
        const name = kind.endsWith('.') ? kind + id : kind;
        return [
          name,
          name.toUpperCase(),
          ` ${name}`,
          name.replace('private-', 'presence-'),
          name.replace('private-', 'private-encrypted-'),
        ];
      }),
    );
    for (const [index, name] of names.entries()) {
      if (index % 20 === 19) await new Promise((done) => setTimeout(done, 1000));
      socket.subscribe(name, entry);
      socket.subscribe(name);
    }
    await socket.settled();
    socket.received.length = 0;
    for (const id of Object.values(bens)) {
      await server.app.realtime.publish(`private-chat.${id}`, 'message.new', { secret: true });
      await server.app.realtime.publish(`private-user.${id}`, 'conversation.changed', { secret: true });
    }
    await server.app.realtime.publish('private-staff', 'room.changed', { secret: true });
    socket.send({ event: 'client-typing', channel: `private-chat.${bens['his chat']}`, data: {} });
    expect((await socket.settled()).map(({ event }) => event)).toEqual(['pusher:error']);
  });

  it('for its client and for support, receives', async () => {
    const room = `private-chat.${bens['his chat']}`;
    const [client, agent] = [await sockets.joined(ben, room), await sockets.joined(anna, room)];
    await server.call('POST /api/chat/rooms/:id/messages', {
      as: ben,
      params: { id: bens['his chat'] ?? '' },
      body: { message: 'hello' },
    });
    await server.drain();
    await Promise.all([client, agent].map((socket) => socket.receive('message.new')));
    await sockets.joined(anna, 'private-staff');
    expect((await sockets.entry(anna, '1.1', `private-user.${ben.user.id}`)).status).toBe(403);
  });
});
