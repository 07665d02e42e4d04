import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { api, type EndpointName, type Route } from '#contract/api.ts';
import { roles, type Endpoint, type Role } from '#contract/kernel/endpoint.ts';
import { fileOfList } from '#contract/kernel/fields.ts';
import { sql } from '#server/platform/db/sql.ts';
import { fileRows } from '#server/platform/exports/list-file.ts';
import { agreed, newApplicant, openOffering } from '#test/ipo/offerings.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';

/**
 * Staff can export each list that they see: for each `POST …/list` there is a `GET …/list/file`, for the same people or
 * fewer, with the same filters. The lists are found in the contract, so a new one cannot be forgotten.
 */
type ListedEndpoint = Endpoint & { route: Route };
const endpoints = new Map(Object.entries(api) as [EndpointName, ListedEndpoint][]);

interface Shape {
  type?: string;
  properties?: Record<string, Shape>;
  items?: Shape;
}
const shapeOf = (schema: z.ZodType, io: 'input' | 'output') =>
  z.toJSONSchema(schema, { unrepresentable: 'any', io }) as Shape;
const isRows = ({ type, items }: Shape) => type === 'array' && items?.type === 'object';
const fieldsOf = (schema: z.ZodType | undefined) =>
  Object.keys(schema ? (shapeOf(schema, 'input').properties ?? {}) : {});
const paging = new Set(['cursor', 'offset', 'before']);

/** Responses to staff that hold rows but are no list: what they are, and where their rows are exported instead. */
const noList: Partial<Record<EndpointName, string>> = {
  'demo.providers': 'what a demo offers to try; the connections have their own list',
  'clients.closure_of': 'one account’s closing',
  'clients.risk_history': 'one client’s ratings, all of which are in the audit log',
  'staff.client': 'one client',
  'staff.client_accounts': 'all of one client, with figures of this moment',
  'staff.client_holdings': 'the shares of one client at the price of this moment',
  'staff.managers': 'the choices of a field',
  'reasons.choices': 'the choices of a field',
  'reasons.history': 'the texts of one reason',
  'payments.client_ibans': 'one count per currency',
  'payments.queue_item': 'one payment',
  'payments.find_wallets': 'the choices of a field',
  'payments.bank_files':
    'files for the bank, each of which is exported as it is; their withdrawals are in the queue’s file',
  'payments.make_file': 'one file for the bank',
  'payments.findings': 'what providers report and nobody has handled yet; all of it is in the audit log',
  'payments.simulate_approval': 'a reckoning that is made for the asker',
  'dashboard.show': 'figures',
  'ipo_staff.offering': 'one offering',
  'ipo_staff.compare': 'a reckoning that is made for the asker',
  'support.presence': 'who is there now',
  'support.settings': 'one set of settings; its changes are in the audit log',
  'support.preview_settings': 'a reckoning that is made for the asker',
  'verification.case': 'one client’s documents',
  'articles.staff_show': 'one article',
  'articles.versions': 'the texts of one article',
  'legal.staff_show': 'one document',
  'screening.hit': 'one hit',
  'screening.client': 'one client’s last comparisons',
  'connections.list': 'a handful, with their health of this moment; changes are in the audit log',
  'connections.calls': 'a journal of 30 days for looking into a fault',
  'connections.events':
    'what providers sent, for processing again; what followed is in the lists of payments and messages',
  'auth.staff_identities': 'one per member of staff at most; changes are in the audit log',
  'lists.views': 'a person’s own views, part of their data export',
  'imports.list': 'a handful, each of which has its report',
  'staff.client_earlier': 'as another system has it, whose file was imported; the client’s data export has all of it',
  'imports.run': 'one import; its rows are in the report',
  'reconciliation.arrivals': 'what banks left; its content is in the statements and the files for the bank',
  'operator.limit_key': 'one key',
  'reconciliation.start': 'one comparison',
  'reconciliation.statement': 'one comparison',
  'reconciliation.upload_statement': 'one comparison',
  'reconciliation.lines': 'the lines of the file that was uploaded; what differs is in the file of the comparison',
  'reconciliation.candidates': 'ten at most, to choose from',
};

const forStaff = ({ guard }: Endpoint) =>
  guard === 'staff' || (Array.isArray(guard) && !(guard as readonly string[]).includes('client'));
const holdsRows = ({ response }: Endpoint) => {
  const shape = shapeOf(response, 'output');
  return isRows(shape) || Object.values(shape.properties ?? {}).some(isRows);
};
const staffRoles = roles.filter((role) => role !== 'client');
const may = ({ guard }: Endpoint) => (Array.isArray(guard) ? (guard as Role[]) : staffRoles);
const pathOf = ({ route }: Endpoint) => route.split(' ')[1] ?? '';
const fileOf = (list: Endpoint) => [...endpoints].find(([, { route }]) => route === `GET ${pathOf(list)}/file`);

