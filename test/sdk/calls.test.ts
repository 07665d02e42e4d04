import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api, type EndpointName } from '#contract/api.ts';
import { scopeOfTwo, scopes, type Scope } from '#contract/operator/names.ts';
import { newId } from '#server/platform/id.ts';
import { Atrium, AtriumError, endpoints } from '#sdk/index.ts';
import { keyFor } from '#test/compliance/programs.ts';
import { someTerms } from '#test/ipo/staff.ts';
import { fillWarehouse } from '#test/compliance/warehouse.ts';
import { registerBen, type Ben } from '#test/money/second-client.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';
import { openExamples } from './examples.ts';

/**
 * The SDK against the server that it is made for: every operation of the document is called and answers as the contract says. With
 * EXAMPLES=write the calls become the examples of the document.
 */
const examples = openExamples();
let server: TestServer;
let admin: Session;
let ben: Ben;
let newcomer: Session;
let atrium: Atrium;
let site: Atrium;
beforeAll(async () => {
  server = await startServer();
  admin = await server.register({ roles: ['client', 'admin'] });
  ben = await registerBen(server);
  newcomer = await server.register();
  await fillWarehouse(server, admin, ben);
  atrium = connected(
    await keyFor(server, admin, { name: 'CRM', scopes: scopes.filter((each) => each !== scopeOfTwo) }),
  );
  site = connected(await keyFor(server, admin, { name: 'Our site', scopes: [scopeOfTwo] }));
});
afterAll(async () => {
  await server.close();
  await examples.store();
});

const connected = (authorization: string) =>
  new Atrium({ url: server.url, key: authorization.replace('Bearer ', ''), retries: 0, fetch: examples.fetch });
const client = () => ben.session.user.id;
const ticket = () => ben.ids['his ticket'] ?? '';
const ownWallet = () => ben.ids['his wallet'] ?? '';

const article = async () => (await atrium.createArticle({ language: 'en', category: 'market', title: 'Rates' })).id;
const body = [{ kind: 'paragraph' as const, text: [{ text: 'The euro closed the week lower.' }] }];
async function writtenArticle() {
  const id = await article();
  await atrium.saveArticle(id, { language: 'en', revision: 1, title: 'Rates', summary: 'The week in rates', body });
  return id;
}
const draft = async () => (await atrium.createDraft(someTerms(server))).id;

const createClient = () =>
  atrium.createClient({ email: `${newId()}@example.com`, first_name: 'Nora', second_name: 'New', country: 'DE' });

