import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api, type EndpointName } from '#contract/api.ts';
import { scopeOfTwo, scopes, type Scope } from '#contract/operator/names.ts';
import { newId } from '#server/platform/id.ts';
import { endpoints } from '#sdk/index.ts';
import { commands } from '#sdk/generated/commands.ts';
import { keyFor } from '#test/compliance/programs.ts';
import { someTerms } from '#test/ipo/staff.ts';
import { fillWarehouse } from '#test/compliance/warehouse.ts';
import { registerBen, type Ben } from '#test/money/second-client.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';
import { runAtrium } from './command-line.ts';

/** The command line against a server: every operation of the document is called, and answers as the contract says. */
let server: TestServer;
let admin: Session;
let ben: Ben;
let newcomer: Session;
let crm: string;
let site: string;
beforeAll(async () => {
  server = await startServer();
  admin = await server.register({ roles: ['client', 'admin'] });
  ben = await registerBen(server);
  newcomer = await server.register();
  await fillWarehouse(server, admin, ben);
  crm = await keyWith('CRM', ...scopes.filter((each) => each !== scopeOfTwo));
  site = await keyWith('Our site', scopeOfTwo);
});
afterAll(() => server.close());

const keyWith = async (name: string, ...scopes: Scope[]) =>
  (await keyFor(server, admin, { name, scopes })).replace('Bearer ', '');
const run = (words: readonly string[], key = crm, input = '') =>
  runAtrium(words, { env: { ATRIUM_URL: server.url, ATRIUM_KEY: key }, input });
