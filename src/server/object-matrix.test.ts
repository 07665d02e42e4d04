import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { api, type EndpointName } from '#contract/api.ts';
import type { Endpoint } from '#contract/kernel/endpoint.ts';
import { sql } from '#server/platform/db/sql.ts';
import { bensWords, registerBen, type Ben } from '#test/money/second-client.ts';
import { headersOf, type Browser } from '#test/browser.ts';
import { newApplicant } from '#test/ipo/offerings.ts';
import { idFields, samplesOf, type IdField } from '#test/endpoints/sample-calls.ts';
import { startServer, type RefusalBody, type TestServer } from '#test/server.ts';

/**
 * Ben's objects do not exist for other callers. Each client call that takes an id, at any position, gives the same
 * response byte for byte and sends the same queries, for each of Ben's ids and for an unknown one. Calls of staff are
 * guarded by roles, which `guard-matrix.test.ts` tests; here staff are clients like others.
 */
const isForStaff = ({ guard }: Endpoint) => guard !== 'anyone' && guard !== 'signed_in' && guard !== 'guest';
/** They take the token of a platform's account, and ids only within it. */
const isOfTerminal = (name: string) => name.startsWith('paper.');
/** Before there is any client; after setup such a call is gone. */
const isOfSetup = ({ beforeOpening }: Endpoint) => beforeOpening === 'only';
const endpoints = (Object.entries(api) as [EndpointName, Endpoint][]).filter(
  ([name, endpoint]) => !isForStaff(endpoint) && !isOfTerminal(name) && !isOfSetup(endpoint),
);
/** Ids that the caller or their device makes up, or that are the same for all: no object belongs to one person. */
const own =
  /request_id$|currency_id$|socket_id$|^support\.send_message body\.id$|recipient_id$|passkey(\.response)?\.(id|rawId)$|^verification\.send_document body\.number$|^legal\.|^auth\.register body\.documents/;
const fields = endpoints.flatMap(([name, endpoint]) =>
  idFields(endpoint)
    .map((field) => [name, [field.part, ...field.path].join('.'), endpoint, field] as const)
    .filter(([, path]) => !own.test(`${name} ${path}`)),
);

interface Person {
  browser: Browser;
  /**
   * The caller's own object of the kind that is requested beside Ben's: it must not give access to another person's.
   */
  own: string;
  room: string;
}

let server: TestServer;
let people: Record<string, Person>;
let ben: Ben;

beforeAll(async () => {
  server = await startServer();
  ben = await registerBen(server);
  const person = async (browser: Browser, wallet: string): Promise<Person> => {
    const { body } = await server.call('POST /api/chat/room', { as: browser, body: {} });
    return { browser, own: wallet, room: body.id ?? randomUUID() };
  };
  const [ida, staff] = [await newApplicant(server, 5_000_000n), await newApplicant(server, 5_000_000n)];
  await server.db.run(sql`update person set roles = '{client,compliance,finance}' where id = ${staff.session.user.id}`);
  people = {
    'another client': await person(ida.session, ida.wallet.walletId),
    'compliance and finance': await person(staff.session, staff.wallet.walletId),
    'a caller without a session': { browser: server.browser(), own: randomUUID(), room: randomUUID() },
  };
});
afterAll(() => server.close());

/** Queries that the server sends on its own, whatever the call. */
const byTheClock =
  /is_alive|demo_clock|from market_instrument order by position|from setting_version order by key|^\s*set statement_timeout|clock_timestamp\(\)/;

/** Headers that differ in every response. */
const passing = new Set(['date', 'connection', 'keep-alive', 'set-cookie', 'x-request-id', 'content-length']);

/**
 * The caller's own password, where a call takes a proof: without it the call would be refused before it reads an id.
 */
function proofOf(as: Browser, { body }: Endpoint): object {
  const takesProof = body instanceof z.ZodObject && 'current_password' in body.shape;
  return takesProof && 'password' in as ? { current_password: as.password } : {};
}

/** Sends a call; gives the whole response and the queries that the server sent for it. */
async function request(as: Browser, endpoint: Endpoint, call: Record<'params' | 'query' | 'body', object>) {
  await server.db.run(sql`delete from rate_window`);
  const queries: string[] = [];
  // oxlint-disable-next-line typescript/unbound-method -- called below with the connection that it belongs to
  const original = pg.Client.prototype.query;
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...words: unknown[]
  ) {
    const [what] = words;
    const text = typeof what === 'string' ? what : String((what as { text?: string }).text);
    if (!byTheClock.test(text)) queries.push(text);
    return Reflect.apply(original, this, words as never);
  });
  const [method, pattern = ''] = endpoint.route.split(' ');
  const values = call.params as Record<string, string>;
  const path = pattern.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
  const query = new URLSearchParams(call.query as Record<string, string>).toString();
  const response = await fetch(`${server.url}${path}?${query}`, {
    method: method ?? 'GET',
    headers: {
      ...headersOf(as),
      ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
      ...(endpoint.idempotent ? { 'idempotency-key': randomUUID() } : {}),
    },
    ...(method === 'POST' ? { body: JSON.stringify({ ...call.body, ...proofOf(as, endpoint) }) } : {}),
  });
  const body = await response.text();
  spy.mockRestore();
  const headers = [...response.headers].filter(([name]) => !passing.has(name));
  return { status: response.status, headers, body: body.replaceAll(/,?"request_id":"[^"]*"/g, ''), queries };
}

