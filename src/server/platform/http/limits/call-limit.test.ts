import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../db/sql.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';

const max = 60;

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ env: { CALLS_PER_MINUTE: String(max) } });
});
afterAll(() => server.close());

const request = (as: Session) => server.call('POST /api/settings/sessions', { as });
async function responsesTo(as: Session, times: number) {
  const responses = await Promise.all(Array.from({ length: times }, () => request(as)));
  return responses.map(({ status }) => status);
}

describe('all calls of one person together', () => {
  it('are served up to the limit, and refused above it until the minute is over', async () => {
    const ida = await server.register();
    const first = await responsesTo(ida, max);
    expect(first.filter((status) => status === 200)).toHaveLength(max);
    const { status, refusal, headers } = await request(ida);
    expect([status, refusal.code]).toEqual([429, 'http.too_many']);
    const wait = Number(headers.get('retry-after'));
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(60);
    server.clock.advance(wait * 1000);
    expect((await request(ida)).status).toBe(200);
  });

  it('are one count, for any endpoint and from any address', async () => {
    const ida = await server.register();
    await responsesTo(ida, max);
    const elsewhere = { ...ida, address: '203.0.113.77' };
    expect((await server.call('POST /api/wallets', { as: elsewhere })).refusal.code).toBe('http.too_many');
  });

  it('do not count against other callers, nor against pages', async () => {
    const [ida, ben] = [await server.register(), await server.register()];
    await responsesTo(ida, max + 10);
    expect((await request({ ...ben, address: ida.address })).status).toBe(200);
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  });

  it('are shared with other instances in blocks', async () => {
    const ida = await server.register();
    await server.db.run(sql`delete from rate_window`);
    await responsesTo(ida, 49);
    expect(await server.db.rows(sql`select hits from rate_window`)).toEqual([]);
    await request(ida);
    expect(await server.db.rows(sql`select hits from rate_window`)).toEqual([{ hits: 50 }]);
    // Another instance shares its count.
    await server.db.run(sql`update rate_window set hits = hits + ${max}`);
    await responsesTo(ida, 50);
    expect((await request(ida)).status).toBe(429);
  });
});

describe('calls without a session', () => {
  it('are counted by address, which many people may share', async () => {
    const guest = () => ({ ...server.browser(), address: '198.51.100.20' });
    const call = () => server.call('POST /api/client-info', { as: guest() });
    const responses = await Promise.all(Array.from({ length: 5 * max + 1 }, call));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(5 * max);
    expect((await server.call('POST /api/client-info', { as: server.browser() })).status).toBe(200);
  });

  it('are counted by the network of an IPv6 address', async () => {
    const call = (_: unknown, host: number) =>
      server.call('POST /api/client-info', {
        as: { ...server.browser(), address: `2001:db8:9:1::${host.toString(16)}` },
      });
    const responses = await Promise.all(Array.from({ length: 5 * max + 1 }, call));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(5 * max);
  });

  it('a key counts as no caller where it may not be used, and for endpoints that no key opens', async () => {
    const admin = await server.register({ roles: ['client', 'admin'] });
    const made = await server.call('POST /api/staff/operator/keys/create', {
      as: admin,
      body: { name: 'CRM', scopes: ['clients:read'], addresses: ['203.0.113.40'], current_password: admin.password },
    });
    const authorization = `Bearer ${made.body.secret}`;
    const times = 5 * max + 1;
    const from = async (address: string, route: 'GET /api/operator/v1/clients' | 'GET /api/demo/people') => {
      const headers = { authorization, 'x-forwarded-for': address };
      const responses = await Promise.all(Array.from({ length: times }, () => server.call(route, { headers })));
      return responses.map(({ status }) => status).toSorted((a, b) => a - b);
    };
    expect((await from('203.0.113.40', 'GET /api/operator/v1/clients')).at(-1)).toBe(200);
    expect((await from('203.0.113.41', 'GET /api/operator/v1/clients')).slice(-2)).toEqual([403, 429]);
    expect((await from('203.0.113.40', 'GET /api/demo/people')).slice(-2)).toEqual([200, 429]);
  });
});
