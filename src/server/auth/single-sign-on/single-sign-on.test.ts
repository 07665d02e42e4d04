import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#server/platform/db/sql.ts';
import type { Browser } from '#test/browser.ts';
import { forge } from '#test/database/forge.ts';
import { connectionInUse } from '#test/connections/connections.ts';
import { clientId, clientSecret, openOidcStandIn } from '#test/connections/oidc-stand-in.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';
import { setUpTotp } from '#test/auth/second-factor.ts';

let server: TestServer;
let provider: Awaited<ReturnType<typeof openOidcStandIn>>;
let connection: Awaited<ReturnType<typeof connectionInUse>>;
let ada: Session;

beforeAll(async () => {
  server = await startServer({ env: { WEBHOOKS_LOCAL: '1' } });
  provider = await openOidcStandIn('http://atrium.test/login/staff');
  ada = await member(['client', 'admin']);
  connection = await connect();
});
afterEach(async () => {
  provider.forge(undefined);
  provider.announce({});
  provider.serveKeys(undefined);
  provider.setDown(false);
});
afterAll(async () => {
  provider.close();
  await server.close();
});

const settings = (change: object = {}) => ({
  issuer: provider.issuer,
  client_id: clientId,
  only: false,
  break_glass: ada.user.email,
  ...change,
});

/** One connection at a time is in use. */
async function connect(change: object = {}) {
  await server.db.run(sql`alter table connection disable trigger user`);
  await server.db.run(sql`update connection set state = 'removed' where port = 'staff_sign_in'`);
  await server.db.run(sql`alter table connection enable trigger user`);
  return connectionInUse(server, {
    port: 'staff_sign_in',
    adapter: 'oidc',
    value: { name: 'Company sign-in', settings: settings(change) },
    secrets: { client_secret: clientSecret },
  });
}

type Roles = NonNullable<Parameters<TestServer['register']>[0]>['roles'];

/** A member of staff with a confirmed address, and the same person at the provider. */
async function member(roles: Roles = ['client', 'support'], claims: Record<string, unknown> = {}): Promise<Session> {
  const person = await server.register(roles ? { roles } : {});
  await server.db.run(sql`update person set email_verified_at = ${server.clock.now()} where id = ${person.user.id}`);
  const { email } = person.user;
  provider.people.set(`subject of ${email}`, { email, email_verified: true, ...claims });
  return person;
}
const subjectOf = ({ user }: Session) => `subject of ${user.email}`;

async function begin(as: Browser = server.browser()) {
  const { body, status } = await server.call('POST /api/login/staff/start', { as, body: {} });
  expect(status).toBe(200);
  return { as, address: body.address };
}
const answerOf = (back: URL) => Object.fromEntries(back.searchParams) as { state: string; code: string; iss?: string };
const finish = (as: Browser, body: { state: string; code?: string; iss?: string; error?: string }) =>
  server.call('POST /api/login/staff/finish', { as, body });

/** From the button to the answer. */
async function signIn(subject: string, as?: Browser) {
  provider.signInAs(subject);
  const begun = await begin(as);
  const back = await provider.visit(begun.address);
  return { as: begun.as, answer: answerOf(back), ...(await finish(begun.as, answerOf(back))) };
}
const codeOf = async (subject: string) => (await signIn(subject)).refusal.code;
const isSignedIn = async (as: Browser) => (await server.call('POST /api/client-info', { as })).body.status === 'active';
const tokenOf = (body: object) => ('token' in body ? String(body.token) : '');

async function signedIn(person: Session) {
  const { as, status, body } = await signIn(subjectOf(person));
  expect(status).toBe(200);
  as.token = tokenOf(body);
  expect(await isSignedIn(as)).toBe(true);
  return as;
}

