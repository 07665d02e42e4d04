import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { api, type EndpointName } from '#contract/api.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { sql } from '#server/platform/db/sql.ts';
import { headersOf, type Browser } from '#test/browser.ts';
import { idFields, samplesOf, type IdField } from '#test/sample.ts';
import { startServer, type RefusalBody, type TestServer } from '#test/server.ts';
import { png, upload } from '#test/upload.ts';

/**
 * What is Ben's does not exist for anybody else: each call of the contract that takes an id, wherever in it, answers the same byte
 * for byte, and asks the database the same, for each of Ben's ids as for one that nobody has.
 */
const rooms = ['support.', 'files.', 'realtime.'];
const endpoints = (Object.entries(api) as [EndpointName, Endpoint][]).filter(([name]) =>
  rooms.some((room) => name.startsWith(room)),
);
const fields = endpoints.flatMap(([name, endpoint]) =>
  idFields(endpoint).map((field) => [name, [field.part, ...field.path].join('.'), endpoint, field] as const),
);
/** What its author makes up himself: taken, whoever else made the same up. */
const ownNames = ['support.say body.id', 'support.say body.recipient_id', 'support.open_ticket body.request_id'];

interface Person {
  browser: Browser;
  /** A conversation of his own: that he has one must not open another's. */
  room: string;
}

let server: TestServer;
let people: Record<string, Person>;
let bens: Record<string, string>;
const secret = 'Ben’s own words';

beforeAll(async () => {
  server = await startServer();
  const ben = await server.register({ first_name: 'Benedikt' });
  const ticket = await server.call('POST /api/tickets/create', {
    as: ben,
    body: { request_id: randomUUID(), category: 'other', subject: secret, text: `${secret} `.repeat(5) },
  });
  const chat = await server.call('POST /api/chat/room', { as: ben, body: {} });
  const [attached, waiting] = await Promise.all(
    [1, 2].map(async () => (await upload(server, ben, await png(), { purpose: 'message', name: secret })).file.id),
  );
  const said = await server.call('POST /api/chat/rooms/:id/messages', {
    as: ben,
    params: { id: chat.body.id },
    body: { message: secret, id: randomUUID(), files: [attached] },
  });
  const account = await server.call('POST /api/trading-account/create', { as: ben, body: { currency_id: 'USD' } });
  const [wallet] = (await server.call('POST /api/wallets', { as: ben })).body;
  const { request_id: wish } = await server.db.one<{ request_id: string }>(
    sql`select request_id from conversation where id = ${ticket.body.ticket_id}`,
  );
  bens = {
    'his ticket': ticket.body.ticket_id,
    'his ticket’s number': ticket.body.number,
    'his chat': chat.body.id,
    'his message': said.body.chatMessage.id,
    'a file that he sent': attached ?? '',
    'a file that waits': waiting ?? '',
    'his wish': wish,
    'his account': account.body.trading_account_id,
    'his wallet': wallet?.id ?? '',
    himself: ben.user.id,
  };
  const withRoom = async (browser: Browser): Promise<Person> => {
    const { body } = await server.call('POST /api/chat/room', { as: browser, body: {} });
    return { browser, room: body.id ?? randomUUID() };
  };
  people = {
    'another client': await withRoom(await server.register()),
    compliance: await withRoom(await server.register({ roles: ['client', 'compliance'] })),
    finance: await withRoom(await server.register({ roles: ['client', 'finance'] })),
    'nobody signed in': await withRoom(server.browser()),
  };
});
afterAll(() => server.close());

/** Headers that are never the same in two answers. */
const passing = new Set(['date', 'connection', 'keep-alive', 'set-cookie', 'x-request-id']);

