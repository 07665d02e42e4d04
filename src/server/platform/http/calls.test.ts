import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stored } from '#contract/kernel/constants.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newBrowser } from '#test/browser.ts';
import {
  goodPassword,
  sessionIn,
  newApplicant,
  startServer,
  type CallOptions,
  type Session,
  type TestServer,
} from '#test/server.ts';

/** What every call has in common, tested on one that changes something. */
const route = 'POST /api/settings/profile';
const body = { first_name: 'Ada', second_name: 'Lind' };

let server: TestServer;
let ida: Session;
beforeAll(async () => {
  server = await startServer();
  ida = await server.register();
});
afterAll(() => server.close());

const save = (how: CallOptions = {}) => server.call(route, { as: ida, body, ...how });
const name = async () => {
  const { body: user } = await server.call('POST /api/client-info', { as: ida });
  return user.status === 'active' && user.first_name;
};
/** The result of a call: its status and code, and that it saved nothing. */
async function refused(how: CallOptions) {
  const before = await name();
  const { status, refusal } = await save({ body: { ...body, first_name: 'Mallory' }, ...how });
  expect(await name()).toBe(before);
  return [status, refusal.code];
}

describe('anti-forgery', () => {
  const { antiForgeryCookie: cookie, antiForgeryHeader: header } = stored;
  const withCookie = (value: string): Session => ({ ...ida, cookies: new Map(ida.cookies).set(cookie, value) });

  it('accepts our own page', async () => {
    const own = { origin: 'http://atrium.test', 'sec-fetch-site': 'same-origin' };
    expect((await save({ headers: own })).status).toBe(200);
  });

  it('refuses a call without the header, with another, and with a cookie that is not ours', async () => {
    const stranger = newBrowser('another secret of another house').cookies.get(cookie) ?? '';
    expect(await refused({ headers: { [header]: '' } })).toEqual([403, 'http.anti_forgery']);
    expect(await refused({ headers: { [header]: 'guess' } })).toEqual([403, 'http.anti_forgery']);
    expect(await refused({ as: withCookie('guess') })).toEqual([403, 'http.anti_forgery']);
    expect(await refused({ as: withCookie(stranger) })).toEqual([403, 'http.anti_forgery']);
    const bare: Session = { ...ida, cookies: new Map([...ida.cookies].filter(([key]) => key !== cookie)) };
    expect(await refused({ as: bare })).toEqual([403, 'http.anti_forgery']);
  });

  it.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['an origin that looks like ours', { origin: 'http://atrium.test.evil.example' }],
    ['a sandboxed page', { origin: 'null' }],
    ['another site, in the browser’s own words', { 'sec-fetch-site': 'cross-site' }],
  ])('refuses %s', async (_, headers) => {
    expect(await refused({ headers })).toEqual([403, 'http.origin']);
  });

  it('requires nothing of a program that sends no cookie', async () => {
    const credentials = { email: ida.user.email, password: goodPassword };
    expect((await server.call('POST /api/login', { body: credentials })).status).toBe(200);
  });
});

describe('a body', () => {
  it('may be JSON or a form', async () => {
    expect((await save({ body: { ...body, first_name: 'Json' } })).body.first_name).toBe('Json');
    expect((await save({ body: { ...body, first_name: 'Form' }, form: true })).body.first_name).toBe('Form');
  });

  it.each([
    ['is malformed', { text: '{"first_name":' }, [400, 'http.malformed']],
    ['is empty where fields are asked for', { text: '' }, [422, 'validation.failed']],
    ['is plain text', { text: 'first_name=A', headers: { 'content-type': 'text/plain' } }, [415, 'http.media_type']],
    [
      'would poison objects',
      { text: '{"__proto__":{"x":1},"first_name":"A","second_name":"B"}' },
      [400, 'http.malformed'],
    ],
    ['is no object', { text: '["first_name"]' }, [422, 'validation.failed']],
    ['has a field of a wrong type', { body: { ...body, first_name: { $gt: '' } } }, [422, 'validation.failed']],
    ['has an unknown field', { body: { ...body, roles: ['admin'] } }, [422, 'validation.failed']],
    [
      'has fields with the names of what every object has',
      { body: { ...body, constructor: 1, toString: 1 } },
      [422, 'validation.failed'],
    ],
    [
      'has such a field in a form',
      {
        text: 'first_name=A&second_name=B&__proto__=1',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      },
      [422, 'validation.failed'],
    ],
    [
      'holds half a character',
      { text: '{"first_name":"A","second_name":"B","address":"\\ud800"}' },
      [400, 'http.malformed'],
    ],
    ['lacks a field', { body: { first_name: 'Mallory' } }, [422, 'validation.failed']],
    ['is too large', { text: JSON.stringify({ ...body, address: 'x'.repeat(70_000) }) }, [413, 'http.too_large']],
    ['is of another kind', { text: '<a/>', headers: { 'content-type': 'text/xml' } }, [415, 'http.media_type']],
  ])('that %s is refused and saves nothing', async (_, how, expected) => {
    expect(await refused(how as CallOptions)).toEqual(expected);
  });

  it('may leave fields of a form empty that need not be there, and clear what may be empty', async () => {
    const as = await server.register();
    const saved = async (fields: object) =>
      (
        await server.call('POST /api/settings/profile', {
          as,
          form: true,
          body: { first_name: 'Ida', second_name: 'Berg', ...fields },
        })
      ).body;
    expect(await saved({ address: 'Quay 1', phone: '' })).toMatchObject({ address: 'Quay 1' });
    expect(await saved({ address: '' })).toMatchObject({ address: null });
    const blanks = { kind: '', direction: '', from: '', to: '', min: '', max: '', search: '', cursor: '' };
    const { body: wallets } = await server.call('POST /api/wallets', { as });
    const response = await server.call('POST /api/wallets/operations', {
      as,
      form: true,
      body: { wallet_id: wallets[0]?.id, ...blanks },
    });
    expect(response.status).toBe(200);
    expect(
      (await server.call('POST /api/settings/profile', { as, form: true, body: { first_name: '', second_name: 'B' } }))
        .status,
    ).toBe(422);
  });

  it('is too large as a form as well', async () => {
    expect(await refused({ form: true, body: { address: 'x'.repeat(70_000) } })).toEqual([413, 'http.too_large']);
  });

  it('is refused with the field’s name and what to do, never with the value', async () => {
    const { refusal } = await save({ body: { ...body, first_name: '<b>Mallory</b>' } });
    expect(refusal.errors?.['first_name']).toEqual([
      {
        code: 'validation.name',
        params: {},
        message: 'First name: use letters only, with spaces, hyphens or apostrophes between them.',
      },
    ]);
  });
});