describe('a sign-in at the provider', () => {
  it('signs a member of staff in, bound at the first time by their verified email address', async () => {
    const sven = await member();
    const as = await signedIn(sven);
    const { body } = await server.call('POST /api/client-info', { as });
    expect(body).toMatchObject({ id: sven.user.id, roles: ['client', 'support'] });
    const audit = await server.db.rows(sql`
      select details from audit_entry where client_id = ${sven.user.id} and action = 'auth.bind_identity'`);
    expect(audit).toEqual([{ details: { connection: 'Company sign-in' } }]);
    await signedIn(sven);
  });

  it('names the provider on the sign-in screen of staff, and sends no secret with the browser', async () => {
    const { body } = await server.call('POST /api/login/staff', { body: {} });
    expect(body.name).toBe('Company sign-in');
    const { address } = await begin();
    const { searchParams } = new URL(address);
    expect([...searchParams.keys()].toSorted()).toEqual(
      [
        'client_id',
        'code_challenge',
        'code_challenge_method',
        'nonce',
        'redirect_uri',
        'response_type',
        'scope',
        'state',
      ].toSorted(),
    );
    expect(searchParams.get('code_challenge_method')).toBe('S256');
    expect(searchParams.get('redirect_uri')).toBe('http://atrium.test/login/staff');
  });

  it('replaces the password alone: the second factor follows, and money still takes a proof', async () => {
    const sven = await member();
    const app = await setUpTotp(server, sven);
    const { as, body } = await signIn(subjectOf(sven));
    if (!('challenge' in body)) throw new Error('signed in without the second factor');
    const { body: second } = await server.call('POST /api/login/second-factor', {
      as,
      body: { challenge: body.challenge, code: app.code() },
    });
    as.token = tokenOf(second);
    expect(await isSignedIn(as)).toBe(true);
    const plain = await signedIn(await member(['client', 'admin']));
    const { refusal } = await server.call('POST /api/staff/approvals/approve', {
      as: plain,
      body: { approval_request_id: crypto.randomUUID() },
    });
    expect(refusal.code).not.toBe('http.not_found');
  });

  it('follows the subject, not the address, once it is bound', async () => {
    const [sven, vera] = [await member(), await member()];
    await signedIn(sven);
    provider.people.set(subjectOf(sven), { email: vera.user.email, email_verified: true });
    const as = await signedIn(sven);
    expect((await server.call('POST /api/client-info', { as })).body).toMatchObject({ id: sven.user.id });
  });

  it('refuses who is not staff, an address that is not verified, and a second person with an address', async () => {
    const client = await member(['client']);
    expect(await codeOf(subjectOf(client))).toBe('auth.sso_unknown');
    const { roles } = await server.db.one<{ roles: string[] }>(
      sql`select roles from person where id = ${client.user.id}`,
    );
    expect(roles).toEqual(['client']);
    const sven = await member();
    for (const email_verified of [false, 'true', undefined]) {
      provider.people.set('impostor', { email: sven.user.email, email_verified });
      expect(await codeOf('impostor')).toBe('auth.sso_unknown');
    }
    await signedIn(sven);
    provider.people.set('impostor', { email: sven.user.email, email_verified: true });
    expect(await codeOf('impostor')).toBe('auth.sso_unknown');
    provider.people.set('stranger', { email: 'stranger@example.org', email_verified: true });
    expect(await codeOf('stranger')).toBe('auth.sso_unknown');
  });

  it('refuses a member of staff who was blocked, and a binding that was written past the program', async () => {
    const sven = await member();
    await signedIn(sven);
    await server.db.run(sql`update person set blocked_at = ${server.clock.now()} where id = ${sven.user.id}`);
    expect(await codeOf(subjectOf(sven))).toBe('auth.sso_unknown');
    const vera = await member();
    await forge(
      server,
      sql`
        insert into staff_identity (id, person_id, connection_id, issuer, subject, created_at)
        values (${crypto.randomUUID()}, ${vera.user.id}, ${connection.id}, ${provider.issuer}, 'planted', ${server.clock.now()})`,
    );
    provider.people.set('planted', {});
    expect(await codeOf('planted')).toBe('auth.sso_unknown');
  });
});

