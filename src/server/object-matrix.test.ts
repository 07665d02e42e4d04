import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { api, type EndpointName } from '#contract/api.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { sql } from '#server/platform/db/sql.ts';
import { bensWords, registerBen, type Ben } from '#test/second-client.ts';
import { headersOf, type Browser } from '#test/browser.ts';
import { newApplicant } from '#test/ipo.ts';
import { idFields, samplesOf, type IdField } from '#test/sample.ts';
import { startServer, type RefusalBody, type TestServer } from '#test/server.ts';

/**
 * What is Ben's does not exist for anybody else: each call of a client that takes an id, wherever in it, answers the same byte for
 * byte, and asks the database the same, for each of Ben's ids as for one that nobody has. What staff may call is guarded by roles,
 * which `guard-matrix.test.ts` tries; here they are nobody's clerk but clients like others.
 */
const isForStaff = ({ guard }: Endpoint) => guard !== 'anyone' && guard !== 'client' && guard !== 'guest';
/** They take the token of a platform's account, and ids only below that. */
const isOfTerminal = (name: string) => name.startsWith('paper.');
/** Before there is anybody whose it could be; afterwards such a call is not there. */
const isOfSetup = ({ beforeOpening }: Endpoint) => beforeOpening === 'only';
const endpoints = (Object.entries(api) as [EndpointName, Endpoint][]).filter(
  ([name, endpoint]) => !isForStaff(endpoint) && !isOfTerminal(name) && !isOfSetup(endpoint),
);
/** What a caller or his device makes up, or what is the same for all: no object of anybody. */
const own =
  /request_id$|currency_id$|socket_id$|^support\.say body\.id$|recipient_id$|passkey(\.answer)?\.(id|rawId)$|^verification\.send_document body\.number$|^legal\.|^auth\.register body\.documents/;
const fields = endpoints.flatMap(([name, endpoint]) =>
  idFields(endpoint)
    .map((field) => [name, [field.part, ...field.path].join('.'), endpoint, field] as const)
    .filter(([, path]) => !own.test(`${name} ${path}`)),
);

interface Person {
  browser: Browser;
  /** Something of his own of the kind that is asked for beside Ben's: that he has one must not open another's. */
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
  await server.db.run(sql`update client set roles = '{client,compliance,finance}' where id = ${staff.session.user.id}`);
  people = {
    'another client': await person(ida.session, ida.wallet.walletId),
    'compliance and finance': await person(staff.session, staff.wallet.walletId),
    'nobody signed in': { browser: server.browser(), own: randomUUID(), room: randomUUID() },
  };
});
afterAll(() => server.close());

/** What the server asks on its own, whoever calls meanwhile. */
const byTheClock =
  /demo_clock|from market_instrument order by position|from setting_version order by key|^\s*set statement_timeout|clock_timestamp\(\)/;

/** Headers that are never the same in two answers. */
const passing = new Set(['date', 'connection', 'keep-alive', 'set-cookie', 'x-request-id', 'content-length']);

/** The caller's own password, where a call takes a proof: refused for want of it, it would look at no id. */
function proofOf(as: Browser, { body }: Endpoint): object {
  const takesProof = body instanceof z.ZodObject && 'current_password' in body.shape;
  return takesProof && 'password' in as ? { current_password: as.password } : {};
}

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
    if (!byTheClock.test(text)) asked.push(text);
    return Reflect.apply(original, this, words as never);
  });
  const [method, pattern = ''] = endpoint.route.split(' ');
  const values = call.params as Record<string, string>;
  const path = pattern.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
  const query = new URLSearchParams(call.query as Record<string, string>).toString();
  const answer = await fetch(`${server.url}${path}?${query}`, {
    method: method ?? 'GET',
    headers: {
      ...headersOf(as),
      ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
      ...(endpoint.idempotent ? { 'idempotency-key': randomUUID() } : {}),
    },
    ...(method === 'POST' ? { body: JSON.stringify({ ...call.body, ...proofOf(as, endpoint) }) } : {}),
  });
  const body = await answer.text();
  spy.mockRestore();
  const told = [...answer.headers].filter(([name]) => !passing.has(name));
  return { status: answer.status, headers: told, body: body.replaceAll(/,?"request_id":"[^"]*"/g, ''), asked };
}