const responses = [...endpoints].filter(([, endpoint]) => forStaff(endpoint) && holdsRows(endpoint));
const lists = responses.filter(([, endpoint]) => fileOf(endpoint));
/** Actions respond with what they changed, by the same schema as the read. */
const knownResponses = new Set(
  responses.filter(([name, endpoint]) => noList[name] ?? fileOf(endpoint)).map(([, { response }]) => response),
);

describe('the lists of staff', () => {
  it('each have a file', () => {
    expect(responses.filter(([, { response }]) => !knownResponses.has(response)).map(([name]) => name)).toEqual([]);
    const named = Object.keys(noList) as EndpointName[];
    expect(
      named.filter((name) => !responses.some(([each]) => each === name) || lists.some(([each]) => each === name)),
    ).toEqual([]);
    expect(lists.length).toBeGreaterThan(25);
  });

  it('can be exported by everyone who may page through them, but for all clients', () => {
    const isForFewer = (list: Endpoint) => {
      const [, file] = fileOf(list) as [EndpointName, ListedEndpoint];
      return may(file).length < may(list).length;
    };
    const fewer = lists.filter(([, list]) => isForFewer(list)).map(([name]) => name);
    expect(fewer).toEqual(['clients.search']);
  });

  it.each(lists)(
    '%s: its file is for no one else, with the same filters, and has the limits of all files',
    (_, list) => {
      const [, file] = fileOf(list) as [EndpointName, ListedEndpoint];
      expect(may(list)).toEqual(expect.arrayContaining(may(file)));
      expect(fieldsOf(file.query).toSorted()).toEqual(
        fieldsOf(list.body)
          .filter((field) => !paging.has(field))
          .toSorted(),
      );
      expect(file.response).toBe(fileOfList.response);
      expect(file.rateLimit).toBe(fileOfList.rateLimit);
    },
  );
});

