import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api, type RequestOf, type Route } from '#contract/api.ts';
import { languages, type Language } from '#contract/kernel/languages.ts';
import type { LegalKind } from '#contract/legal/names.ts';
import { sql } from '#server/platform/db/sql.ts';
import { emailsTo } from '#test/mailbox.ts';
import { asker, codeOf, confirmedDestination, newPayer, submitted } from '#test/money/payments.ts';
import { sessionIn, newApplicant, startServer, type Session, type TestServer } from '#test/server.ts';
import { openTerminal } from '#test/trading/terminal.ts';

let server: TestServer;
let officer: Session;
beforeAll(async () => {
  server = await startServer();
  officer = await server.register({ first_name: 'Olga', second_name: 'Paragraph', roles: ['client', 'compliance'] });
});
afterAll(() => server.close());

type Body<R extends Route> = RequestOf<R> extends { body: infer B } ? B : never;
const staff = <R extends Route>(route: R, body: Body<R>, as: Session = officer) =>
  server.call(route, { as, body: body as object });

const dayMs = 86_400_000;
const dayIn = (days: number) => new Date(server.clock.now().getTime() + days * dayMs).toISOString().slice(0, 10);
const message = (text: string) => [{ kind: 'paragraph' as const, text: [{ text }] }];

const start = async (kind: LegalKind = 'terms') => (await staff('POST /api/staff/legal/create-draft', { kind })).body;
const write = async (id: string, language: Language, text: object = {}) => {
  const { body } = await staff('POST /api/staff/legal/info', { id });
  const revision = body.drafts.find((each) => each.language === language)?.revision ?? 0;
  const whole = { title: `Title ${language}`, summary: `Change ${language}`, body: message(`Text ${language}`) };
  return staff('POST /api/staff/legal/save', { id, language, revision, ...whole, ...text });
};
const publish = (id: string, days = 0, needs = true) =>
  staff('POST /api/staff/legal/publish', {
    id,
    effective_on: dayIn(days),
    requires_new_consent: needs,
    current_password: officer.password,
  });
/** The next version of a document, in English and German. */
async function published(days = 0, needs = true, kind: LegalKind = 'terms') {
  const { id, number } = await start(kind);
  await write(id, 'en');
  await write(id, 'de');
  const { status, refusal } = await publish(id, days, needs);
  if (status !== 200) throw new Error(JSON.stringify(refusal));
  return { id, number };
}
const owes = async (as: Session) =>
  (await server.call('POST /api/client-info', { as })).body as { owes_consent: boolean };
const dueFor = async (as: Session) => (await staff('POST /api/legal/due', {}, as)).body.documents;
const accept = (as: Session, versions: string[]) => staff('POST /api/legal/accept', { versions }, as);
const acceptAll = async (as: Session) =>
  accept(
    as,
    (await dueFor(as)).map(({ id }) => id),
  );
const listed = async (lang: Language) => (await server.call('GET /api/legal', { query: { lang } })).body.versions;

describe('a new installation', () => {
  it('shows the product’s own terms in every language and requires no consent to them', async () => {
    const [terms, ...others] = await listed('fi');
    expect(others).toEqual([]);
    expect(terms).toMatchObject({ kind: 'terms', number: 1, state: 'in_force', effective_on: null, language: 'fi' });
    for (const lang of languages) {
      const { status, body } = await server.call('GET /api/legal/:id', {
        params: { id: terms?.id ?? '' },
        query: { lang },
      });
      expect([lang, status]).toEqual([lang, 200]);
      expect(body.body.length).toBeGreaterThan(6);
    }
    const client = await server.register();
    expect((await owes(client)).owes_consent).toBe(false);
  });
});

