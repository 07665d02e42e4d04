import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#server/platform/db/sql.ts';
import { emailsTo } from '#test/mailbox.ts';
import { goodPassword, sessionIn, newApplicant, startServer, type CallOptions, type TestServer } from '#test/server.ts';

let server: TestServer;
beforeAll(async () => void (server = await startServer()));
afterAll(() => server.close());

const filledIn = (change: object = {}) => ({
  ...newApplicant(),
  password: goodPassword,
  password_confirmation: goodPassword,
  terms: true,
  ...change,
});
const send = (change: object = {}, how: CallOptions = {}) =>
  server.call('POST /api/register', { as: server.browser(), body: filledIn(change), ...how });
const clients = async () => (await server.db.one<{ n: number }>(sql`select count(*)::int as n from person`)).n;

/** Codes by field, as in `password: auth.password_variety, auth.password_known`. */
const codes = ({ refusal }: Awaited<ReturnType<typeof send>>) =>
  Object.entries(refusal.errors ?? {}).map(([field, list]) => `${field}: ${list.map(({ code }) => code).join(', ')}`);

describe('auth.register', () => {
  it('creates a profile with a wallet, signs in, and sends a welcome email', async () => {
    const ida = await server.register({ first_name: 'Ida', second_name: 'Sjöberg-O’Neill', language: 'en' });
    expect(ida.user).toMatchObject({
      first_name: 'Ida',
      second_name: 'Sjöberg-O’Neill',
      country: 'DE',
      role: 'client',
      roles: ['client'],
      status: 'active',
      email_verified: false,
      last_sign_in: null,
    });
    expect((await server.call('POST /api/client-info', { as: ida })).body).toEqual(ida.user);
    expect((await server.call('POST /api/wallets', { as: ida })).body).toHaveLength(1);
    expect(await emailsTo(server, ida.user.email)).toMatchObject([
      { subject: 'Welcome to Atrium: confirm your email address' },
    ]);
  });

  it('accepts a form as well as JSON, with the fields of the fingerprint merged in', async () => {
    const device = { visitorId: 'abc', timezone: 'Europe/Berlin', platform: 'Linux', userAgent: 'test' };
    const { status, body } = await send({ terms: 'on', email: ' Form@Example.com ', ...device }, { form: true });
    expect([status, sessionIn(body).user.email]).toEqual([200, 'form@example.com']);
  });

  it('stores the requested language, else that of the browser', async () => {
    expect(sessionIn((await send({ language: 'fi' })).body).user.language).toBe('fi');
    expect(sessionIn((await send({}, { language: 'ar' })).body).user.language).toBe('ar');
  });

  it('stores what was accepted, in which language, when and from which address', async () => {
    const { body } = await send({}, { language: 'fi', headers: { 'user-agent': 'Harbour 1' } });
    const rows = await server.db.rows(sql`
      select v.kind, v.number, k.language, k.at, k.address is not null as "fromWhere", k.user_agent as agent
      from legal_consent k join legal_version v on v.id = k.version_id where k.client_id = ${sessionIn(body).user.id}`);
    const at = server.clock.now();
    expect(rows).toEqual([{ kind: 'terms', number: 1, language: 'fi', at, fromWhere: true, agent: 'Harbour 1' }]);
  });
});

describe('auth.register refuses', () => {
  it('with every error, in the order of the contract', async () => {
    const wrong = { terms: false, password: 'aaaaaaaaaaaa', password_confirmation: 'b', country: 'ZZ' };
    expect(codes(await send(wrong))).toEqual([
      'terms: auth.terms',
      'password_confirmation: auth.password_confirmation',
      'password: auth.password_variety, auth.password_known',
      'country: auth.country',
    ]);
  });

  it.each([
    ['too few signs', 'x7!kQ', 'auth.password_length'],
    ['too few signs of many bytes', '😀😃😄😁😆', 'auth.password_length'],
    ['too few different signs', 'abcabcabcabc', 'auth.password_variety'],
    ['the own name', 'Karamazov-is-here', 'auth.password_personal'],
    ['the name of the house', 'my-atrium-login', 'auth.password_personal'],
    ['a known password', 'qwertyuiop', 'auth.password_known'],
    ['a known one with decoration', 'Liverpool2024!', 'auth.password_known'],
    ['a known one in letters of another width', 'Ｌｉｖｅｒｐｏｏｌ２０２４', 'auth.password_known'],
    ['the own name in letters of another width', 'Ｋａｒａｍａｚｏｖ-is-here', 'auth.password_personal'],
  ])('%s as a password', async (_, password, code) => {
    const change = { second_name: 'Karamazov', password, password_confirmation: password };
    expect(codes(await send(change))).toEqual([`password: ${code}`]);
  });

  it('an address in use, in any spelling', async () => {
    const { user } = await server.register();
    expect(codes(await send({ email: user.email.toUpperCase() }))).toEqual(['email: auth.email_taken']);
  });

  it('a signed-in person', async () => {
    const ida = await server.register();
    expect((await send({}, { as: ida })).refusal.code).toBe('auth.already_signed_in');
  });

  it.each([
    ['first_name', "Robert'); drop table client;--", 'validation.name'],
    ['second_name', '<script>alert(1)</script>', 'validation.name'],
    ['second_name', 'Berg\u0000', 'validation.name'],
    ['first_name', ['Ida'], 'validation.type'],
    ['first_name', '', 'validation.required'],
    ['email', 'ida@example.com\r\nBcc: all@example.com', 'validation.email'],
    ['email', { $ne: null }, 'validation.type'],
    ['phone', 'call me', 'validation.phone'],
    ['language', 'xx', 'validation.choice'],
    ['roles', ['admin'], 'validation.unknown_field'],
    ['password', '', 'validation.required'],
    ['password', 'ab'.repeat(65), 'validation.max'],
    ['terms', 'perhaps', 'validation.type'],
  ])('%s %j and stores nothing', async (field, value, code) => {
    const before = await clients();
    const { status, refusal } = await send({ [field]: value });
    expect([status, refusal.errors?.[field]?.[0]?.code]).toEqual([422, code]);
    expect(JSON.stringify(refusal)).not.toContain('drop table');
    expect(await clients()).toBe(before);
  });

  it('the character that the database cannot store', async () => {
    const { status, refusal } = await send({ visitorId: 'a\u0000b' });
    expect([status, refusal.code]).toEqual([400, 'http.malformed']);
  });

  it('more than 20 times an hour from one address', async () => {
    const browser = server.browser();
    const statuses: number[] = [];
    for (let i = 0; i < 21; i++) statuses.push((await send({ terms: false }, { as: browser })).status);
    expect(statuses).toEqual([...Array<number>(20).fill(422), 429]);
    server.clock.advance(3_600_000);
    expect((await send({ terms: false }, { as: browser })).status).toBe(422);
  });
});

describe('fifty at once', () => {
  it('with one address make one client', async () => {
    const before = await clients();
    const responses = await Promise.all(Array.from({ length: 50 }, () => send({ email: 'many@example.com' })));
    const statuses = responses.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(new Set(responses.filter(({ status }) => status !== 200).flatMap(codes))).toEqual(
      new Set(['email: auth.email_taken']),
    );
    expect(await clients()).toBe(before + 1);
  });
});
