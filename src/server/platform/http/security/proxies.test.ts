import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startServer, type TestServer } from '#test/server.ts';
import { openSockets } from '#test/socket.ts';
import { readConfig } from '../../config/config.ts';

let server: TestServer;
const sockets = openSockets(() => server);
beforeAll(async () => void (server = await startServer({ env: { TRUST_PROXY: '10.0.0.0/8, 2001:db8::/32' } })));
afterEach(() => sockets.end());
afterAll(() => server.close());

const request = (remoteAddress: string, url: string, headers: Record<string, string>) =>
  server.app.http.inject({ url, remoteAddress, headers: { host: 'atrium.test', ...headers } });

describe.each([
  ['a proxy of the list', '10.1.2.3', true],
  ['one that is seen by an IPv6 socket', '::ffff:10.1.2.3', true],
  ['one by IPv6', '2001:db8::7', true],
  ['anybody else', '192.0.2.1', false],
])('the headers of %s', (_, peer, isBelieved) => {
  it(`${isBelieved ? 'are' : 'are not'} believed`, async () => {
    const figures = await request(peer, '/metrics', { 'x-forwarded-for': '127.0.0.1' });
    expect(figures.statusCode).toBe(isBelieved ? 200 : 404);
    const renamed = await request(peer, '/api/legal', { 'x-forwarded-host': 'evil.example' });
    expect(renamed.statusCode).toBe(isBelieved ? 421 : 200);
    const named = await request(peer, '/api/legal', { host: 'internal', 'x-forwarded-host': 'atrium.test' });
    expect(named.statusCode).toBe(isBelieved ? 200 : 421);
    for (const path of ['/api/legal', '/api/%zz']) {
      const secure = await request(peer, path, { 'x-forwarded-proto': 'https' });
      expect([path, 'strict-transport-security' in secure.headers]).toEqual([path, isBelieved]);
    }
  });
});

it('a socket from outside of the list is judged by its own headers', async () => {
  const named = { host: 'internal', 'x-forwarded-host': 'atrium.test' };
  expect(await sockets.status({ headers: named })).toBe(421);
  expect(await sockets.status({ headers: { host: 'atrium.test', 'x-forwarded-host': 'evil.example' } })).toBe(101);
  const secure = { 'x-forwarded-proto': 'https', origin: 'https://127.0.0.1' };
  expect(await sockets.status({ headers: { host: '127.0.0.1', ...secure } })).toBe(403);
});

it.each([
  ['1', '192.0.2.1', true],
  ['true', '192.0.2.1', true],
  ['0', '127.0.0.1', false],
  ['', '127.0.0.1', false],
  ['127.0.0.1', '127.0.0.1', true],
  ['127.0.0.1', '127.0.0.2', false],
  ['10.0.0.0/8,127.0.0.1', '10.255.0.1', true],
  ['10.0.0.0/8,127.0.0.1', '11.0.0.1', false],
  ['::1', '::1', true],
  ['fe80::/10', 'fe80::1%eth0', true],
  ['fe80::/10', 'none', false],
  ['10.0.0.0/8', undefined, false],
])('TRUST_PROXY=%s of a connection from %s: %s', (setting, peer, expected) => {
  expect(readConfig({ TRUST_PROXY: setting }).isProxy(peer)).toBe(expected);
});

it.each(['2', 'yes', '10.0.0.0/33', '10.0.0.0/8,', '1,10.0.0.0/8', 'proxy.example.com', '10.0.0'])(
  'takes no TRUST_PROXY like %s',
  (setting) => {
    expect(() => readConfig({ TRUST_PROXY: setting })).toThrow(
      'TRUST_PROXY: is 1, 0, or the networks of the proxies, separated by commas',
    );
  },
);