describe('a version', () => {
  it('is announced before its effective day, and requires consent from that day on', async () => {
    const { session } = await newPayer(server, 3, 50_000n);
    const { id, number } = await published(3);
    await server.drain();
    const [email] = await emailsTo(server, session.user.email);
    expect(email?.subject).toBe('New version: Client agreement');
    expect(await dueFor(session)).toEqual([]);
    expect((await listed('en')).map((each) => [each.number, each.state])).toEqual([
      [number, 'announced'],
      [1, 'in_force'],
    ]);
    server.clock.advance(3 * dayMs);
    await server.storeSessions();
    expect((await owes(session)).owes_consent).toBe(true);
    expect(await dueFor(session)).toMatchObject([{ id, number, summary: 'Change en' }]);
    expect((await acceptAll(session)).status).toBe(200);
    expect((await owes(session)).owes_consent).toBe(false);
    // A repeated call has no effect.
    expect((await accept(session, [id])).status).toBe(200);
    await server.drain();
    const events = await server.db.rows<{ data: object }>(sql`
      select data from operator_event where client_id = ${session.user.id} and type = 'client.legal_accepted' order by seq`);
    expect(events.map(({ data }) => data)).toMatchObject([
      { document: 'terms', version: 1 },
      { document: 'terms', version: number, version_id: id },
    ]);
    expect(
      (await emailsTo(server, session.user.email)).filter(({ subject }) => subject === email?.subject),
    ).toHaveLength(1);
  });

  it('requires no consent when its draft says so', async () => {
    const client = await server.register();
    await published(0, false);
    expect((await owes(client)).owes_consent).toBe(false);
  });

  it('of another document requires consent of all but staff, and keeps the reader’s language', async () => {
    const client = await server.register({ language: 'de' });
    const { id } = await published(0, true, 'risk');
    const read = await server.call('POST /api/legal/due', { as: client, body: {}, language: 'de' });
    expect(read.body.documents).toMatchObject([{ id, language: 'de', title: 'Title de' }]);
    const other = await server.call('POST /api/legal/due', { as: client, body: {}, language: 'fi' });
    expect(other.body.documents).toMatchObject([{ id, language: 'en' }]);
    expect((await owes(officer)).owes_consent).toBe(false);
    await acceptAll(client);
  });

  it('cannot be changed in the database', async () => {
    const { id } = await published();
    const refused = (statement: Promise<unknown>) => expect(statement).rejects.toThrow(/append-only/);
    await refused(server.db.run(sql`update legal_version set effective_on = '2030-01-01' where id = ${id}`));
    await refused(server.db.run(sql`delete from legal_version where id = ${id}`));
    await refused(server.db.run(sql`update legal_text set title = 'Other' where version_id = ${id}`));
    await refused(server.db.run(sql`delete from legal_text where version_id = ${id}`));
    await refused(
      server.db.run(sql`
      insert into legal_text (version_id, language, title, summary, body, revision, changed_at)
      values (${id}, 'fi', 'T', 'S', '[]', 1, now())`),
    );
    await refused(server.db.run(sql`update legal_consent set language = 'fi'`));
    await refused(server.db.run(sql`delete from legal_consent`));
    const early = server.db.run(sql`
      insert into legal_version (id, kind, number, effective_on, created_at, published_at, published_by)
      values (${randomUUID()}, 'terms', 900, '2020-01-01', now(), now(), ${officer.user.id})`);
    await expect(early).rejects.toThrow(/does not follow the last/);
  });
});

describe('a client with a document to accept', () => {
  it('cannot deposit or trade, but can read, write and withdraw', async () => {
    const payer = await newPayer(server, 3, 100_000n);
    const { session, wallet } = payer;
    const request = asker(server);
    const terminal = await openTerminal(server, '1000.00', session);
    const destination = await confirmedDestination(server, payer);
    const order = { symbol: 'EURUSD', side: 'buy', type: 'market', volume: '0.01' };
    const { body: before } = await terminal.call('POST /api/paper/place', order, { 'idempotency-key': randomUUID() });
    const { id } = await published();

    const held = Object.entries(api).filter(([, endpoint]) => 'needsConsent' in endpoint);
    expect(held.map(([name]) => name).toSorted()).toEqual([
      'ipo.amend',
      'ipo.buy',
      'ipo.reconfirm',
      'payments.deposit',
      'trading.create',
      'trading.restore',
    ]);
    for (const [, { route }] of held) {
      const { status, refusal } = await request(route, session, {});
      expect([route, status, refusal.code]).toEqual([route, 409, 'legal.unaccepted']);
    }
    const transfer = (direction: 'in' | 'out') =>
      request('POST /api/trading-account/transfer', session, {
        trading_account_id: terminal.number,
        direction,
        wallet_id: wallet.walletId,
        amount: '10',
      });
    expect(codeOf(await transfer('in'))).toBe('legal.unaccepted');
    const refused = await terminal.call('POST /api/paper/place', order, { 'idempotency-key': randomUUID() });
    expect(refused.refusal.code).toBe('legal.unaccepted');
    const preview = await terminal.call('POST /api/paper/preview', order);
    expect((preview.body as { refusal: { code: string } }).refusal.code).toBe('legal.unaccepted');

    const position = (before as { order: { ticket: string } }).order.ticket;
    const closed = await terminal.call('POST /api/paper/close', { position }, { 'idempotency-key': randomUUID() });
    expect(closed.status).toBe(200);
    expect((await transfer('out')).status).toBe(200);
    expect((await server.call('POST /api/wallets', { as: session, body: {} })).status).toBe(200);
    await submitted(server, payer, destination, '100.00');

    expect((await accept(session, [id])).status).toBe(200);
    expect((await transfer('in')).status).toBe(200);
  });

  it('accepts what they have read and nothing else', async () => {
    const client = await server.register();
    const { id } = await published();
    const [due] = await dueFor(client);
    expect(due?.id).toBe(id);
    const { id: next } = await published();
    expect(codeOf(await accept(client, [id]))).toBe('legal.changed');
    expect(codeOf(await accept(client, []))).toBe('legal.changed');
    const at = await Promise.all(Array.from({ length: 8 }, () => accept(client, [next])));
    expect(at.map(({ status }) => status)).toEqual(Array(8).fill(200));
    const given = await server.db.rows(sql`
      select version_id from legal_consent where client_id = ${client.user.id} and version_id in (${id}, ${next})`);
    expect(given).toEqual([{ version_id: next }]);
  });

  it('registers with the versions that they were shown, and with no others', async () => {
    const shown = (await listed('en')).filter(({ state }) => state === 'in_force').map(({ id }) => id);
    await published();
    const password = 'three quiet harbours';
    const body = { ...newApplicant(), password, password_confirmation: password, terms: true };
    const register = (documents?: string[]) =>
      server.call('POST /api/register', { as: server.browser(), body: { ...body, documents } });
    expect((await register(shown)).refusal.errors?.['terms']?.[0]?.code).toBe('legal.changed');
    const now = (await listed('en')).filter(({ state }) => state === 'in_force').map(({ id }) => id);
    expect(sessionIn((await register(now)).body).user).toMatchObject({ owes_consent: false });
  });
});

