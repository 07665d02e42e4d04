import { afterAll, beforeAll, expect, it } from 'vitest';
import { emailsTo } from '#test/mailbox.ts';
import { startServer, type TestServer } from '#test/server.ts';

let server: TestServer;
let broker: TestServer;
beforeAll(async () => {
  server = await startServer();
  broker = await startServer({ env: { DEMO: '0' } });
});
afterAll(() => Promise.all([server.close(), broker.close()]));

const unknown = '00000000-0000-7000-8000-000000000000';

it('shows emails, the latest first, of one address or of all', async () => {
  const [ida, otto] = [await server.register(), await server.register()];
  await server.call('POST /api/password/email', { body: { email: ida.user.email } });
  const emails = await emailsTo(server, ida.user.email.toUpperCase());
  expect(emails.map(({ subject }) => subject)).toEqual([
    'Reset your Atrium password',
    'Welcome to Atrium: confirm your email address',
  ]);
  const all = (await server.call('GET /api/demo/mailbox')).body;
  expect(new Set(all.map(({ to }) => to))).toEqual(new Set([ida.user.email, otto.user.email]));
});

it('serves an email’s HTML for our own page to frame, and lets it run nothing', async () => {
  const ida = await server.register();
  const [email] = await emailsTo(server, ida.user.email);
  const response = await fetch(`${server.url}/api/demo/mailbox/${email?.id}/html`);
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
  const policy = response.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("frame-ancestors 'self'");
  expect(policy).toContain('sandbox allow-popups');
  expect(policy).not.toMatch(/script|allow-same-origin/);
  expect(response.headers.get('x-frame-options')).toBe('SAMEORIGIN');
});

it('names each link of an email by the words that stand on it', async () => {
  const ida = await server.register();
  const [email] = await emailsTo(server, ida.user.email);
  const { body } = await server.call('GET /api/demo/mailbox/:id', { params: { id: email?.id ?? '' } });
  expect(body.links).toHaveLength(1);
  expect(body.words).toEqual(['Confirm email']);
});

it('responds with 404 for an unknown email', async () => {
  expect((await server.call('GET /api/demo/mailbox/:id', { params: { id: unknown } })).status).toBe(404);
  expect((await server.call('GET /api/demo/mailbox/:id', { params: { id: 'x' } })).status).toBe(422);
  for (const id of [unknown, 'x']) {
    expect((await fetch(`${server.url}/api/demo/mailbox/${id}/html`)).status).toBe(404);
  }
});

it('does not exist at a real broker', async () => {
  const statuses = await Promise.all([
    broker.call('GET /api/demo/people'),
    broker.call('GET /api/demo/mailbox'),
    broker.call('GET /api/demo/mailbox/:id', { params: { id: unknown } }),
    fetch(`${broker.url}/api/demo/mailbox/${unknown}/html`),
  ]);
  expect(statuses.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
});
