import { raw } from 'sql-template-tag';
import { extractText } from 'unpdf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dataFetchMs } from '#contract/kernel/constants.ts';
import type { Language } from '#contract/kernel/languages.ts';
import { dataSections, type ExportFormat } from '#contract/clients/own-data-names.ts';
import { writeAudit } from '#server/platform/audit/audit.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { registerBen, type Ben } from '#test/money/second-client.ts';
import { headersOf, type Browser } from '#test/browser.ts';
import { emailsTo } from '#test/mailbox.ts';
import { setUpTotp, type Authenticator } from '#test/auth/second-factor.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';

/** Tables that name a client and are in no data export, and why. */
const leftOut: Record<string, string> = {
  idempotency_key: 'the name of a press and a keyed hash of what was sent, so that nothing is done twice',
  article: 'who of staff wrote it',
  article_draft: 'who of staff wrote it',
  article_version: 'who of staff wrote it',
  client_note: 'what staff note for each other',
  client_change: 'when something changed that is exported itself',
  client_tag: 'what staff note for each other',
  client_risk: 'how staff rate the risk; a client must not learn of it',
  ledger_client_day: 'days of transactions that are exported themselves',
  setup_state: 'who of staff set the house up',
  ipo_dry_run: 'who of staff tried an allotment',
  legal_text: 'who of staff wrote it',
  legal_version: 'who of staff wrote it',
  operator_key: 'who of staff made it',
  operator_key_secret: 'who of staff received it',
  reason_version: 'who of staff wrote it',
  platform_token: 'opens a terminal within a minute: a secret, and until when',
  reconciliation_finding: 'what staff explained of the books',
  statement_line: 'what the bank of the operator says; a deposit that it credited is exported as a payment',
  payout_file: 'how the operator pays its bank; the withdrawals are in the export',
  payout_file_answer: 'what the bank answers about such a file',
  automatic_approval_simulation: 'what staff have tried, of no client',
  payout_file_line: 'as payout_file',
  automatic_approval:
    'which rule approved a withdrawal, or none: how staff are relieved; the withdrawal is in payments',
  reconciliation_run: 'who of staff compared the books',
  approval_request: 'what staff weigh before it holds for him',
  setting_version: 'who of staff chose it',
  staff_origin: 'from which networks and devices staff work, to tell two people apart who approve',
  sign_in_challenge: 'a sign-in that waits for its second factor for five minutes: a secret, and until when',
  support_canned: 'who of staff wrote it',
  conversation_presence: 'which conversation somebody of staff has open',
  support_presence: 'who of staff is there',
  webhook_endpoint: 'who of staff made it',
  provider_finding: 'what staff have to look at, and who of them did',
  screening_due: 'a client who is compared must not learn of it',
  screening_check: 'as screening_due',
  screening_hit: 'as screening_due',
  import_run: 'who of staff imported clients',
  connection: 'who of staff made it',
  connection_secret: 'who of staff entered it',
};

const staffsWords = 'between us only';

let server: TestServer;
let ben: Ben;
let other: Ben;
let staff: Session;
let app: Authenticator;

const request = (as: Browser, body: object) => server.call('POST /api/settings/data-export', { as, body });
const fetchData = (as: Browser, id: string, format: ExportFormat = 'json', language: Language = 'en') =>
  server.call('GET /api/settings/data-export/:id', { as, params: { id }, query: { format }, language });
const password = () => ({ current_password: ben.session.password });
const proof = () => ({ ...password(), code: app.code() });