describe('the address', () => {
  const addressOf = async (where: TestServer, from: string) => {
    const { user } = await where.register();
    const as = { ...where.browser(), address: from };
    const signedIn = await where.signIn({ email: user.email, as });
    const [session] = (await where.call('POST /api/settings/sessions', { as: signedIn })).body;
    return session?.address;
  };

  it('is the one that the proxy saw, whatever the caller claims', async () => {
    expect(await addressOf(server, '203.0.113.9')).toBe('203.0.113.9');
    expect(await addressOf(server, '198.51.100.7, 203.0.113.9')).toBe('203.0.113.9');
  });

  it('is that of the connection where no proxy is trusted', async () => {
    const bare = await startServer({ env: { TRUST_PROXY: '0' } });
    expect(await addressOf(bare, '203.0.113.9')).toBe('127.0.0.1');
    await bare.close();
  });
});

describe('an answer', () => {
  it('carries a request id, is not cached, and trusts no origin', async () => {
    const { headers } = await save();
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('responds 404 for a call that does not exist', async () => {
    const response = await fetch(`${server.url}/api/nothing-here`);
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([404, 'http.not_found']);
  });

  it.each([
    ['cannot be read', '/api/%zz', [400, 'http.malformed']],
    ['is far too long', `/api/autologin/${'a'.repeat(300)}`, [404, 'http.not_found']],
  ])('uses the caller’s language for an address that %s', async (_, path, expected) => {
    const headers = { 'accept-language': 'de', 'x-forwarded-proto': 'https' };
    const response = await fetch(`${server.url}${path}`, { headers });
    const notified = (await response.json()) as { code: string; message: string };
    expect([response.status, notified.code]).toEqual(expected);
    expect(notified.message).toBe(server.app.text('de', `errors.${notified.code.replaceAll('.', '_')}`));
    expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('strict-transport-security')).toContain('includeSubDomains');
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  it.each([
    ['to nobody signed in', () => server.browser(), {}, 401],
    ['to wrong fields', () => ida, { no_such_field: 1 }, 422],
  ])('is not cached where it is a refusal %s', async (_, who, body, status) => {
    const response = await server.call(route, { as: who(), body });
    expect([response.status, response.headers.get('cache-control')]).toEqual([status, 'no-store']);
  });
});

describe('the log', () => {
  it('logs the call and its result, without secrets and people', async () => {
    const person = {
      ...newApplicant(),
      password: 'velvet thunder 77',
      password_confirmation: 'velvet thunder 77',
      terms: true,
    };
    const as = server.browser();
    const signedIn = sessionIn((await server.call('POST /api/register', { as, body: person })).body);
    Object.assign(as, { token: signedIn.token });
    await server.call('POST /api/login', { as, body: { email: person.email, password: 'a wrong secret' } });
    await server.call('GET /api/autologin/:token', { as, params: { token: 'secret-in-the-path' } });
    await server.call('POST /api/register', { as: server.browser(), body: person });
    await server.call(route, { as, text: '{"first_name": "broken-json-secret' });
    await server.drain();
    const log = server.logged.join('');
    expect(log).toContain('"endpoint":"auth.register"');
    expect(log).toContain('"endpoint":"auth.autologin"');
    const binding = as.cookies.get('session-binding') ?? 'none';
    const secrets = [
      person.password,
      'a wrong secret',
      'secret-in-the-path',
      'broken-json-secret',
      signedIn.token,
      binding,
    ];
    for (const secret of [...secrets, person.email, person.second_name]) expect(log).not.toContain(secret);
  });
});

it('is asked to retry when another call keeps locked what it needs', async () => {
  await server.db.run(sql`
    create function wait_in_vain() returns trigger language plpgsql as $$ begin
      raise exception 'canceling statement due to lock timeout' using errcode = 'lock_not_available';
    end $$`);
  await server.db.run(sql`create trigger waiting before update on person for each row execute function wait_in_vain()`);
  const { status, refusal, headers } = await save({ body: { ...body, second_name: 'Waiting' } });
  await server.db.run(sql`drop trigger waiting on person`);
  await server.db.run(sql`drop function wait_in_vain`);
  expect([status, refusal.code, headers.get('retry-after')]).toEqual([503, 'http.busy', '5']);
  expect(server.logged.some((line) => line.includes('a lock was not to be had in time'))).toBe(true);
  expect((await save()).status).toBe(200);
});
