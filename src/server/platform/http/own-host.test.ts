import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startServer, type TestServer } from '#test/server.ts';
import { openSockets } from '#test/socket.ts';
import { readConfig } from '../config/config.ts';

let server: TestServer;
const sockets = openSockets(() => server);
beforeAll(async () => {
  server = await startServer({ env: { APP_HOSTS: 'www.atrium.test, [2001:db8::1]' } });
});
afterEach(() => sockets.end());
afterAll(() => server.close());

const request = (url: string, headers: Record<string, string>) => server.app.http.inject({ url, headers });

describe('a host name', () => {
  it.each([
    ['that of APP_URL', { host: 'atrium.test' }],
    ['that in capitals and with a port', { host: 'ATRIUM.test:8443' }],
    ['one of APP_HOSTS', { host: 'www.atrium.test' }],
    ['an address of APP_HOSTS', { host: '[2001:db8::1]:3000' }],
    ['loopback outside production', { host: '127.0.0.1:3000' }],
    ['the one that the proxy names', { host: 'internal', 'x-forwarded-host': 'atrium.test' }],
  ])('is ours: %s', async (_, headers) => {
    expect((await request('/api/legal', headers)).statusCode).toBe(200);
    expect(await sockets.status({ headers })).toBe(101);
  });

  it.each([
    ['another', { host: 'evil.example' }],
    ['one that begins as ours', { host: 'atrium.test.evil.example' }],
    ['one that ends as ours', { host: 'notatrium.test' }],
    ['one with a name before it', { host: 'evil.example@atrium.test' }],
    ['another by the proxy', { host: 'atrium.test', 'x-forwarded-host': 'evil.example' }],
    ['another by the proxy, after what the caller wrote', { 'x-forwarded-host': 'atrium.test, evil.example' }],
  ])('is not ours: %s', async (_, headers) => {
    for (const url of ['/api/legal', '/en/login', '/api/openapi.json']) {
      const response = await request(url, headers);
      expect([response.statusCode, response.json<{ code: string }>().code]).toEqual([421, 'http.host']);
    }
    expect(await sockets.status({ headers })).toBe(421);
  });

  it('does not count for monitoring of an instance', async () => {
    for (const url of ['/healthz', '/readyz', '/metrics'])
      expect((await request(url, { host: '10.1.2.3:3000' })).statusCode).toBe(200);
  });
});

it('has no loopback names in production', () => {
  const production = { NODE_ENV: 'production', DEMO: '0', APP_SECRET: 'p4zS/QkXm2eVtUo7yTqN8wLr5cBf1hJd' };
  const given = { ...production, MARKET_FEED: 'http', MARKET_FEED_URL: 'https://prices.example.com' };
  expect(readConfig({ ...given, APP_URL: 'https://Client.example.com:8443/' }).hosts).toEqual(['client.example.com']);
});

it.each(['https://atrium.test', 'atrium.test:80', 'a b', '*.test'])('takes no APP_HOSTS like %s', (hosts) => {
  expect(() => readConfig({ APP_HOSTS: hosts })).toThrow('APP_HOSTS');
});