describe('staff', () => {
  it('start from the last texts, once, and discard a draft', async () => {
    const first = await start('privacy');
    expect((await start('privacy')).id).toBe(first.id);
    await write(first.id, 'en');
    await write(first.id, 'fi');
    expect((await staff('POST /api/staff/legal/remove-text', { id: first.id, language: 'fi' })).body.languages).toEqual(
      ['en'],
    );
    expect((await staff('POST /api/staff/legal/discard', { id: first.id })).status).toBe(200);
    await published(0, false, 'privacy');
    const { number, drafts, id } = await start('privacy');
    expect([number, drafts.map((text) => [text.language, text.title, text.summary])]).toEqual([
      2,
      [
        ['de', 'Title de', ''],
        ['en', 'Title en', ''],
      ],
    ]);
    await staff('POST /api/staff/legal/discard', { id });
  });

  it('see how many have accepted, how many have not, and from which address', async () => {
    const { id } = await published();
    const client = await server.register();
    const count = async () =>
      (await staff('POST /api/staff/legal', {})).body.versions.find((version) => version.id === id);
    expect(await count()).toMatchObject({ accepted: 1, state: 'in_force', published_by: 'Olga Paragraph' });
    expect((await count())?.outstanding).toBeGreaterThan(3);
    const { body } = await staff('POST /api/staff/legal/consents', { client_id: client.user.id, version_id: id });
    expect(body.consents).toMatchObject([{ email: client.user.email, kind: 'terms', language: 'en' }]);
    const file = await server.call('GET /api/staff/legal/consents/file', { as: officer, query: { version_id: id } });
    expect(file.body).toContain(client.user.email);
    const audit = await server.db.rows(sql`
      select details ->> 'version' as version from audit_entry where action = 'legal.publish' and actor_id = ${officer.user.id}`);
    expect(audit.length).toBeGreaterThan(5);
  });

  it('get refusals in the order of the contract', async () => {
    const { id } = await start();
    const { id: old } = await published(0, true, 'risk');
    const gone = randomUUID();
    const code = async <R extends Route>(route: R, body: Body<R>) => {
      const { refusal } = await staff(route, body);
      return Object.values(refusal.errors ?? {})[0]?.[0]?.code ?? refusal.code;
    };
    const text = { language: 'fi' as const, revision: 0, title: 'T', summary: 'S', body: message('T') };
    const save = (of: string, changes: object = {}) =>
      code('POST /api/staff/legal/save', { id: of, ...text, ...changes });
    expect([await save(gone), await save(old), await save(id, { revision: 7 })]).toEqual([
      'http.not_found',
      'legal.published',
      'legal.changed_meanwhile',
    ]);
    const picture = { kind: 'picture', file: randomUUID(), alt: 'A ship' };
    expect(await save(id, { body: [picture] })).toBe('legal.no_pictures');
    for (const action of ['discard', 'remove-text'] as const) {
      const more = action === 'discard' ? {} : { language: 'fi' };
      const actions = (of: string) => code(`POST /api/staff/legal/${action}`, { id: of, ...more });
      expect([await actions(gone), await actions(old)]).toEqual(['http.not_found', 'legal.published']);
    }
    const good = { effective_on: dayIn(1), requires_new_consent: true, current_password: officer.password };
    const give = (changes: object) => code('POST /api/staff/legal/publish', { id, ...good, ...changes });
    const results = [await give({ current_password: 'wrong' }), await give({ id: gone }), await give({ id: old })];
    await staff('POST /api/staff/legal/remove-text', { id, language: 'en' });
    results.push(await give({}));
    await write(id, 'en', { summary: '' });
    results.push(await give({}));
    await write(id, 'en');
    await write(id, 'de');
    results.push(await give({ effective_on: dayIn(-1) }));
    expect((await publish(id, 9)).status).toBe(200);
    const { id: next } = await start();
    await write(next, 'en');
    await write(next, 'de');
    results.push(await give({ id: next }));
    expect(results).toEqual([
      'auth.current_password',
      'http.not_found',
      'legal.published',
      'legal.no_text',
      'legal.incomplete',
      'legal.past',
      'legal.before_last',
    ]);
  });

  it('publish a draft once, however often that is sent', async () => {
    const { id } = await start('risk');
    await write(id, 'en');
    await write(id, 'de');
    const responses = await Promise.all(Array.from({ length: 6 }, () => publish(id)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});