/** Adds the other lists of the document: transfers to the trading account, and notification preferences. */
async function moveAndChoose(): Promise<void> {
  const [trading_account_id, wallet_id] = [ben.ids['his account'] ?? '', ben.ids['his wallet'] ?? ''];
  const transfer = { trading_account_id, wallet_id, direction: 'in', amount: '77.00', request_id: newId() } as const;
  const { status } = await server.call('POST /api/trading-account/transfer', { as: ben.session, body: transfer });
  expect(status).toBe(200);
  await server.db.run(sql`
    insert into notification_preference (person_id, group_name, channel, enabled) values (${ben.session.user.id}, 'trading', 'email', false)`);
  await server.db.run(sql`
    insert into notification_kind_preference (person_id, kind, channel, enabled) values (${ben.session.user.id}, 'tier_risen', 'email', true)`);
}

/** The words of the document in a language, one after another. */
async function readDocument(id: string, language: Language): Promise<string> {
  const response = await fetch(`${server.url}/api/settings/data-export/${id}?format=pdf`, {
    headers: { ...headersOf(ben.session), 'accept-language': language },
  });
  expect(response.headers.get('content-type')).toBe('application/pdf');
  const content = new Uint8Array(await response.arrayBuffer());
  return (await extractText(content, { mergePages: true })).text;
}

type Stored = Record<string, Record<string, Record<string, unknown>[]>>;
let text: string;
let sections: Stored;

beforeAll(async () => {
  server = await startServer();
  ben = await registerBen(server);
  other = await registerBen(server);
  staff = await server.register({ first_name: 'Ulla', second_name: 'Stabrova', roles: ['client', 'support'] });
  await noteByStaff();
  await moveAndChoose();
  app = await setUpTotp(server, ben.session);
  const { body } = await request(ben.session, proof());
  const response = await fetchData(ben.session, body.id);
  text = JSON.stringify(response.body);
  ({ sections } = response.body as unknown as { sections: Stored });
});
afterAll(() => server.close());

/** Writes a note in every field of staff that clients must not read. */
async function noteByStaff(): Promise<void> {
  const { db } = server;
  const [clientId, staffId, now] = [ben.session.user.id, staff.user.id, server.clock.now()];
  const concerned = { actorId: staffId, clientId };
  await db.tx(async (tx) => {
    const details = { reason: 'app_lost', comment: staffsWords };
    await writeAudit(tx, server.clock, { ...concerned, action: 'clients.reset_second_factor', details });
    await writeAudit(tx, server.clock, { ...concerned, action: 'support.assign', details: { reason: staffsWords } });
  });
  await db.run(
    sql`insert into client_note (id, client_id, author_id, text, created_at) values (${newId()}, ${clientId}, ${staffId}, ${staffsWords}, ${now})`,
  );
  await db.run(
    sql`insert into client_tag (client_id, tag, author_id, created_at) values (${clientId}, ${staffsWords}, ${staffId}, ${now})`,
  );
  await db.run(sql`
    insert into conversation_message (id, conversation_id, seq, client_seq, author_id, kind, body, sent_at)
    select ${newId()}, id, last_seq + 1, null, ${staffId}, 'internal_note', ${staffsWords}, ${now} from conversation where id = ${ben.ids['his chat']}`);
  await db.run(sql`
    insert into verification_document (id, client_id, kind, type, attempt, issued_on, state, reasons, comment, private_comment, decided_by, decided_at, created_at)
    values (${newId()}, ${clientId}, 'residence', 'utility_bill', 1, '2026-01-01', 'rejected', '{too_old}', 'Please send a newer one.', ${staffsWords}, ${staffId}, ${now}, ${now})`);
}

describe('clients.request_data_export', () => {
  it('takes the password, and the code of a second factor', async () => {
    const wrong = await request(ben.session, { ...proof(), current_password: 'not it at all' });
    expect(wrong.refusal.errors?.['current_password']?.[0]?.code).toBe('auth.current_password');
    expect((await request(ben.session, password())).refusal.errors?.['code']?.[0]?.code).toBe('auth.code');
  });

  it('notifies its owner, with the device and a link that freezes the profile', async () => {
    const [email] = await emailsTo(server, ben.session.user.email);
    expect(email?.subject).toContain('Copy of your data requested');
    expect(email?.links[0]).toContain('/freeze/');
  });
});

