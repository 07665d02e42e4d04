import { raw } from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { scopes } from '#contract/operator/names.ts';
import type { ApiClosure, ApiTransfer } from '#contract/operator/program-history.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { fillWarehouse } from '#test/compliance/warehouse.ts';
import { keyFor, type Program } from '#test/compliance/programs.ts';
import { registerBen, type Ben } from '#test/money/second-client.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';

/** What a data warehouse copies of how clients and their money came to what they are. */
let server: TestServer;
let admin: Session;
let warehouse: Program;
let ben: Ben;
beforeAll(async () => {
  server = await startServer();
  admin = await server.register({ roles: ['client', 'admin'] });
  const reading = scopes.filter((each) => ['clients:read', 'wallets:read', 'payments:read'].includes(each));
  warehouse = await keyFor(server, admin, { name: 'Warehouse', scopes: reading });
  ben = await registerBen(server);
  await fillWarehouse(server, admin, ben);
});
afterAll(() => server.close());

type Row = Record<string, unknown>;
type List = 'transfers' | 'payment-steps' | 'rates' | 'risk-ratings' | 'tier-changes' | 'closures' | 'legal-versions';
const ask = (list: List, query: Record<string, string> = {}, authorization = warehouse) =>
  server.call(`GET /api/operator/v1/${list}` as const, { query, headers: { authorization } });
const read = async (list: List, query: Record<string, string> = {}) =>
  (await ask(list, query)).body as unknown as { data: Row[]; next_cursor: string | null };
const ofBen = () => ({ client_id: ben.session.user.id });

/** The rows of a list that an act changes. */
async function changedBy(list: List, act: () => Promise<unknown>): Promise<Row[]> {
  server.clock.advance(1000);
  const updated_since = server.clock.now().toISOString();
  expect((await read(list, { updated_since })).data).toEqual([]);
  await act();
  server.clock.advance(1000);
  return (await read(list, { updated_since })).data;
}

it('each list shows what happened, of one client where it is asked for', async () => {
  const own = ofBen();
  expect((await read('transfers', own)).data).toMatchObject([
    { ...own, account: ben.ids['his account'], direction: 'out', currency: 'USD', amount: '25.00', state: 'pending' },
  ]);
  expect((await read('tier-changes', own)).data).toMatchObject([
    { ...own, from_tier: 'standard', tier: 'silver', source: 'metric', changed_by: null },
  ]);
  expect((await read('closures', own)).data).toMatchObject([{ ...own, reason: 'fees', outcome: 'cancelled' }]);
  const [rating] = (await read('risk-ratings', own)).data;
  expect(rating).toMatchObject({ ...own, was: null, rating: 'high', approval_request_id: null });
  expect(JSON.stringify(rating)).not.toContain('exposed');
  for (const list of ['transfers', 'tier-changes', 'closures', 'risk-ratings'] as const)
    expect((await read(list, { client_id: admin.user.id })).data).toEqual([]);
});

it('steps of a payment end with its state, and name who moved it', async () => {
  const payment_id = ben.ids['his deposit'] ?? '';
  const { state } = await server.db.one<{ state: string }>(sql`select state from payment where id = ${payment_id}`);
  const steps = (await read('payment-steps', { payment_id })).data;
  expect(steps[0]).toMatchObject({ ...ofBen(), payment_id, state });
  expect(steps.at(-1)).toMatchObject({ by_kind: 'client', by_id: ben.session.user.id });
  const all: Row[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const page = await read('payment-steps', { limit: '1', ...(cursor && { cursor }) });
    all.push(...page.data);
    cursor = page.next_cursor;
  }
  const { count } = await server.db.one<{ count: number }>(
    sql`select count(*)::int as count from payment_status_history`,
  );
  expect(new Set(all.map(({ id }) => id)).size).toBe(count);
  expect(all).toHaveLength(count);
});

it('a rate changes with its value, not when the same one is read again', async () => {
  const set = (to: string) => server.db.run(sql`update currency set usd_rate = ${to} where code = 'EUR'`);
  await set('1.2');
  expect(await changedBy('rates', () => set('1.2000'))).toEqual([]);
  expect(await changedBy('rates', () => set('1.25'))).toMatchObject([{ currency: 'EUR', usd_rate: '1.25' }]);
});

type Columns<Shown, Fixed extends keyof Shown> = Record<
  Exclude<keyof Shown, Fixed | 'id' | 'client_id' | 'updated_at'>,
  string
>;
const transfers: Columns<ApiTransfer, 'wallet_id' | 'account' | 'direction' | 'currency' | 'amount' | 'created_at'> = {
  state: 'state',
  settled_at: 'settled_at',
};
const closures: Columns<ApiClosure, 'reason' | 'requested_at'> = {
  outcome: 'outcome',
  closes_at: 'closes_at',
  ended_at: 'ended_at',
};
it.each([
  ['transfers', 'trading_transfer', transfers],
  ['closures', 'account_closure', closures],
] as const)('%s change with every field that may change', async (list, table, columns) => {
  const [{ id } = {}] = (await read(list, ofBen())).data;
  for (const column of Object.values(columns).map(raw)) {
    const rows = await changedBy(list, () =>
      server.db.run(sql`update ${raw(table)} set ${column} = ${column} where id = ${String(id)}`),
    );
    expect(rows.map((row) => row['id'])).toEqual([id]);
  }
});

it('a legal version is listed once it is published', async () => {
  const id = newId();
  const at = server.clock.now();
  const drafted = await changedBy('legal-versions', () =>
    server.db.run(sql`
      insert into legal_version (id, kind, number, created_at, created_by) values (${id}, 'risk', 1, ${at}, ${admin.user.id})`),
  );
  expect(drafted).toEqual([]);
  const published = await changedBy('legal-versions', () =>
    server.db.run(sql`
      update legal_version set published_at = ${at}, published_by = ${admin.user.id}, effective_on = '2026-12-24' where id = ${id}`),
  );
  expect(published).toMatchObject([{ id, document: 'risk', version: 1, effective_on: '2026-12-24' }]);
});

it('a key reads none of them without the scope', async () => {
  const other = await keyFor(server, admin, { name: 'Other', scopes: ['articles:read'] });
  for (const list of [
    'transfers',
    'payment-steps',
    'rates',
    'risk-ratings',
    'tier-changes',
    'closures',
    'legal-versions',
  ] as const)
    expect(await ask(list, {}, other)).toMatchObject({ status: 403, body: { code: 'operator.scope' } });
});