describe('an answer of the provider', () => {
  it('counts once, in the browser that began, and only for its own attempt', async () => {
    const sven = await member();
    provider.signInAs(subjectOf(sven));
    const begun = await begin();
    const answer = answerOf(await provider.visit(begun.address));
    const elsewhere = await finish(server.browser(), answer);
    expect(elsewhere.refusal.code).toBe('auth.sso_over');
    const other = await begin();
    expect((await finish(other.as, answer)).refusal.code).toBe('auth.sso_over');
    expect((await finish(begun.as, { ...answer, state: 'made up' })).refusal.code).toBe('auth.sso_over');
    const [one, two] = await Promise.all([finish(begun.as, answer), finish(begun.as, answer)]);
    expect([one.status, two.status].toSorted()).toEqual([200, 409]);
    expect((await finish(begun.as, answer)).refusal.code).toBe('auth.sso_over');
  });

  it('is too late after ten minutes', async () => {
    provider.signInAs(subjectOf(await member()));
    const begun = await begin();
    const answer = answerOf(await provider.visit(begun.address));
    server.clock.advance(10 * 60_000 + 1000);
    expect((await finish(begun.as, answer)).refusal.code).toBe('auth.sso_over');
  });

  it('is refused with a code of another attempt, from another provider, or without a code', async () => {
    provider.signInAs(subjectOf(await member()));
    const [mine, theirs] = [await begin(), await begin()];
    const [answer, other] = [await provider.visit(mine.address), await provider.visit(theirs.address)].map(answerOf);
    if (!answer || !other) throw new Error('no answers');
    // PKCE binds the code to the browser that began.
    expect((await finish(mine.as, { ...answer, code: other.code })).refusal.code).toBe('auth.sso_failed');
    expect((await finish(theirs.as, { ...other, iss: 'https://other.example' })).refusal.code).toBe('auth.sso_failed');
    const third = await begin();
    const { state, code } = answerOf(await provider.visit(third.address));
    // The provider announces that it names itself in each answer.
    expect((await finish(third.as, { state, code })).refusal.code).toBe('auth.sso_failed');
    const fourth = await begin();
    const { state: denied, iss = '' } = answerOf(await provider.visit(fourth.address));
    expect((await finish(fourth.as, { state: denied, iss, error: 'access_denied' })).refusal.code).toBe(
      'auth.sso_failed',
    );
  });

  const now = () => Math.floor(Date.now() / 1000);
  const forgeries: [string, Parameters<Awaited<ReturnType<typeof openOidcStandIn>>['forge']>[0]][] = [
    ['another nonce', (claims) => ({ ...claims, nonce: 'of another sign-in' })],
    ['no nonce', ({ nonce: _nonce, ...claims }) => claims],
    ['another audience', (claims) => ({ ...claims, aud: 'another client' })],
    ['several audiences and a foreign party', (claims) => ({ ...claims, aud: [clientId, 'other'], azp: 'other' })],
    ['another issuer', (claims) => ({ ...claims, iss: 'https://other.example' })],
    ['the issuer with a slash', (claims) => ({ ...claims, iss: `${claims.iss}/` })],
    ['an end in the past', (claims) => ({ ...claims, iat: now() - 7200, exp: now() - 3600 })],
    ['a beginning in the future', (claims) => ({ ...claims, nbf: now() + 3600 })],
    ['no subject', ({ sub: _sub, ...claims }) => claims],
    ['no signature', (claims) => ({ token: provider.unsigned(claims) })],
    ['the signature of a stranger', async (claims) => ({ token: await provider.byStranger(claims) })],
    ['a signature by the secret', async (claims) => ({ token: await provider.bySecret(claims) })],
    [
      'a key that the provider does not have',
      async (claims) => ({ token: await provider.by(claims, await provider.newKey('unknown')) }),
    ],
    ['no token at all', () => ({ token: 'none' })],
  ];
  it.each(forgeries)('is refused with %s', async (_name, forge) => {
    const sven = await member();
    provider.announce({ id_token_signing_alg_values_supported: ['RS256', 'none', 'HS256'] });
    connection = await connect();
    provider.forge(forge);
    expect(await codeOf(subjectOf(sven))).toBe('auth.sso_failed');
    provider.forge(undefined);
    await signedIn(sven);
  });

  it('is not to be had while the provider is down, which says so and leaves sessions as they are', async () => {
    const sven = await member();
    const as = await signedIn(sven);
    provider.signInAs(subjectOf(sven));
    const begun = await begin();
    const answer = answerOf(await provider.visit(begun.address));
    provider.setDown(true);
    expect((await finish(begun.as, answer)).refusal.code).toBe('auth.sso_unavailable');
    expect(await isSignedIn(as)).toBe(true);
  });

  it('leaves no code, token or secret in the log and in the tables', async () => {
    const { answer, as } = await signIn(subjectOf(await member()));
    const cookie = as.cookies.get('staff-sign-in') ?? '';
    expect(cookie).not.toBe('');
    const kept = server.logged.join('\n');
    for (const secret of [answer.code, answer.state, cookie, clientSecret]) expect(kept).not.toContain(secret);
    const calls = await server.db.rows(sql`select path from connection_call where path like ${`%${answer.code}%`}`);
    expect(calls).toEqual([]);
  });
});