describe('clients.download_data_export', () => {
  it('is only for the session that requested it', async () => {
    server.clock.advance(60_000);
    const { body } = await request(ben.session, proof());
    expect((await fetchData(other.session, body.id)).status).toBe(404);
    expect((await fetchData(staff, body.id)).status).toBe(404);
    await server.db.run(
      sql`update data_export set session_id = (select id from session where person_id = ${other.session.user.id} limit 1) where id = ${body.id}`,
    );
    expect((await fetchData(ben.session, body.id)).status).toBe(404);
  });

  it('is in the audit log each time, where staff find it, and not in the list of their own actions', async () => {
    const actions = await server.db.rows<{ action: string }>(sql`
      select action from audit_entry where client_id = ${ben.session.user.id} and actor_id = client_id order by created_at, id`);
    expect(actions.map(({ action }) => action)).toEqual(
      expect.arrayContaining([
        'clients.request_data_export',
        'clients.download_data_export',
        'clients.request_data_export',
        'clients.download_data_export',
      ]),
    );
    const { body } = await server.call('POST /api/settings/activity', { as: ben.session, body: {} });
    expect(body.map(({ action }) => action)).not.toContain('clients.download_data_export');
  });

  it('ends after an hour', async () => {
    server.clock.advance(60_000);
    const { body } = await request(ben.session, proof());
    server.clock.advance(dataFetchMs);
    expect((await fetchData(ben.session, body.id)).refusal.code).toBe('clients.data_over');
  });
});

describe('the document', () => {
  let id: string;

  beforeAll(async () => {
    server.clock.advance(60_000);
    ({ id } = (await request(ben.session, proof())).body);
  });

  it.each(['en', 'de', 'ar'] as const)('holds the stored data as a document in %s', async (language) => {
    const read = await readDocument(id, language);
    const { number } = await server.db.one<{ number: string }>(sql`
      select 'P-' || number as number from payment where id = ${ben.ids['his withdrawal']}`);
    const { account } = await server.db.one<{ account: string }>(sql`
      select number::text as account from trading_account where client_id = ${ben.session.user.id}`);
    const facts = ['Benedikt', ben.session.user.email, number, 'USD 100.00', account, 'USD 77.00'];
    for (const fact of [...facts, 'Please send a newer one']) expect(read).toContain(fact);
    expect(read).not.toContain(staffsWords);
  });

  it('names kinds and states as the screens do', async () => {
    // A cell may break its text into lines.
    const read = (await readDocument(id, 'de')).replaceAll(/\s+/g, ' ');
    const money = ['payments.kind_withdrawal', 'wallets.kind_hold', 'staff.transfer_completed', 'trading.type_balance'];
    const person = ['verification.state_rejected', 'ipo.application_in_lock_up', 'emails.tier_risen_name'];
    for (const key of [...money, ...person]) expect(read).toContain(server.app.text('de', key));
  });

  it('draws the latest rows of a long list, and says how many the other file has', async () => {
    const at = server.clock.now();
    await server.db.run(sql`
      insert into verification_person (id, client_id, first_name, second_name, birth_on, nationality, phone, address, at)
      select gen_random_uuid(), ${ben.session.user.id}, 'Benedikt', 'Nr' || lpad(place::text, 3, '0'), '1990-02-03', 'DE', '+49301234567', 'Elm Row 4',
             ${at}::timestamptz + place * interval '1 second' from generate_series(1, 203) place`);
    const read = await readDocument(id, 'en');
    expect(read).toMatch(/Latest 200 of 20\d. The JSON file contains all of them\./);
    expect(read).toContain('Nr203');
    expect(read).toContain('Nr004');
    expect(read).not.toContain('Nr003');
    expect(await readDocument(id, 'ar')).toContain('+49301234567');
    expect(read.indexOf('Nr203')).toBeLessThan(read.indexOf('Nr202'));
  });
});