const client = () => ben.session.user.id;
const ticket = () => ben.ids['his ticket'] ?? '';
const wallet = () => ben.ids['his wallet'] ?? '';
const newAddress = () => `${newId()}@example.com`;
const createClient = () => ({ email: newAddress(), first_name: 'Nora', second_name: 'New', country: 'DE' });
const wordsOf = (fields: object) =>
  Object.entries(fields).flatMap(([field, value]) => [
    `--${field.replaceAll('_', '-')}`,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
/** The id in the answer to a command. */
const idOf = async (name: string, given: object) =>
  (JSON.parse((await run([...name.split(' '), ...wordsOf(given)])).output) as { id: string }).id;
const article = () => idOf('articles create', { language: 'en', category: 'market', title: 'Rates' });
const text = {
  language: 'en',
  title: 'Rates',
  summary: 'Of the week',
  body: [{ kind: 'paragraph', text: [{ text: 'Up.' }] }],
};
async function writtenArticle() {
  const id = await article();
  await run(['articles', 'save', ...wordsOf({ id, revision: 1, ...text })]);
  return id;
}
const draft = () => idOf('drafts create', someTerms(server));

/** Fields for a call of each operation. */
const fields: Record<string, () => object | Promise<object>> = {
  'accounts list': () => ({ client_id: client() }),
  'accounts open': () => ({ client_id: newcomer.user.id, currency: 'EUR' }),
  'adjustments request': () => ({
    wallet_id: wallet(),
    direction: 'give',
    amount: '10.00',
    category: 'goodwill',
    note: 'For the delay',
  }),
  'allotments list': () => ({}),
  'applications list': () => ({ client_id: client(), limit: 1 }),
  'articles create': () => ({ language: 'de', category: 'education', title: 'Zinsen' }),
  'articles get': async () => ({ id: await article() }),
  'articles list': () => ({}),
  'articles publish': async () => ({ id: await writtenArticle(), languages: ['en'] }),
  'articles save': async () => ({ id: await article(), revision: 1, ...text }),
  'articles set-category': async () => ({ id: await article(), category: 'company' }),
  'articles set-content': async () => ({ id: await article(), content: 'research' }),
  'articles withdraw': async () => {
    const id = await writtenArticle();
    await run(['articles', 'publish', ...wordsOf({ id, languages: ['en'] })]);
    return { id };
  },
  'audit list': () => ({ after_id: 0 }),
  'bank-payouts list': () => ({ payment_id: ben.ids['his withdrawal'] }),
  'chats list': () => ({ client_id: client() }),
  'chats messages': () => ({ id: ben.ids['his chat'] }),
  'clients add-note': () => ({ id: client(), text: 'Called' }),
  'clients add-tag': () => ({ id: client(), tag: 'VIP' }),
  'clients correct': () => ({
    id: client(),
    first_name: 'Benno',
    second_name: 'Corrected',
    reason: 'As in the passport',
  }),
  'clients create': createClient,
  'clients get': () => ({ id: client() }),
  'clients invite': async () => ({ id: await idOf('clients create', createClient()) }),
  'clients issue-sign-in-link': () => ({ id: client() }),
  'clients list': () => ({ email: ben.session.user.email }),
  'clients propose-level': () => ({ id: client(), level: 4, reason: 'Seen in the branch' }),
  'clients remove-tag': () => ({ id: client(), tag: 'VIP' }),
  'clients report-check': () => ({
    id: client(),
    reference: newId(),
    result: 'rejected',
    type: 'id_card',
    name: 'Benno Corrected',
    explanation: 'The picture is another person',
  }),
  'clients request-email': () => ({
    id: client(),
    email: newAddress(),
    reason: 'mailbox_lost',
    comment: 'Called by phone',
  }),
  'clients set-country': () => ({ id: client(), country: 'AT', reason: 'Moved' }),
  'clients set-manager': () => ({ id: client(), manager_id: admin.user.id, reason: 'Moved' }),
  'clients verification': () => ({ id: client() }),
  'clients write': () => ({ id: client(), text: 'We look into it.' }),
  'closures list': () => ({ client_id: client() }),
  'consents list': () => ({ client_id: client() }),
  'conversions list': () => ({}),
  'deals list': () => ({}),
  'declarations list': () => ({ client_id: client() }),
  'deposits report': () => ({
    client_id: client(),
    currency: 'USD',
    amount: '10.00',
    reference: newId(),
    sender: 'By bank',
  }),
  'disputes list': () => ({}),
  'documents list': () => ({ client_id: client() }),
  'drafts create': () => someTerms(server),
  'drafts edit': async () => ({ id: await draft(), ...someTerms(server, { isin: null }), version: 1 }),
  'drafts get': async () => ({ id: await draft() }),
  'drafts set-prospectus': async () => ({ id: await draft(), version: 1, url: 'https://example.com/prospectus.pdf' }),
  'drafts write-text': async () => ({
    id: await draft(),
    version: 1,
    language: 'en',
    about: 'A harbour',
    risks: 'The sea',
  }),
  'economic-profiles list': () => ({ client_id: client() }),
  'equity list': () => ({ day: '2026-03-01' }),
  'events list': () => ({ after: 0, type: 'client.registered' }),
  'findings list': () => ({}),
  'holdings list': () => ({ client_id: client() }),
  'legal-versions list': () => ({ limit: 1 }),
  'managers list': () => ({}),
  'notes list': () => ({ client_id: client() }),
  'offerings list': () => ({ limit: 1 }),
  'orders list': () => ({}),
  'payment-findings list': () => ({}),
  'payment-steps list': () => ({ payment_id: ben.ids['his deposit'] ?? '' }),
  'payments get': () => ({ id: ben.ids['his deposit'] }),
  'payments list': () => ({ client_id: client(), kind: 'deposit' }),
  'payouts list': () => ({ updated_since: '2026-01-01T00:00:00Z' }),
  'positions list': () => ({ state: 'open' }),
  'postings list': () => ({ after_id: 0 }),
  'rates list': () => ({ limit: 1 }),
  'recipients list': () => ({}),
  'risk-ratings list': () => ({ client_id: client() }),
  'sales list': () => ({ client_id: client() }),
  'statement-lines list': () => ({}),
  'tickets list': () => ({ client_id: client() }),
  'tickets messages': () => ({ id: ticket(), limit: 1 }),
  'tickets open': () => ({ client_id: client(), category: 'other', subject: 'Hello', text: 'How do you do?' }),
  'tickets reply': () => ({ id: ticket(), text: 'Here it is.' }),
  'tickets resolve': () => ({ id: ticket() }),
  'tier-changes list': () => ({ client_id: client() }),
  'transfers list': () => ({ client_id: client() }),
  'wallets list': () => ({ client_id: client() }),
  'wallets operations': () => ({ id: wallet(), since: '2026-01-01T00:00:00Z' }),
};
const names = Object.keys(fields);
const endpointOf = (name: string) =>
  api[
    `operator_api.${commands[name]!.endpoint.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}` as EndpointName
  ];

it('has every operation of the document', () => {
  expect(names).toEqual(Object.keys(commands).toSorted());
  const called = Object.values(commands).map(({ endpoint }) => endpoint);
  expect(called.toSorted()).toEqual(Object.keys(endpoints).toSorted());
});

describe.each(names)('atrium %s', (name) => {
  const words = async () => [...name.split(' '), ...wordsOf((await fields[name]?.()) ?? {})];

  it('answers as the contract says', async () => {
    await server.drain();
    const { code, output, complaint } = await run(await words(), name.includes('link') ? site : crm);
    expect([code, complaint]).toEqual([0, '']);
    const answer = JSON.parse(output) as { data?: object[] };
    expect(endpointOf(name).response.parse(answer)).toEqual(answer);
    expect(answer.data).not.toEqual([]);
    expect(Object.keys(answer.data?.[0] ?? answer).toSorted()).toEqual(commands[name]?.columns.toSorted());
  });

  it('is refused to a key without its scope', async () => {
    const { scope } = endpoints[commands[name]!.endpoint];
    const other = await keyWith(name, scope === 'clients:read' ? 'wallets:read' : 'clients:read');
    const { code, output, complaint } = await run(await words(), other);
    expect([code, output]).toEqual([1, '']);
    expect(complaint).toMatch(/^atrium: .+ \(operator\.scope\)\n$/);
    expect(complaint).not.toContain(other);
  });

  it('has help with each of its fields', async () => {
    const { code, output } = await runAtrium(['help', ...name.split(' ')]);
    expect(code).toBe(0);
    for (const field of Object.keys(commands[name]!.fields))
      expect(output).toContain(`--${field.replaceAll('_', '-')}`);
    expect(output).toContain(endpoints[commands[name]!.endpoint].scope);
  });
});

describe('a list', () => {
  const idsIn = (output: string) => [...output.matchAll(/"id":\s*"([^"]+)"/g)].map(([, id]) => id);

  it('is followed page after page, each row once, in a line of its own', async () => {
    const whole = await run(['payments']);
    const { output } = await run(['payments', '--all', '--limit', '1']);
    const ids = output
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as { id: string }).id);
    expect(ids.length).toBeGreaterThan(2);
    expect(ids).toEqual((JSON.parse(whole.output) as { data: { id: string }[] }).data.map(({ id }) => id));
  });

  it('of events ends with the last', async () => {
    const { output } = await run(['events', '--all', '--limit', '1']);
    expect(idsIn(output)).toEqual(idsIn((await run(['events', '--limit', '200'])).output));
  });

  it('is a table with one head, or CSV, whatever its pages are', async () => {
    const columns = commands['payments list']!.columns;
    const table = (await run(['payments', '--all', '--limit', '1', '--output', 'table'])).output.trimEnd().split('\n');
    expect(table[0]?.split(/ {2,}/)).toEqual(columns);
    const csv = (await run(['payments', '--all', '--limit', '1', '--output', 'csv'])).output.trimEnd().split('\r\n');
    expect(csv[0]).toBe(columns.join(','));
    expect(table.length).toBe(csv.length);
    expect(table.length).toBeGreaterThan(3);
    const none = await run(['clients', '--email', newAddress(), '--output', 'csv']);
    expect(none.output).toBe(`${commands['clients list']!.columns.join(',')}\r\n`);
  });
});