type Calls = Record<keyof typeof endpoints, () => Promise<unknown>>;
/** A call of each operation; the compiler requires all of them. */
const calls: Calls = {
  accounts: () => atrium.accounts({ client_id: client() }),
  addNote: () => atrium.addNote(client(), { text: 'Asked by phone about the fee of the last withdrawal.' }),
  addTag: () => atrium.addTag(client(), { tag: 'VIP' }),
  article: async () => atrium.article(await article()),
  allotments: () => atrium.allotments({ limit: 1 }),
  applications: () => atrium.applications({ client_id: client(), limit: 1 }),
  articles: () => atrium.articles(),
  audit: () => atrium.audit({ after_id: '0', limit: 2 }),
  bankPayouts: () => atrium.bankPayouts({ payment_id: ben.ids['his withdrawal'] ?? '' }),
  chatMessages: () => atrium.chatMessages(ben.ids['his chat'] ?? ''),
  chats: () => atrium.chats({ client_id: client() }),
  client: () => atrium.client(client()),
  clients: () => atrium.clients({ email: ben.session.user.email }),
  closures: () => atrium.closures({ client_id: client() }),
  consents: () => atrium.consents({ client_id: client() }),
  conversions: () => atrium.conversions(),
  correctClient: () =>
    atrium.correctClient(client(), { first_name: 'Benno', second_name: 'Corrected', reason: 'As in the passport' }),
  createClient: () =>
    atrium.createClient({ email: `${newId()}@example.com`, first_name: 'Nora', second_name: 'New', country: 'DE' }),
  createArticle: () => atrium.createArticle({ language: 'de', category: 'education', title: 'Zinsen' }),
  createDraft: () => atrium.createDraft(someTerms(server)),
  editDraft: async () => atrium.editDraft(await draft(), { ...someTerms(server, { lock_up_days: 30 }), version: 1 }),
  deals: () => atrium.deals({ updated_since: '2026-01-01T00:00:00Z' }),
  disputes: () => atrium.disputes(),
  documents: () => atrium.documents({ client_id: client() }),
  equity: () => atrium.equity({ day: '2026-03-01' }),
  events: () => atrium.events({ after: '0', type: 'client.registered' }),
  findings: () => atrium.findings(),
  holdings: () => atrium.holdings({ client_id: client() }),
  inviteClient: async () => {
    const { id } = await createClient();
    return atrium.inviteClient(id);
  },
  issueSignInLink: () => site.issueSignInLink(client()),
  managers: () => atrium.managers(),
  openAccount: () => atrium.openAccount({ client_id: newcomer.user.id, currency: 'EUR' }),
  openTicket: () =>
    atrium.openTicket({
      client_id: client(),
      category: 'other',
      subject: 'Your documents',
      text: 'Please send us a statement of your bank.',
    }),
  draft: async () => atrium.draft(await draft()),
  notes: () => atrium.notes({ client_id: client() }),
  declarations: () => atrium.declarations({ client_id: client() }),
  economicProfiles: () => atrium.economicProfiles({ client_id: client() }),
  transfers: () => atrium.transfers({ client_id: client() }),
  paymentSteps: () => atrium.paymentSteps({ payment_id: ben.ids['his deposit'] ?? '' }),
  rates: () => atrium.rates({ limit: 1 }),
  riskRatings: () => atrium.riskRatings({ client_id: client() }),
  tierChanges: () => atrium.tierChanges({ client_id: client() }),
  legalVersions: () => atrium.legalVersions({ limit: 1 }),
  offerings: () => atrium.offerings({ limit: 1 }),
  operations: () => atrium.operations(ownWallet(), { since: '2026-01-01T00:00:00Z' }),
  orders: () => atrium.orders({ limit: 1 }),
  payment: () => atrium.payment(ben.ids['his deposit'] ?? ''),
  paymentFindings: () => atrium.paymentFindings(),
  payments: () => atrium.payments({ client_id: client(), kind: 'deposit' }),
  payouts: () => atrium.payouts({ updated_since: '2026-01-01T00:00:00Z' }),
  positions: () => atrium.positions({ state: 'open' }),
  postings: () => atrium.postings({ limit: 200 }),
  proposeLevel: () => atrium.proposeLevel(client(), { level: 4, reason: 'Passport seen in the branch' }),
  publishArticle: async () => atrium.publishArticle(await writtenArticle(), { languages: ['en'] }),
  recipients: () => atrium.recipients(),
  removeTag: () => atrium.removeTag(client(), { tag: 'VIP' }),
  replyToTicket: () =>
    atrium.replyToTicket(ticket(), { text: 'Your withdrawal is on its way and arrives within two working days.' }),
  reportCheck: () =>
    atrium.reportCheck(newcomer.user.id, {
      reference: 'KYC-20417',
      result: 'approved',
      type: 'passport',
      number: 'C01X00T47',
      expires_on: '2030-01-01',
      name: 'Ida Berg',
      birth_on: '1990-05-17',
    }),
  reportDeposit: () =>
    atrium.reportDeposit({
      client_id: client(),
      currency: 'USD',
      amount: '10.00',
      reference: 'T-2026-0302-17',
      sender: 'Benedikt Berg',
    }),
  requestAdjustment: () =>
    atrium.requestAdjustment({
      wallet_id: ownWallet(),
      direction: 'give',
      amount: '10.00',
      category: 'goodwill',
      note: 'For the delay of the last withdrawal',
    }),
  requestEmail: () =>
    atrium.requestEmail(client(), {
      email: `${newId()}@example.com`,
      reason: 'mailbox_lost',
      comment: 'Called by phone',
    }),
  resolveTicket: () => atrium.resolveTicket(ticket()),
  saveArticle: async () =>
    atrium.saveArticle(await article(), {
      language: 'fr',
      revision: 0,
      title: 'Taux',
      summary: 'La semaine des taux',
      body,
    }),
  setCategory: async () => atrium.setCategory(await article(), { category: 'company' }),
  setContent: async () => atrium.setContent(await article(), { content: 'research' }),
  sales: () => atrium.sales({ client_id: client() }),
  setCountry: () => atrium.setCountry(client(), { country: 'AT', reason: 'Moved, as the new residence permit shows' }),
  setProspectus: async () =>
    atrium.setProspectus(await draft(), { version: 1, url: 'https://example.com/prospectus.pdf' }),
  setManager: () => atrium.setManager(client(), { manager_id: admin.user.id, reason: 'Speaks German' }),
  statementLines: () => atrium.statementLines(),
  ticketMessages: () => atrium.ticketMessages(ticket(), { limit: 1 }),
  tickets: () => atrium.tickets({ client_id: client() }),
  verification: () => atrium.verification(client()),
  wallets: () => atrium.wallets({ client_id: client() }),
  withdrawArticle: async () => {
    const id = await writtenArticle();
    await atrium.publishArticle(id, { languages: ['en'] });
    return atrium.withdrawArticle(id);
  },
  writeToClient: () => atrium.writeToClient(client(), { text: 'We are looking into it and will write again today.' }),
  writeTextToDraft: async () =>
    atrium.writeTextToDraft(await draft(), {
      version: 1,
      language: 'en',
      about: 'The company runs ports in Norway.',
      risks: 'Income depends on trade by sea.',
    }),
};
const names = Object.keys(endpoints) as (keyof typeof endpoints)[];
const operationOf = (name: string) =>
  `operator_api.${name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}` as EndpointName;

