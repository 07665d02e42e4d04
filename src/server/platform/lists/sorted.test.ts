import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { queueSorts } from '#contract/payments/names.ts';
import { clientSorts } from '#contract/staff/names.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import { walletOf } from '#test/money/wallet.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';

const past = 4000;
const pageSize = 50;

let server: TestServer;
let staff: Session;
beforeAll(async () => {
  server = await startServer();
  staff = await server.register({ first_name: 'Åsa', second_name: 'Ek', roles: ['client', 'finance'] });
  // Names that come several times, in either case and with accents.
  await server.db.run(sql`
    insert into person (id, email, password_hash, first_name, second_name, country, language, created_at)
    select gen_random_uuid(), md5(n::text) || '@example.net', 'none',
           (array['anna', 'Anna', 'Åsa', 'Zoe', 'Émile', 'emil', 'Øyvind', '李'])[1 + n % 8], 'Crowd', 'SE', 'en', now()
    from generate_series(1, ${past}) n`);
  // Payments long done, of which several have one value, and a few that wait.
  const { id } = staff.user;
  const { user } = await server.register({ first_name: 'Zoe' });
  const { walletId } = await walletOf(server.db, id);
  await server.db.run(sql`
    insert into payment (id, client_id, wallet_id, kind, method, currency, amount, usd, created_by, reviewer_id,
                         approvals_needed, state, created_at, updated_at)
    select gen_random_uuid(), ${id}, ${walletId}, 'deposit', 'bank_transfer', 'USD', n, n % 500, ${id}, ${user.id}, 1,
           case n % 1000 when 0 then 'under_review' else 'credited' end, now(), now()
    from generate_series(1, ${past}) n`);
  await server.db.run(sql`analyze person`);
  await server.db.run(sql`analyze payment`);
});
afterEach(() => void vi.restoreAllMocks());
afterAll(() => server.close());

const list = (body: object) => server.call('POST /api/staff/clients', { as: staff, body });

/** Each list: its rows by the key of each column, and how many of them a page may look at. */
const lists = {
  clients: {
    rows: async (body: object) => {
      const { clients, next_cursor } = (await list(body)).body;
      return { ids: clients.map(({ id }) => id), next_cursor };
    },
    table: sql`person`,
    keys: { since: sql`id`, name: sql`full_name collate "und-x-icu"`, email: sql`email` } as Record<string, Sql>,
    sorts: clientSorts,
  },
  payments: {
    rows: async (body: object) => {
      const { body: page } = await server.call('POST /api/staff/payments', {
        as: staff,
        body: { view: 'all', ...body },
      });
      return { ids: page.payments.map(({ id }) => id), next_cursor: page.next_cursor };
    },
    table: sql`payment`,
    keys: { created: sql`id`, amount: sql`usd` } as Record<string, Sql>,
    sorts: queueSorts,
  },
};
type List = (typeof lists)[keyof typeof lists];

interface Plan {
  Plans?: Plan[];
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
}
/** The rows that a statement went through. */
const rowsIn = (plan: Plan): number =>
  (plan['Relation Name'] === undefined
    ? 0
    : (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0) + (plan['Rows Removed by Index Recheck'] ?? 0)) *
      plan['Actual Loops']) + (plan.Plans ?? []).reduce((sum, part) => sum + rowsIn(part), 0);

/** The rows that the database goes through for a page. */
async function rowsReadFor({ rows: read }: List, body: object): Promise<number> {
  const sent = vi.spyOn(pg.Client.prototype, 'query');
  await read(body);
  const [first] = sent.mock.calls.flatMap(([query]: unknown[]) => {
    const { text, values } = query as { text?: string; values?: unknown[] };
    return text?.includes('as sort_value') ? [{ text, values }] : [];
  });
  sent.mockRestore();
  const client = new pg.Client({ connectionString: server.ownerUrl });
  await client.connect();
  const { rows } = await client.query(`explain (analyze, format json) ${first!.text}`, first!.values);
  await client.end();
  return rowsIn(rows[0]['QUERY PLAN'][0].Plan);
}

/** Of the person, the tier, the manager and whatever else a row shows. */
const mostPerRow = 8;

describe.each(Object.entries(lists))('the list of %s', (_, each) => {
  it.each(each.sorts)('is sorted by %s, with each row once, and a page costs what it shows', async (sort) => {
    const key = each.keys[sort.replace('-', '')]!;
    const order = sort.startsWith('-') ? sql`${key} desc, id desc` : sql`${key}, id`;
    const expected = await server.db.rows<{ id: string }>(sql`select id from ${each.table} order by ${order}`);
    const shown: string[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < 5; page += 1) {
      const { ids, next_cursor } = await each.rows({ sort, ...(cursor && { cursor }) });
      shown.push(...ids);
      cursor = next_cursor!;
    }
    expect(shown).toEqual(expected.slice(0, 5 * pageSize).map(({ id }) => id));
    for (const body of [{ sort }, { sort, cursor }])
      expect(await rowsReadFor(each, body)).toBeLessThan(pageSize * mostPerRow);
  });
});

it.each(queueSorts)('payments that wait, by %s, cost nothing of those that are done', async (sort) => {
  const { ids } = await lists.payments.rows({ view: 'waiting', sort });
  expect(ids).toHaveLength(past / 1000);
  expect(await rowsReadFor(lists.payments, { view: 'waiting', sort })).toBeLessThan(pageSize * mostPerRow);
});

it('takes a cursor of the same order only', async () => {
  const cursor = (await list({ sort: 'name' })).body.next_cursor!;
  expect((await list({ sort: 'name', cursor })).status).toBe(200);
  const [, id] = cursor.split(' ');
  const others = [
    { cursor },
    { cursor: id },
    { sort: '-name', cursor },
    { sort: 'since', cursor: `since ${id} 1` },
    { sort: 'name', cursor: `name ${id} a\u0001` },
    { sort: 'name', cursor: 'name 1 a' },
  ];
  const answers = await Promise.all(others.map(list));
  expect(answers.map(({ refusal }) => refusal.errors?.['cursor']?.[0]?.code)).toEqual(
    others.map(() => 'validation.identifier'),
  );
  expect((await list({ sort: 'manager' })).refusal.errors?.['sort']?.[0]?.code).toBe('validation.choice');
});

it('exports the rows in the same order, and puts names together whatever their case and accents', async () => {
  const officer = await server.register({ first_name: 'Zora', roles: ['client', 'compliance'] });
  const { body } = await server.call('GET /api/staff/clients/file', { as: officer, query: { sort: 'name' } });
  const rows = body.trimEnd().split('\r\n').slice(1);
  const { clients } = (await list({ sort: 'name' })).body;
  expect(rows.slice(0, pageSize).map((row) => row.split(',')[0])).toEqual(clients.map(({ id }) => id));
  const names = [...new Set(rows.map((row) => row.split(',')[1]))];
  expect(names).toEqual(['anna', 'Anna', 'Åsa', 'emil', 'Émile', 'Øyvind', 'Zoe', 'Zora', '李']);
});