describe('the file of a list', () => {
  let server: TestServer;
  let admin: Session;
  let sought: Partial<Record<EndpointName, object>>;

  beforeAll(async () => {
    server = await startServer();
    admin = await server.register({ roles: ['client', 'support', 'compliance', 'finance', 'admin'] });
    const applicant = await newApplicant(server, 5_000_000n);
    const stock_id = await openOffering(server);
    const post = async <R extends Route>(route: R, body: object, as = admin) => {
      const response = await server.call(route, { as, body });
      if (response.status !== 200) throw new Error(`${route}: ${response.refusal.message}`);
      return response;
    };
    await post('POST /api/ipo/buy', { ...agreed(stock_id, 100), request_id: randomUUID() }, applicant.session);
    await post('POST /api/staff/support/canned/save', {
      was: null,
      shortcut: 'hello',
      texts: { en: '=1+1', de: 'Hallo' },
    });
    await post('POST /api/staff/settings/save', {
      key: 'brand.name',
      value: 'Harbour',
      version: 0,
      reason: 'Our name.',
    });
    const proof = { current_password: admin.password };
    await post('POST /api/staff/operator/keys/create', { name: 'CRM', scopes: ['clients:read'], ...proof });
    const hook = { name: 'CRM', url: 'https://1.2.3.4/', events: ['client.registered'], ...proof };
    const { body: made } = await post('POST /api/staff/operator/webhooks/create', hook);
    await post('POST /api/staff/operator/webhooks/test', { webhook_id: made.webhook.id });
    await server.drain();
    // More than a page of the screen holds.
    for (let nth = 0; nth < 53; nth += 1)
      await server.db.tx((tx) => server.app.outbox.emit(tx, 'auth.verification_requested', { email: 'a@example.com' }));
    await server.db.run(sql`update outbox set given_up_at = now(), failed_at = now() where delivered_at is null`);
    const { body: run } = await post('POST /api/staff/reconciliation/start', { kind: 'platform' });
    await server.app.jobs.run('reconciliation.run');
    const { id: account_id } = await server.db.one<{ id: string }>(
      sql`select account_id as id from ledger_posting order by id limit 1`,
    );
    const { kind, currency } = await server.db.one<{ kind: string; currency: string }>(
      sql`select kind, currency from ledger_account where id = ${account_id}`,
    );
    // More than a page of the client card holds, at one moment.
    const client_id = applicant.session.user.id;
    await Promise.all(
      Array.from({ length: 53 }, (_, nth) => post('POST /api/staff/clients/note', { client_id, text: `=${nth}` })),
    );
    const client = { client_id };
    sought = {
      'staff.client_payments': client,
      'staff.client_operations': client,
      'staff.client_transfers': client,
      'staff.client_applications': client,
      'staff.client_tickets': client,
      'staff.client_sessions': client,
      'staff.client_notes': client,
      'ipo_staff.book': { stock_id },
      'settings.history': { key: 'brand.name' },
      'operator.deliveries': { webhook_id: made.webhook.id },
      'jobs.events': { state: 'given_up' },
      'reconciliation.accounts': { kind, currency },
      'reconciliation.postings': { account_id },
      'reconciliation.runs': { kind: 'platform' },
      'reconciliation.run': { run_id: run.id },
    };
  });
  afterAll(() => server.close());

  /** Every row of a list, page by page. */
  async function rowsOf(name: EndpointName, list: ListedEndpoint): Promise<unknown[]> {
    const rows: unknown[] = [];
    let more: object = {};
    do {
      const { body } = await server.call(list.route, { as: admin, body: { ...sought[name], ...more } });
      const page = body as Record<string, unknown>;
      rows.push(...inRows(name, page));
      const next = page['next_cursor'];
      more = typeof next === 'string' ? { cursor: next } : {};
    } while ('cursor' in more);
    return rows;
  }

  it.each(lists)('%s: it holds every row, and the export is in the audit log', async (name, list) => {
    const [, file] = fileOf(list) as [EndpointName, ListedEndpoint];
    const rows = await rowsOf(name, list);
    const before = await server.db.one<{ count: number }>(sql`select count(*)::int as count from audit_entry`);
    const { status, headers, body } = await server.call(file.route, {
      as: admin,
      query: sought[name] as Record<string, string>,
    });
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="[\w-]+\.csv"$/);
    const [head, ...lines] = (body as string).trimEnd().split('\r\n');
    expect(head).toMatch(/^\uFEFF?[a-z_]+(,[a-z_]+)+$/);
    // The audit log also holds the entry of its own export.
    expect(lines).toHaveLength(rows.length + (name === 'staff.audit' ? 1 : 0));
    const after = await server.db.one<{ count: number }>(sql`select count(*)::int as count from audit_entry`);
    expect(after.count).toBeGreaterThan(before.count);
  });

  it('makes no formula of a text that a person wrote', async () => {
    const { body } = await server.call('GET /api/staff/support/canned/file', { as: admin });
    expect(body).toContain("hello,en,'=1+1,");
  });

  it('is filtered as the list is', async () => {
    const book = (search: string) =>
      server.call('GET /api/staff/ipo/book/file', { as: admin, query: { ...sought['ipo_staff.book'], search } });
    expect((await book('')).body.trimEnd().split('\r\n')).toHaveLength(2);
    expect((await book('nobody of that name')).body.trimEnd().split('\r\n')).toHaveLength(1);
  });

  it('says in a last row where it was cut off', async () => {
    const linesOf = async () => {
      const { body } = await server.call('GET /api/staff/jobs/events/file', {
        as: admin,
        query: { state: 'given_up' },
      });
      return body.trimEnd().split('\r\n').slice(1);
    };
    const fill = (count: number) =>
      server.db.run(sql`
        insert into outbox (name, payload, next_attempt_at, attempts, given_up_at, failed_at)
        select name, payload, now(), 1, now(), now() from (select * from outbox limit 1) one, generate_series(1, ${count}) nth`);
    await fill(fileRows - (await linesOf()).length);
    const queries = vi.spyOn(server.app.db, 'rows');
    expect(await linesOf()).toHaveLength(fileRows);
    // Not page by page, as the screen reads it.
    expect(queries.mock.calls.length).toBeLessThan(50);
    queries.mockRestore();
    expect((await linesOf()).at(-1)).not.toContain('cut_after');
    await fill(1);
    const lines = await linesOf();
    expect(lines).toHaveLength(fileRows + 1);
    expect(lines.at(-1)).toBe('cut_after_10000_rows,,,,,,,');
  });
});

/** The rows of a response as a file has them: nested parts are rows of their own. */
function inRows(name: EndpointName, page: Record<string, unknown>): unknown[] {
  if (Array.isArray(page)) return page;
  const parts = (key: string, of: string) =>
    (page[key] as Record<string, unknown>[]).flatMap((each) => Object.values(each[of] as object) as unknown[]);
  if (name === 'reasons.list') return parts('purposes', 'reasons');
  if (name === 'support.canned') return parts('replies', 'texts');
  if (name === 'reconciliation.trial_balance') return parts('currencies', 'kinds');
  return Object.values(page).find((value): value is unknown[] => Array.isArray(value)) ?? [];
}
