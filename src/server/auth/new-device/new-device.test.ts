import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Browser } from '#test/browser.ts';
import { emailsTo } from '#test/mailbox.ts';
import { setUpPasskey } from '#test/auth/passkey.ts';
import { setUpTotp } from '#test/auth/second-factor.ts';
import { goodPassword, startServer, type TestServer } from '#test/server.ts';

vi.setConfig({ testTimeout: 90_000 });

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ env: { NEW_DEVICE_CODE: '1', COUNTRY_HEADER: 'CF-IPCountry' } });
});
afterAll(() => server.close());

const logIn = async (email: string, as: Browser = server.browser(), country?: string) =>
  server.call('POST /api/login', {
    as,
    body: { email, password: goodPassword },
    ...(country && { headers: { 'cf-ipcountry': country } }),
  });

async function challengeOf(email: string, as: Browser = server.browser()) {
  const { body } = await logIn(email, as);
  if (!('challenge' in body)) throw new Error('signed in without a mailed code');
  return { as, ...body };
}

const response = (challenge: string, code: string, as: Browser = server.browser()) =>
  server.call('POST /api/login/second-factor', { as, body: { challenge, code } });

const codeTo = async (email: string) => /^\d{6}/.exec((await emailsTo(server, email))[0]?.subject ?? '')?.[0] ?? '';
const codesOf = (refusal: { code: string; errors?: Record<string, { code: string }[]> }) =>
  refusal.errors?.['code']?.map(({ code }) => code) ?? [refusal.code];
const wrongFor = (code: string) => (code === '000000' ? '000001' : '000000');

it('requires an emailed code from a new device, and none from a known one', async () => {
  const ida = await server.register();
  const { email } = ida.user;
  expect('token' in (await logIn(email, ida)).body).toBe(true);
  const { challenge, methods, as } = await challengeOf(email);
  expect(methods).toEqual(['email']);
  const code = await codeTo(email);
  const [message] = await emailsTo(server, email);
  expect(message?.links[0]).toMatch(/\/en\/freeze\/[\w-]{43}$/);
  const done = await response(challenge, code, as);
  expect([done.status, 'token' in done.body]).toEqual([200, true]);
  expect('token' in (await logIn(email, as)).body).toBe(true);
  expect('challenge' in (await logIn(email)).body).toBe(true);
});

it('requires one in a new country too, as the proxy reports it', async () => {
  const ida = await server.register();
  const first = await logIn(ida.user.email, ida, 'DE');
  expect(first.body).toMatchObject({ methods: ['email'] });
  if ('challenge' in first.body) await response(first.body.challenge, await codeTo(ida.user.email), ida);
  // The response came without a country, so only the device is known by it.
  expect((await logIn(ida.user.email, ida, 'DE')).body).toMatchObject({ methods: ['email'] });
  expect('token' in (await logIn(ida.user.email, ida, 'XX')).body).toBe(true);
});

it('knows a country once the client has signed in there', async () => {
  const ida = await server.register();
  const { email } = ida.user;
  const started = await logIn(email, ida, 'FR');
  const body = { challenge: 'challenge' in started.body ? started.body.challenge : '', code: await codeTo(email) };
  await server.call('POST /api/login/second-factor', { as: ida, body, headers: { 'cf-ipcountry': 'FR' } });
  expect('token' in (await logIn(email, ida, 'FR')).body).toBe(true);
  expect('challenge' in (await logIn(email, ida, 'US')).body).toBe(true);
});

it('does not accept the cookie of another client', async () => {
  const [ida, mia] = [await server.register(), await server.register()];
  const as = server.browser();
  as.cookies.set('device', ida.cookies.get('device') ?? '');
  expect('challenge' in (await logIn(mia.user.email, as)).body).toBe(true);
  const { challenge } = await challengeOf(mia.user.email, as);
  await response(challenge, await codeTo(mia.user.email), as);
  expect(as.cookies.get('device')).not.toBe(ida.cookies.get('device'));
});

