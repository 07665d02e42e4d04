import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Route } from '#contract/api.ts';
import { operatorApiEndpoints } from '#contract/operator/program-endpoints.ts';
import { scopeOfTwo, scopes } from '#contract/operator/names.ts';
import { newApiKey } from '#server/platform/secrets/api-key.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { registerBen, type Ben } from '#test/money/second-client.ts';
import { startServer, type CallOptions, type TestServer } from '#test/server.ts';

/** What a key reads: all clients’, page by page, and nothing secret. */
let server: TestServer;
let ben: Ben;
let authorization: string;
beforeAll(async () => {
  server = await startServer();
  ben = await registerBen(server);
  const admin = await server.register({ roles: ['client', 'admin'] });
  const { secret, hash, hint } = newApiKey(server.config, 'test');
  const [id, now] = [newId(), server.clock.now()];
  await server.db.run(sql`
    insert into operator_key (id, name, scopes, created_by, created_at)
    values (${id}, 'Back office', ${scopes.filter((scope) => scope !== scopeOfTwo)}, ${admin.user.id}, ${now})`);
  await server.db.run(sql`
    insert into operator_key_secret (hash, key_id, hint, created_at, created_by) values (${hash}, ${id}, ${hint}, ${now}, ${admin.user.id})`);
  authorization = `Bearer ${secret}`;
});
afterAll(() => server.close());

const get = <R extends Route>(route: R, how: CallOptions = {}) =>
  server.call(route, { ...how, headers: { authorization } });
const client = () => ben.session.user.id;

/** Every row of a list, three at a time. */
async function all(route: Route, query: Record<string, string> = {}) {
  const rows: Record<string, unknown>[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const response = await get(route, { query: { ...query, limit: '3', ...(cursor ? { cursor } : {}) } });
    expect(response.status).toBe(200);
    const { data, next_cursor } = response.body as unknown as {
      data: Record<string, unknown>[];
      next_cursor: string | null;
    };
    rows.push(...data);
    cursor = next_cursor;
  }
  return rows;
}

describe('lists', () => {
  it.each([
    ['GET /api/operator/v1/clients', sql`person`],
    ['GET /api/operator/v1/accounts', sql`trading_account`],
    ['GET /api/operator/v1/wallets', sql`wallet`],
    ['GET /api/operator/v1/payments', sql`payment`],
    ['GET /api/operator/v1/ipo/applications', sql`ipo_application`],
    ['GET /api/operator/v1/ipo/offerings', sql`ipo_offering where state <> 'draft'`],
  ] as const)('%s names each row once, page by page', async (route, table) => {
    const rows = await all(route);
    const { count } = await server.db.one<{ count: number }>(sql`select count(*)::int as count from ${table}`);
    expect(count).toBeGreaterThan(0);
    expect(new Set(rows.map((row) => row['id'] ?? row['number'])).size).toBe(count);
    expect(rows).toHaveLength(count);
  });

  it.each([
    [sql`frozen_at = now()`, 'frozen'],
    [sql`frozen_at = now(), email_disputed_at = now()`, 'disputed'],
    [sql`frozen_at = now(), email_disputed_at = now(), blocked_at = now()`, 'blocked'],
  ])('show whether a client can sign in: %#', async (change, state) => {
    const { user } = await server.register();
    await server.db.run(sql`update person set ${change} where id = ${user.id}`);
    expect((await all('GET /api/operator/v1/clients', { email: user.email })).map((each) => each['state'])).toEqual([
      state,
    ]);
    expect((await get('GET /api/operator/v1/clients/:id', { params: { id: user.id } })).body).toMatchObject({ state });
  });

  it("find one client and the client's data", async () => {
    const [found, ...others] = await all('GET /api/operator/v1/clients', { email: ben.session.user.email });
    expect(found).toMatchObject({ id: client(), first_name: 'Benedikt', state: 'active' });
    expect(others).toEqual([]);
    expect(await all('GET /api/operator/v1/clients', { email: 'nobody@example.com' })).toEqual([]);
    for (const route of ['accounts', 'wallets', 'payments', 'ipo/applications'] as const) {
      const rows = await all(`GET /api/operator/v1/${route}`, { client_id: client() });
      expect(rows.length).toBeGreaterThan(0);
      expect(rows.every((row) => row['client_id'] === client())).toBe(true);
      expect(await all(`GET /api/operator/v1/${route}`, { client_id: newId() })).toEqual([]);
    }
  });

  it('return money as decimals with their currency', async () => {
    const wallets = await all('GET /api/operator/v1/wallets', { client_id: client() });
    const wallet = wallets.find(({ kind }) => kind === 'main');
    expect(wallet?.['available']).toMatch(/^\d+\.\d{2}$/);
    const { body } = await get('GET /api/operator/v1/wallets/:id/operations', {
      params: { id: String(wallet?.['id']) },
    });
    expect(body.data[0]).toMatchObject({
      currency: wallet?.['currency'],
      balance_after: expect.stringMatching(/^\d+\.\d{2}$/),
    });
  });

  it('leave out what did not change since', async () => {
    const later = new Date(server.clock.now().getTime() + 1000).toISOString();
    expect(await all('GET /api/operator/v1/payments', { updated_since: later })).toEqual([]);
    expect(await all('GET /api/operator/v1/ipo/applications', { updated_since: later })).toEqual([]);
  });
});

describe('a single object', () => {
  it('is found by its id', async () => {
    const [payment] = await all('GET /api/operator/v1/payments', { client_id: client() });
    const { body } = await get('GET /api/operator/v1/payments/:id', { params: { id: String(payment?.['id']) } });
    expect(body).toEqual(payment);
    expect((await get('GET /api/operator/v1/clients/:id', { params: { id: client() } })).body.email).toBe(
      ben.session.user.email,
    );
    const { body: status } = await get('GET /api/operator/v1/clients/:id/verification', { params: { id: client() } });
    expect(status).toMatchObject({ client_id: client(), level: expect.any(Number), documents: expect.any(Array) });
  });

  it.each(
    Object.entries(operatorApiEndpoints).filter(
      ([, { route, ...endpoint }]) => route.startsWith('GET') && 'refusals' in endpoint,
    ),
  )('%s is refused where there is none', async (_, { route }) => {
    const response = await get(route, { params: { id: newId() } });
    expect([response.status, response.refusal.code]).toEqual([404, 'http.not_found']);
  });
});

it('does not accept a session, and a key opens no endpoint that is for people', async () => {
  expect((await server.call('GET /api/operator/v1/clients', { as: ben.session })).status).toBe(401);
  expect((await server.call('POST /api/wallets', { headers: { authorization } })).status).toBe(401);
});