describe('a write', () => {
  it('takes its fields from the standard input, and from the command line first', async () => {
    const { user } = await server.register();
    const { code } = await run(
      ['clients', 'add-tag', '--id', user.id, '-'],
      crm,
      JSON.stringify({ id: newId(), tag: 'From a pipe' }),
    );
    expect(code).toBe(0);
    const { output } = await run(['clients', 'get', '--id', user.id]);
    expect(JSON.parse(output)).toMatchObject({ tags: ['From a pipe'] });
  });

  it('gives none by null', async () => {
    const { user } = await server.register();
    const set = (manager: string) =>
      run(['clients', 'set-manager', '--id', user.id, '--manager-id', manager, '--reason', 'Left']);
    expect((await set(admin.user.id)).code).toBe(0);
    expect(JSON.parse((await set('null')).output)).toMatchObject({ manager_id: null });
  });

  it('has one effect under one idempotency key', async () => {
    const { user } = await server.register();
    const add = ['clients', 'add-note', '--id', user.id, '--text', 'Once', '--idempotency-key', newId()];
    const [first, second] = [await run(add), await run(add)];
    expect(first).toMatchObject({ code: 0 });
    expect(second).toEqual(first);
  });

  it('is refused in plain words, with what each field is refused for', async () => {
    const { code, complaint } = await run(['clients', 'add-tag', '--id', client(), '--tag', '']);
    expect(code).toBe(1);
    expect(complaint).toMatch(/^atrium: .+ \(validation\.failed\)\n {2}--tag: .+ \(validation\.required\)\n$/);
    const unknown = await run(['clients', 'get', '--id', newId()]);
    expect(unknown).toMatchObject({ code: 1, output: '', complaint: expect.stringContaining('(http.not_found)') });
  });
});