it('has every operation of the document that the server has', async () => {
  const response = await fetch(`${server.url}/api/operator/openapi.json`);
  const { paths } = (await response.json()) as { paths: Record<string, Record<string, object>> };
  const served = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(names.map((name) => `${endpoints[name].method} ${endpoints[name].path}`)).toEqual(served);
});

describe.each(names)('%s', (name) => {
  it('answers as the contract says', async () => {
    await server.drain();
    const answer = await calls[name]();
    examples.note(operationOf(name));
    expect(api[operationOf(name)].response.parse(answer)).toEqual(answer);
    expect((answer as { data?: unknown[] }).data).not.toEqual([]);
  });

  it('is refused to a key without its scope', async () => {
    const { scope } = endpoints[name];
    const other: Scope = scope === 'clients:read' ? 'wallets:read' : 'clients:read';
    const [former, formerSite] = [atrium, site];
    atrium = site = connected(await keyFor(server, admin, { name, scopes: [other] }));
    const error = await Promise.resolve()
      .then(calls[name])
      .catch((reason: unknown) => reason);
    [atrium, site] = [former, formerSite];
    expect(error).toBeInstanceOf(AtriumError);
    expect(error).toMatchObject({ status: 403, code: 'operator.scope', params: { scope } });
  });
});

describe('a list', () => {
  it('is followed page after page, each row once', async () => {
    const every: string[] = [];
    for await (const { id } of atrium.everyPayment({ limit: 1 })) every.push(id);
    expect(every.length).toBeGreaterThan(2);
    expect(new Set(every).size).toBe(every.length);
    expect(every).toEqual((await atrium.payments({ limit: 200 })).data.map(({ id }) => id));
    const operations: string[] = [];
    for await (const { id } of atrium.everyOperation(ownWallet())) operations.push(id);
    expect(operations).toEqual((await atrium.operations(ownWallet())).data.map(({ id }) => id));
  });
});

describe('a write', () => {
  it('has one effect under one idempotency key, and another under none', async () => {
    const { user } = await server.register();
    const once = { idempotencyKey: newId() };
    const [first, second] = await Promise.all([1, 2].map(() => atrium.addNote(user.id, { text: 'Once' }, once)));
    expect(first).toEqual(second);
    expect((await atrium.addNote(user.id, { text: 'Once' })).id).not.toBe(first?.id);
  });
});

describe('a refusal', () => {
  it('has its code, its message and what it names', async () => {
    await expect(atrium.client(newId())).rejects.toMatchObject({ status: 404, code: 'http.not_found' });
    await expect(atrium.addTag(client(), { tag: '' })).rejects.toMatchObject({
      status: 422,
      errors: { tag: [{ code: 'validation.required', message: expect.any(String) as string }] },
    });
    const anyone = connected('Bearer atr_test_nothing');
    await expect(anyone.clients()).rejects.toMatchObject({ status: 401, code: 'http.unauthenticated' });
  });
});