/** Sends a call and tells all that comes back, and what the server asked its database for. */
async function ask(as: Browser, endpoint: Endpoint, call: Record<'params' | 'query' | 'body', object>) {
  await server.db.run(sql`delete from rate_window`);
  const asked: string[] = [];
  // oxlint-disable-next-line typescript/unbound-method -- called below with the connection that it belongs to
  const original = pg.Client.prototype.query;
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...words: unknown[]
  ) {
    const [what] = words;
    const text = typeof what === 'string' ? what : String((what as { text?: string }).text);
    if (!text.includes('demo_clock')) asked.push(text);
    return Reflect.apply(original, this, words as never);
  });
  const [method, pattern = ''] = endpoint.route.split(' ');
  const values = call.params as Record<string, string>;
  const path = pattern.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
  const query = new URLSearchParams(call.query as Record<string, string>).toString();
  const answer = await fetch(`${server.url}${path}?${query}`, {
    method: method ?? 'GET',
    headers: { ...headersOf(as), ...(method === 'POST' ? { 'content-type': 'application/json' } : {}) },
    ...(method === 'POST' ? { body: JSON.stringify(call.body) } : {}),
  });
  const body = await answer.text();
  spy.mockRestore();
  const told = [...answer.headers].filter(([name]) => !passing.has(name));
  return { status: answer.status, headers: told, body, asked };
}

async function bothWays({ browser, room }: Person, endpoint: Endpoint, field: IdField, his: string, nobodys: string) {
  const others = samplesOf(endpoint, field, nobodys, room);
  const pairs = [];
  for (const [place, call] of samplesOf(endpoint, field, his, room).entries()) {
    const other = others[place];
    if (other) pairs.push([await ask(browser, endpoint, call), await ask(browser, endpoint, other)] as const);
  }
  return pairs;
}

const like = (id: string) => (/^\d+$/.test(id) ? '90000001' : id.startsWith('T-') ? 'T-99999' : randomUUID());

/** All that is his, as the database has it. */
const state = () =>
  server.db.rows<{ row: string }>(sql`
    select to_jsonb(c)::text as row from conversation c where client_id = ${bens['himself']}
    union all select to_jsonb(m)::text from conversation_message m join conversation c on c.id = m.conversation_id where c.client_id = ${bens['himself']}
    union all select to_jsonb(p)::text from conversation_participant p join conversation c on c.id = p.conversation_id where c.client_id = ${bens['himself']}
    union all select (to_jsonb(f) - 'wrapped_key')::text from file f where owner_id = ${bens['himself']} order by 1`);

describe('calls', () => {
  it('are found in the contract, wherever an id is in them', () => {
    const found = fields.map(([name, path]) => `${name} ${path}`);
    expect(found).toEqual(expect.arrayContaining(['files.open params.id', 'support.open_ticket body.link.id']));
    expect(found).toEqual(expect.arrayContaining(ownNames));
    expect(found.length).toBeGreaterThan(20);
  });

  it.each(fields)('%s by %s', { timeout: 60_000 }, async (name, path, endpoint, field) => {
    const before = await state();
    for (const [who, as] of Object.entries(people)) {
      for (const [what, his] of Object.entries(bens)) {
        for (const [answer, other] of await bothWays(as, endpoint, field, his, like(his))) {
          const isOwn = answer.status === 200 && ownNames.includes(`${name} ${path}`);
          expect(isOwn ? answer.status : answer, `${who} with ${what}`).toEqual(isOwn ? other.status : other);
          const told = answer.body.replaceAll(his, '');
          for (const word of [secret, 'Benedikt', ...Object.values(bens)])
            expect(told, `${who} with ${what}`).not.toContain(word);
        }
      }
    }
    expect(await state()).toEqual(before);
  });

  it.each(fields)('%s by %s fails by nothing else', async (_, path, endpoint, field) => {
    const [[answer] = []] = await bothWays(
      people['another client'] as Person,
      endpoint,
      field,
      randomUUID(),
      randomUUID(),
    );
    const { errors = {} } = JSON.parse(answer?.body ?? '{}') as RefusalBody;
    // A call that is refused for another field would prove nothing.
    expect(Object.keys(errors).filter((name) => !path.split('.').includes(name))).toEqual([]);
    expect([200, 403, 404, 409, 422]).toContain(answer?.status);
  });
});