describe('the file', () => {
  it('has every part, and all data of Ben', () => {
    expect(Object.keys(sections)).toEqual([...dataSections]);
    expect(sections['profile']?.['person']?.[0]).toMatchObject({ first_name: 'Benedikt' });
    expect(sections['wallets']?.['wallets']).toHaveLength(2);
    expect(sections['wallets']?.['wallets']?.[0]?.['available']).toMatch(/^\d+\.\d\d$/);
    const { 'his wish': _, ...ids } = ben.ids;
    expect(Object.entries(ids).filter(([, id]) => !text.includes(id))).toEqual([]);
    expect(sections['sign_in']?.['authenticator_apps']).toHaveLength(1);
    expect(sections['verification']?.['documents']?.[0]).toMatchObject({ comment: 'Please send a newer one.' });
  });

  it('holds nothing of another client', async () => {
    const others = await server.db.rows<{ value: string }>(sql`
      select unnest(array[id::text, email]) as value from person where id <> ${ben.session.user.id}`);
    expect(others.filter(({ value }) => text.includes(value))).toEqual([]);
    expect(Object.entries(other.ids).filter(([, id]) => text.includes(id))).toEqual([]);
    expect(text).not.toContain('Stabrova');
  });

  it('holds nothing that staff wrote for each other', () => {
    expect(text).not.toContain(staffsWords);
  });

  it('holds no secret: no bytes of any table, no hash, no code', async () => {
    const columns = await server.db.rows<{ table: string; column: string; bytes: boolean }>(sql`
      select table_name as table, column_name as column, data_type = 'bytea' as bytes from information_schema.columns
      where table_schema = 'public' and (data_type = 'bytea' or column_name ~ '(hash|secret|fingerprint|credential)' and data_type = 'text')`);
    expect(columns.length).toBeGreaterThan(15);
    for (const { table, column, bytes } of columns) {
      const rows = await server.db.rows<{ value: Buffer | string | null }>(
        sql`select ${raw(`"${column}"`)} as value from ${raw(`"${table}"`)} where ${raw(`"${column}"`)} is not null`,
      );
      const spelt = rows.flatMap(({ value }) =>
        bytes && Buffer.isBuffer(value)
          ? (['hex', 'base64', 'base64url'] as const).map((way) => value.toString(way))
          : [String(value)],
      );
      expect([table, column, spelt.filter((value) => text.includes(value))]).toEqual([table, column, []]);
    }
    expect(text).not.toContain(ben.session.token);
  });

  it('reads every table that names a client, or says why not', async () => {
    const tables = await server.db.rows<{ name: string }>(sql`
      select distinct c.relname as name from pg_constraint k join pg_class c on c.oid = k.conrelid
      where k.contype = 'f' and k.confrelid = 'person'::regclass
      union select c.table_name from information_schema.columns c
      join information_schema.tables t using (table_schema, table_name)
      where table_schema = 'public' and table_type = 'BASE TABLE' and column_name in ('client_id', 'owner_id', 'person_id') order by 1`);
    const exported = new Set(
      server.app.personalData.sections().flatMap(({ lists }) => lists.flatMap((list) => list.tables)),
    );
    const names = tables.map(({ name }) => name);
    expect(names.filter((name) => !exported.has(name) && !leftOut[name])).toEqual([]);
    expect(Object.keys(leftOut).filter((name) => exported.has(name) || !names.includes(name))).toEqual([]);
  });

  it('reads no table that does not exist', async () => {
    const tables = await server.db.rows<{ name: string }>(sql`
      select table_name as name from information_schema.tables where table_schema = 'public'`);
    const there = new Set(tables.map(({ name }) => name));
    const lists = server.app.personalData.sections().flatMap((section) => section.lists);
    expect(lists.flatMap(({ tables: of }) => of.filter((name) => !there.has(name)))).toEqual([]);
  });
});
