import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#server/platform/db/sql.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';

const most = 60;

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ env: { CALLS_PER_MINUTE: String(most) } });
});
afterAll(() => server.close());

const ask = (as: Session) => server.call('POST /api/settings/sessions', { as });
async function answersTo(as: Session, times: number) {
  const answers = await Promise.all(Array.from({ length: times }, () => ask(as)));
  return answers.map(({ status }) => status);
}

describe('all calls of one person together', () => {
  it('are served up to the limit, and refused above it until the minute is over', async () => {
    const ida = await server.register();
    const first = await answersTo(ida, most);
    expect(first.filter((status) => status === 200)).toHaveLength(most);
    const { status, refusal, headers } = await ask(ida);
    expect([status, refusal.code]).toEqual([429, 'http.too_many']);
    const wait = Number(headers.get('retry-after'));
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(60);
    server.clock.advance(wait * 1000);
    expect((await ask(ida)).status).toBe(200);
  });

  it('are one count, whatever is called and from wherever', async () => {
    const ida = await server.register();
    await answersTo(ida, most);
    const elsewhere = { ...ida, address: '203.0.113.77' };
    expect((await server.call('POST /api/wallets', { as: elsewhere })).refusal.code).toBe('http.too_many');
  });

  it('do not count against anybody else, nor against pages', async () => {
    const [ida, ben] = [await server.register(), await server.register()];
    await answersTo(ida, most + 10);
    expect((await ask({ ...ben, address: ida.address })).status).toBe(200);
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  });

  it('are told to other instances by the block', async () => {
    const ida = await server.register();
    await server.db.run(sql`delete from rate_window`);
    await answersTo(ida, 49);
    expect(await server.db.rows(sql`select hits from rate_window`)).toEqual([]);
    await ask(ida);
    expect(await server.db.rows(sql`select hits from rate_window`)).toEqual([{ hits: 50 }]);
    // Another instance tells what it counted.
    await server.db.run(sql`update rate_window set hits = hits + ${most}`);
    await answersTo(ida, 50);
    expect((await ask(ida)).status).toBe(429);
  });
});

describe('calls of nobody signed in', () => {
  it('are counted by address, of which a whole house may share one', async () => {
    const guest = () => ({ ...server.browser(), address: '198.51.100.20' });
    const call = () => server.call('POST /api/client-info', { as: guest() });
    const answers = await Promise.all(Array.from({ length: 5 * most + 1 }, call));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5 * most);
    expect((await server.call('POST /api/client-info', { as: server.browser() })).status).toBe(200);
  });

  it('are counted by the network of an IPv6 address', async () => {
    const call = (_: unknown, host: number) =>
      server.call('POST /api/client-info', {
        as: { ...server.browser(), address: `2001:db8:9:1::${host.toString(16)}` },
      });
    const answers = await Promise.all(Array.from({ length: 5 * most + 1 }, call));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5 * most);
  });

  it('a key is nobody where it may not be used, and for what no key opens', async () => {
    const admin = await server.register({ roles: ['client', 'admin'] });
    const made = await server.call('POST /api/staff/operator/keys/create', {
      as: admin,
      body: { name: 'CRM', scopes: ['clients:read'], addresses: ['203.0.113.40'], current_password: admin.password },
    });
    const authorization = `Bearer ${made.body.secret}`;
    const times = 5 * most + 1;
    const from = async (address: string, route: 'GET /api/operator/v1/clients' | 'GET /api/demo/people') => {
      const headers = { authorization, 'x-forwarded-for': address };
      const answers = await Promise.all(Array.from({ length: times }, () => server.call(route, { headers })));
      return answers.map(({ status }) => status).toSorted((a, b) => a - b);
    };
    expect((await from('203.0.113.40', 'GET /api/operator/v1/clients')).at(-1)).toBe(200);
    expect((await from('203.0.113.41', 'GET /api/operator/v1/clients')).slice(-2)).toEqual([403, 429]);
    expect((await from('203.0.113.40', 'GET /api/demo/people')).slice(-2)).toEqual([200, 429]);
  });
});
