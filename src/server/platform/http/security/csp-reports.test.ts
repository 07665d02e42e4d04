import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../db/sql.ts';
import { startServer, type TestServer } from '#test/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const secret = 'S3cretT0kenOfAMail';
const page = `http://atrium.test/en/restore-code/${secret}?next=${secret}#${secret}`;

/** What a browser without the Reporting API sends, for `report-uri`. */
const single = (fields: Record<string, unknown> = {}) => ({
  'csp-report': {
    'document-uri': page,
    referrer: page,
    'violated-directive': "script-src 'self'",
    'effective-directive': 'script-src-elem',
    'original-policy': "default-src 'none'",
    'blocked-uri': `https://evil.example/x.js?${secret}#${secret}`,
    'source-file': `http://atrium.test/assets/index-abc123.js?${secret}`,
    'script-sample': secret,
    ...fields,
  },
});

/** What a browser with it sends, for `report-to`. */
const violation = (fields: Record<string, unknown> = {}) => ({
  type: 'csp-violation',
  age: 10,
  url: page,
  user_agent: 'Mozilla/5.0',
  body: {
    documentURL: page,
    effectiveDirective: 'script-src-elem',
    blockedURL: `https://evil.example/x.js?${secret}`,
    sourceFile: 'http://atrium.test/assets/index-abc123.js',
    sample: secret,
    disposition: 'enforce',
    ...fields,
  },
});

let networks = 0;
function send(body: unknown, { type = 'application/reports+json', from = '', headers = {} } = {}) {
  networks += 1;
  return server.app.http.inject({
    method: 'POST',
    url: '/api/csp-reports',
    headers: {
      'content-type': type,
      'x-forwarded-for': from || `198.51.100.${networks}`,
      host: 'atrium.test',
      ...headers,
    },
    payload: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

async function figures(): Promise<Record<string, number>> {
  const { values } = await server.app.metrics.cspViolations.get();
  return Object.fromEntries(values.map(({ labels, value }) => [`${labels.directive} ${labels.blocked}`, value]));
}

const lines = () => server.logged.filter((line) => line.includes('violated the content policy'));

/** What one report adds to the figures and to the log. */
async function noted(action: () => Promise<unknown>) {
  const [before, logged] = [await figures(), lines().length];
  await action();
  const after = await figures();
  const counted = Object.entries(after).filter(([name, value]) => value !== (before[name] ?? 0));
  return { counted: counted.map(([name]) => name), logged: lines().slice(logged) };
}

describe('every answer', () => {
  it.each(['/healthz', '/api/docs/', '/api/nothing'])('of %s names where violations are reported', async (url) => {
    const { headers } = await server.app.http.inject({ url, headers: { host: 'atrium.test' } });
    expect(headers['reporting-endpoints']).toBe('csp="/api/csp-reports"');
    expect(headers['content-security-policy']).toMatch(/report-uri \/api\/csp-reports; ?report-to csp/);
  });
});

describe('a violation', () => {
  it.each([
    ['application/csp-report', single()],
    ['application/reports+json', [violation()]],
  ])('arrives as %s, without a session, and is counted and logged without its secrets', async (type, body) => {
    server.clock.advance(3_600_000);
    const { counted, logged } = await noted(async () => {
      const response = await send(body, { type, headers: { cookie: 'token=whatever' } });
      expect([response.statusCode, response.body, response.headers['set-cookie']]).toEqual([204, '', undefined]);
    });
    expect(counted).toEqual(['script-src-elem https://evil.example']);
    expect(logged.map((line) => (JSON.parse(line) as { csp: unknown }).csp)).toEqual([
      {
        directive: 'script-src-elem',
        blocked: 'https://evil.example',
        page: '/en/restore-code',
        source: '/assets/index-abc123.js',
      },
    ]);
    expect(logged.join()).not.toContain(secret);
  });

  it('is logged once an hour, and counted each time', async () => {
    server.clock.advance(3_600_000);
    const sent = [violation({ blockedURL: 'inline', sourceFile: page })];
    const first = await noted(() => send(sent));
    const again = await noted(() => send(sent));
    server.clock.advance(3_600_000);
    const later = await noted(() => send(sent));
    expect([first, again, later].map(({ logged }) => logged.length)).toEqual([1, 0, 1]);
    expect([first, again, later].map(({ counted }) => counted)).toEqual(
      Array.from({ length: 3 }, () => ['script-src-elem inline']),
    );
    expect(first.logged.join()).not.toContain(secret);
  });

  it('writes nothing to the database', async () => {
    await server.db.run(sql`delete from rate_window`);
    for (let turn = 0; turn < 55; turn++) await send([violation()], { from: '203.0.113.9' });
    expect(await server.db.rows(sql`select key from rate_window`)).toEqual([]);
  });
});

describe('nothing is noted of', () => {
  it.each([
    ['an extension that was blocked', { blockedURL: 'chrome-extension://abc/x.js' }],
    ['an extension by its scheme alone', { blockedURL: 'moz-extension' }],
    ['what an extension loads', { sourceFile: 'safari-web-extension://abc/x.js' }],
    ['about:', { blockedURL: 'about:blank' }],
    ['data:', { blockedURL: 'data' }],
    ['a page elsewhere', { documentURL: 'https://elsewhere.example/en/login' }],
    ['a page without an address', { documentURL: undefined }],
  ])('%s', async (_, fields) => {
    const { counted, logged } = await noted(async () => expect((await send([violation(fields)])).statusCode).toBe(204));
    expect([counted, logged]).toEqual([[], []]);
  });

  it('reports of other types', async () => {
    const { counted } = await noted(() => send([{ type: 'deprecation', body: { id: 'x' } }]));
    expect(counted).toEqual([]);
  });
});

describe('what is no report', () => {
  it.each([
    ['of another type', { a: 1 }, 'application/json', 415],
    ['as a form', 'a=1', 'application/x-www-form-urlencoded', 415],
    ['that is no JSON', '{', 'application/csp-report', 400],
    ['in neither form', { a: 1 }, 'application/csp-report', 400],
    ['of 32 kB', [violation({ sample: 'x'.repeat(33_000) })], 'application/reports+json', 413],
  ])('a body %s is refused', async (_, body, type, status) => {
    expect((await send(body, { type })).statusCode).toBe(status);
  });
});

it('what strangers make up adds few labels and few lines', async () => {
  server.clock.advance(3_600_000);
  const { logged } = await noted(async () => {
    for (let at = 0; at < 15; at++) {
      const made = Array.from({ length: 30 }, (_, n) =>
        violation({ effectiveDirective: `x-${at}-${n}`, blockedURL: `https://h${at}-${n}.example/` }),
      );
      expect((await send(made)).statusCode).toBe(204);
    }
  });
  expect(logged.length).toBeLessThanOrEqual(100);
  expect(Object.keys(await figures()).length).toBeLessThanOrEqual(60);
  expect((await figures())['other other']).toBeGreaterThan(100);
});

it('is limited by network', async () => {
  const from = (host: number) => ({ from: `2001:db8:9:1::${host.toString(16)}` });
  const statuses: number[] = [];
  for (let turn = 1; turn <= 61; turn++) statuses.push((await send([violation()], from(turn))).statusCode);
  expect([statuses.slice(0, 60).every((status) => status === 204), statuses[60]]).toEqual([true, 429]);
  expect((await send([violation()], { from: '2001:db8:a::1' })).statusCode).toBe(204);
  server.clock.advance(60_000);
  expect((await send([violation()], from(1))).statusCode).toBe(204);
});
