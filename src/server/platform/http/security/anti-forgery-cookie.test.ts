import { afterAll, beforeAll, expect, it } from 'vitest';
import { stored } from '#contract/kernel/constants.ts';
import { storeCookies, type Browser } from '#test/browser.ts';
import { goodPassword, startServer, type Session, type TestServer } from '#test/server.ts';

let server: TestServer;
let ida: Session;
beforeAll(async () => {
  server = await startServer();
  ida = await server.register();
});
afterAll(() => server.close());

/** A program that loads no page. */
const program = (): Browser => ({ cookies: new Map(), address: '198.51.100.7' });

it('comes with the first response, so that a program that stores its cookies can sign in and continue', async () => {
  const as = program();
  const credentials = { email: ida.user.email, password: goodPassword };
  const { body } = await server.call('POST /api/login', { as, body: credentials });
  expect(as.cookies.has(stored.antiForgeryCookie)).toBe(true);
  Object.assign(as, 'token' in body ? { token: body.token } : {});
  expect((await server.call('POST /api/wallets', { as })).status).toBe(200);
});

it('comes with a refusal as well, and in place of one that is not ours', async () => {
  const as = program();
  as.cookies.set(stored.antiForgeryCookie, 'guess');
  expect((await server.call('GET /api/legal', { as })).status).toBe(200);
  expect(as.cookies.get(stored.antiForgeryCookie)).not.toBe('guess');
  const other = program();
  expect((await server.call('POST /api/wallets', { as: other })).status).toBe(401);
  expect(other.cookies.has(stored.antiForgeryCookie)).toBe(true);
});

it('is not set for callers who have one, for programs with keys, and with cacheable responses', async () => {
  const again = await server.call('POST /api/wallets', { as: ida });
  expect(again.headers.getSetCookie()).toEqual([]);
  const key = await server.call('GET /api/operator/v1/clients', { headers: { 'x-forwarded-for': '198.51.100.8' } });
  expect([key.status, key.headers.getSetCookie()]).toEqual([401, []]);
  const open = await fetch(`${server.url}/api/openapi.json`);
  storeCookies(program(), open);
  expect(open.headers.getSetCookie()).toEqual([]);
});