it('accepts a code once, of any number at once, and only of its own challenge', async () => {
  const { email } = (await server.register()).user;
  const { challenge } = await challengeOf(email);
  const code = await codeTo(email);
  const many = await Promise.all(Array.from({ length: 6 }, () => response(challenge, code)));
  expect(many.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(codesOf((await response(challenge, code)).refusal)).toEqual(['auth.challenge_over']);
  const next = await challengeOf(email);
  await server.drain();
  expect(codesOf((await response(next.challenge, code)).refusal)).not.toEqual([]);
});

it('ends after five wrong codes, and after five minutes', async () => {
  const { email } = (await server.register()).user;
  const { challenge } = await challengeOf(email);
  const code = await codeTo(email);
  const wrong = await Promise.all(Array.from({ length: 8 }, () => response(challenge, wrongFor(code))));
  expect(wrong.filter(({ status }) => status === 422)).toHaveLength(5);
  expect(codesOf((await response(challenge, code)).refusal)).toEqual(['auth.challenge_over']);
  expect(codesOf((await response((await challengeOf(email)).challenge, code)).refusal)).toEqual(['auth.code']);
  const late = await challengeOf(email);
  const old = await codeTo(email);
  server.clock.advance(5 * 60_000);
  expect(codesOf((await response(late.challenge, old)).refusal)).toEqual(['auth.challenge_over']);
  const again = await Promise.all([challengeOf(email), challengeOf(email)]);
  for (const { challenge: open } of again) await response(open, 'ABC');
  expect(codesOf((await response((await challengeOf(email)).challenge, '1')).refusal)).toEqual(['auth.locked']);
});

it('emails another code, not twice a minute; the one before is void', async () => {
  const { email } = (await server.register()).user;
  const { challenge } = await challengeOf(email);
  const first = await codeTo(email);
  const resend = (open: string) => server.call('POST /api/login/code', { body: { challenge: open } });
  expect((await resend('A'.repeat(43))).refusal.code).toBe('auth.challenge_over');
  expect((await resend(challenge)).status).toBe(200);
  const second = await codeTo(email);
  const soon = await resend(challenge);
  expect([soon.status, soon.refusal.code]).toEqual([429, 'http.too_many']);
  server.clock.advance(60_000);
  expect(codesOf((await response(challenge, first)).refusal)).toEqual(['auth.code']);
  expect((await response(challenge, second)).status).toBe(200);
  const flood = [];
  for (let nth = 0; nth < 10; nth += 1) flood.push(await logIn(email));
  expect(flood.at(-1)?.refusal.code).toBe('http.too_many');
});

it('comes after the code of an app, and not after a passkey', async () => {
  const ida = await server.register();
  const app = await setUpTotp(server, ida);
  const as = server.browser();
  const first = await challengeOf(ida.user.email, as);
  expect(first.methods).toEqual(['totp', 'recovery']);
  const second = await response(first.challenge, app.code(), as);
  if (!('challenge' in second.body)) throw new Error('signed in without a mailed code');
  expect(second.body.methods).toEqual(['email']);
  server.clock.advance(30_000);
  expect(codesOf((await response(second.body.challenge, app.code(), as)).refusal)).toEqual(['auth.code']);
  expect((await response(second.body.challenge, await codeTo(ida.user.email), as)).status).toBe(200);

  const mia = await server.register();
  const { device } = await setUpPasskey(server, mia);
  const { body: input } = await server.call('POST /api/login/passkey');
  const signed = { attempt: input.attempt, passkey: device.sign(input) };
  const elsewhere = server.browser();
  expect((await server.call('POST /api/login/passkey/verify', { as: elsewhere, body: signed })).status).toBe(200);
  expect((await logIn(mia.user.email, elsewhere)).body).toMatchObject({ methods: ['passkey', 'recovery'] });
});

it('is required from a known device again after a freeze, and not during it', async () => {
  const ida = await server.register();
  const { email } = ida.user;
  await challengeOf(email);
  const token = (await emailsTo(server, email))[0]?.links[0]?.split('/').at(-1) ?? '';
  expect((await server.call('POST /api/freeze', { body: { token } })).status).toBe(200);
  expect((await logIn(email)).refusal.code).toBe('auth.frozen');
  expect((await logIn(email, ida)).refusal.code).toBe('auth.frozen');
});

it('is on by default, except in a demo', async () => {
  const [demo, broker] = [await startServer(), await startServer({ env: { DEMO: '0' } })];
  expect([demo.config.newDeviceCode, broker.config.newDeviceCode]).toEqual([false, true]);
  await demo.close();
  await broker.close();
});
