import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startServer, type TestServer } from '#test/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

let callers = 0;
/** Calls from a network of its own. */
function request(url: string, headers: Record<string, string> = {}) {
  callers += 1;
  return server.app.http.inject({ url, headers: { 'x-forwarded-for': `203.0.113.${callers}`, ...headers } });
}

it('is described once, and not sent again to a client that has it', async () => {
  const describe = vi.spyOn(server.app.http, 'swagger');
  const first = await request('/api/openapi.json');
  const again = await request('/api/openapi.json');
  expect([first.statusCode, again.statusCode, again.body === first.body]).toEqual([200, 200, true]);
  expect(describe).toHaveBeenCalledTimes(1);
  const tag = String(first.headers.etag);
  for (const known of [tag, `W/${tag}`, `"other", ${tag}`]) {
    const same = await request('/api/openapi.json', { 'if-none-match': known });
    expect([same.statusCode, same.body, same.headers.etag]).toEqual([304, '', tag]);
  }
  expect((await request('/api/openapi.json', { 'if-none-match': '"other"' })).statusCode).toBe(200);
});

it.each([
  ['/api/openapi.json', /^application\/json/],
  ['/api/docs/', /^text\/html/],
  ['/api/docs/json', /^application\/json/],
  ['/api/docs/static/swagger-ui-bundle.js', /javascript/],
])('%s is packed for those who take gzip, first and later', async (url, type) => {
  for (let turn = 0; turn < 2; turn++) {
    const packed = await request(url, { 'accept-encoding': 'br, gzip' });
    expect([packed.statusCode, packed.headers['content-encoding'], packed.headers.vary]).toEqual([
      200,
      'gzip',
      'accept-encoding',
    ]);
    expect(packed.headers['content-type']).toMatch(type);
    const plain = await request(url, { 'accept-encoding': 'gzip;q=0' });
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(gunzipSync(packed.rawPayload).equals(plain.rawPayload)).toBe(true);
    expect(plain.rawPayload.length).toBeGreaterThan(packed.rawPayload.length);
  }
});

it('keeps its content policy when it is sent from memory', async () => {
  const policies = [await request('/api/docs/'), await request('/api/docs/')].map(
    ({ headers }) => headers['content-security-policy'],
  );
  expect(policies[1]).toBe(policies[0]);
  expect(policies[1]).toContain("style-src 'self' 'unsafe-inline'");
});

it('has one address, whatever query is added', async () => {
  const response = await request('/api/docs/?a=1');
  expect([response.statusCode, response.headers.location]).toEqual([308, '/api/docs/']);
  expect((await request('/api/openapi.json?a=1')).headers.location).toBe('/api/openapi.json');
});

it('is limited by network', async () => {
  const from = (host: number) => ({ 'x-forwarded-for': `2001:db8:7:1::${host.toString(16)}` });
  const statuses: number[] = [];
  for (let call = 1; call <= 121; call++) statuses.push((await request('/api/openapi.json', from(call))).statusCode);
  expect([statuses.slice(0, 120).every((status) => status === 200), statuses[120]]).toEqual([true, 429]);
  expect((await request('/api/docs/', from(999))).statusCode).toBe(429);
  expect((await request('/api/docs/', { 'x-forwarded-for': '2001:db8:8::1' })).statusCode).toBe(200);
});