/** What somebody is answered who sends the id, once for each kind of thing that it may name. */
async function answersTo({ browser, own: mine, room }: Person, endpoint: Endpoint, field: IdField, id: string) {
  const beside = endpoint.route.includes('/api/chat/') || endpoint.route.includes('/api/tickets/') ? room : mine;
  const answers = [];
  for (const call of samplesOf(endpoint, field, id, beside)) answers.push(await ask(browser, endpoint, call));
  return answers;
}

const outcomes = async (...call: Parameters<typeof answersTo>) =>
  (await answersTo(...call)).map(({ status, body }) => ({ status, body }));

/** What he has none of, what is for all, and what is looked at only after another id beside it. */
const notBens =
  /cursor$|stock_id$|files\.\[\]$|after\.ticket_id$|^(wallets\.convert|ipo\.early_exit|ipo\.buy|demo\.mail|notifications\.read) |^(payments\.withdraw|trading\.transfer|wallets\.operation) body\.wallet_id$/;

/** An id of the same form that nobody has. */
const like = (id: string) => (/^\d+$/.test(id) ? '90000001' : id.startsWith('T-') ? 'T-99999' : randomUUID());
const formOf = (id: string) => id.replaceAll(/[0-9a-f]/g, '0');

describe('what is another’s', () => {
  it('is found in the contract, wherever an id is in it', () => {
    const found = fields.map(([name, path]) => `${name} ${path}`);
    expect(found).toEqual(expect.arrayContaining(['files.open params.id', 'support.open_ticket body.link.id']));
    expect(found).toEqual(expect.arrayContaining(['wallets.info body.wallet_id', 'payments.cancel body.payment_id']));
    expect(found.length).toBeGreaterThan(70);
  });

  it.each(fields)('%s by %s', { timeout: 120_000 }, async (_, __, endpoint, field) => {
    const before = await ben.state();
    for (const [who, person] of Object.entries(people)) {
      const ofNobody = new Map<string, Awaited<ReturnType<typeof answersTo>>>();
      for (const [what, his] of Object.entries(ben.ids)) {
        const form = formOf(his);
        if (!ofNobody.has(form)) ofNobody.set(form, await answersTo(person, endpoint, field, like(his)));
        const answers = await answersTo(person, endpoint, field, his);
        expect(answers, `${who} with ${what}`).toEqual(ofNobody.get(form));
        const told = answers.map(({ body }) => body.replaceAll(his, '')).join('\n');
        for (const word of [bensWords, 'Benedikt', ...Object.values(ben.ids)])
          expect(told, `${who} with ${what}`).not.toContain(word);
      }
    }
    expect(await ben.state()).toEqual(before);
  });

  // A document has rules of its own, which are tried in its room.
  it.each(fields.filter(([name]) => name !== 'verification.send_document'))(
    '%s by %s fails by nothing else',
    async (name, path, endpoint, field) => {
      const person = people['another client'] as Person;
      const isNumber = /trading_account_id$|number$|^trading\..*cursor$/.test(`${name} ${path}`.replace(' body.', '.'));
      const [answer] = await answersTo(person, endpoint, field, isNumber ? '90000001' : randomUUID());
      const { errors = {} } = (answer?.body.startsWith('{') ? JSON.parse(answer.body) : {}) as RefusalBody;
      // A call that is refused for another field would prove nothing.
      expect(Object.keys(errors).filter((name) => !path.split('.').includes(name))).toEqual([]);
      expect([200, 403, 404, 409, 422]).toContain(answer?.status);
    },
  );

  it.each(fields.filter(([name, path]) => !notBens.test(`${name} ${path}`)))(
    '%s by %s is there for Ben',
    { timeout: 60_000 },
    async (_, __, endpoint, field) => {
      const himself: Person = {
        browser: ben.session,
        own: ben.ids['his wallet'] ?? '',
        room: ben.ids['his chat'] ?? '',
      };
      let isFound = false;
      for (const his of Object.values(ben.ids)) {
        const unknown = await outcomes(himself, endpoint, field, like(his));
        isFound ||= JSON.stringify(await outcomes(himself, endpoint, field, his)) !== JSON.stringify(unknown);
        if (isFound) break;
      }
      expect(isFound).toBe(true);
    },
  );
});