/** The responses to a person who sends the id, one for each kind of object that it may name. */
async function responsesTo({ browser, own: mine, room }: Person, endpoint: Endpoint, field: IdField, id: string) {
  const beside = endpoint.route.includes('/api/chat/') || endpoint.route.includes('/api/tickets/') ? room : mine;
  const responses = [];
  for (const call of samplesOf(endpoint, field, id, beside)) responses.push(await request(browser, endpoint, call));
  return responses;
}

const outcomes = async (...call: Parameters<typeof responsesTo>) =>
  (await responsesTo(...call)).map(({ status, body }) => ({ status, body }));

/** What Ben has none of, what is shared by all, and what is read only after another id beside it. */
const notBens =
  /cursor$|stock_id$|files\.\[\]$|after\.ticket_id$|^(wallets\.convert|ipo\.early_exit|ipo\.buy|demo\.email|notifications\.read) |^(payments\.withdraw|trading\.transfer|wallets\.operation) body\.wallet_id$/;

/** An unknown id of the same form. */
const like = (id: string) => (/^\d+$/.test(id) ? '90000001' : id.startsWith('T-') ? 'T-99999' : randomUUID());
const formOf = (id: string) => id.replaceAll(/[0-9a-f]/g, '0');

describe('objects of another client', () => {
  it('are found in the contract, at any position of an id', () => {
    const found = fields.map(([name, path]) => `${name} ${path}`);
    expect(found).toEqual(expect.arrayContaining(['files.open params.id', 'support.open_ticket body.link.id']));
    expect(found).toEqual(expect.arrayContaining(['wallets.info body.wallet_id', 'payments.cancel body.payment_id']));
    expect(found.length).toBeGreaterThan(70);
  });

  it.each(fields)('%s by %s', { timeout: 120_000 }, async (_, __, endpoint, field) => {
    const before = await ben.state();
    for (const [who, person] of Object.entries(people)) {
      const ofUnknown = new Map<string, Awaited<ReturnType<typeof responsesTo>>>();
      for (const [what, bensId] of Object.entries(ben.ids)) {
        const form = formOf(bensId);
        if (!ofUnknown.has(form)) ofUnknown.set(form, await responsesTo(person, endpoint, field, like(bensId)));
        const responses = await responsesTo(person, endpoint, field, bensId);
        expect(responses, `${who} with ${what}`).toEqual(ofUnknown.get(form));
        const bodies = responses.map(({ body }) => body.replaceAll(bensId, '')).join('\n');
        for (const word of [bensWords, 'Benedikt', ...Object.values(ben.ids)])
          expect(bodies, `${who} with ${what}`).not.toContain(word);
      }
    }
    expect(await ben.state()).toEqual(before);
  });

  // A document has its own rules, which its module tests.
  it.each(fields.filter(([name]) => name !== 'verification.send_document'))(
    '%s by %s fails for no other reason',
    async (name, path, endpoint, field) => {
      const person = people['another client'] as Person;
      const isNumber = /trading_account_id$|number$|^trading\..*cursor$/.test(`${name} ${path}`.replace(' body.', '.'));
      const [response] = await responsesTo(person, endpoint, field, isNumber ? '90000001' : randomUUID());
      const { errors = {} } = (response?.body.startsWith('{') ? JSON.parse(response.body) : {}) as RefusalBody;
      // A call that is refused for another field would prove nothing.
      expect(Object.keys(errors).filter((name) => !path.split('.').includes(name))).toEqual([]);
      expect([200, 403, 404, 409, 422]).toContain(response?.status);
    },
  );

  it.each(fields.filter(([name, path]) => !notBens.test(`${name} ${path}`)))(
    '%s by %s is found for Ben',
    async (_, __, endpoint, field) => {
      const benAsCaller: Person = {
        browser: ben.session,
        own: ben.ids['his wallet'] ?? '',
        room: ben.ids['his chat'] ?? '',
      };
      let isFound = false;
      for (const bensId of Object.values(ben.ids)) {
        const unknown = await outcomes(benAsCaller, endpoint, field, like(bensId));
        isFound ||= JSON.stringify(await outcomes(benAsCaller, endpoint, field, bensId)) !== JSON.stringify(unknown);
        if (isFound) break;
      }
      expect(isFound).toBe(true);
    },
  );
});
