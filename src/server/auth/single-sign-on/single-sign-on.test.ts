import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#server/platform/db/sql.ts';
import { setUpTotp } from '#test/auth/second-factor.ts';
import { openSingleSignOn, subjectOf, tokenOf } from '#test/auth/single-sign-on.ts';
import { clientId, clientSecret, type openOidcStandIn } from '#test/connections/oidc-stand-in.ts';
import { forge } from '#test/database/forge.ts';

let site: Awaited<ReturnType<typeof openSingleSignOn>>;
let connection: Awaited<ReturnType<typeof site.connect>>;
beforeAll(async () => {
  site = await openSingleSignOn();
  connection = await site.connect();
});
afterEach(() => {
  site.provider.forge(undefined);
  site.provider.announce({});
  site.provider.setDown(false);
});
afterAll(() => site.close());

describe('a sign-in at the provider', () => {
  it('signs a member of staff in, bound at the first time by their verified email address', async () => {
    const sven = await site.member();
    const as = await site.signedIn(sven);
    const { body } = await site.server.call('POST /api/client-info', { as });
    expect(body).toMatchObject({ id: sven.user.id, roles: ['client', 'support'] });
    const audit = await site.server.db.rows(sql`
      select details from audit_entry where client_id = ${sven.user.id} and action = 'auth.bind_identity'`);
    expect(audit).toEqual([{ details: { connection: 'Company sign-in' } }]);
    await site.signedIn(sven);
  });

  it('names the provider on the sign-in screen of staff, and sends no secret with the browser', async () => {
    const { body } = await site.server.call('POST /api/login/staff', { body: {} });
    expect(body.name).toBe('Company sign-in');
    const { address } = await site.begin();
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
    const sven = await site.member();
    const app = await setUpTotp(site.server, sven);
    const { as, body } = await site.signIn(subjectOf(sven));
    if (!('challenge' in body)) throw new Error('signed in without the second factor');
    const { body: second } = await site.server.call('POST /api/login/second-factor', {
      as,
      body: { challenge: body.challenge, code: app.code() },
    });
    as.token = tokenOf(second);
    expect(await site.isSignedIn(as)).toBe(true);
    const plain = await site.signedIn(await site.member(['client', 'admin']));
    const { refusal } = await site.server.call('POST /api/staff/approvals/approve', {
      as: plain,
      body: { approval_request_id: crypto.randomUUID() },
    });
    expect(refusal.code).not.toBe('http.not_found');
  });

  it('follows the subject, not the address, once it is bound', async () => {
    const [sven, vera] = [await site.member(), await site.member()];
    await site.signedIn(sven);
    site.provider.people.set(subjectOf(sven), { email: vera.user.email, email_verified: true });
    const as = await site.signedIn(sven);
    expect((await site.server.call('POST /api/client-info', { as })).body).toMatchObject({ id: sven.user.id });
  });

  it('refuses who is not staff, an address that is not verified, and a second person with an address', async () => {
    const client = await site.member(['client']);
    expect(await site.codeOf(subjectOf(client))).toBe('auth.sso_unknown');
    const { roles } = await site.server.db.one<{ roles: string[] }>(
      sql`select roles from person where id = ${client.user.id}`,
    );
    expect(roles).toEqual(['client']);
    const sven = await site.member();
    for (const email_verified of [false, 'true', undefined]) {
      site.provider.people.set('impostor', { email: sven.user.email, email_verified });
      expect(await site.codeOf('impostor')).toBe('auth.sso_unknown');
    }
    await site.signedIn(sven);
    site.provider.people.set('impostor', { email: sven.user.email, email_verified: true });
    expect(await site.codeOf('impostor')).toBe('auth.sso_unknown');
    site.provider.people.set('stranger', { email: 'stranger@example.org', email_verified: true });
    expect(await site.codeOf('stranger')).toBe('auth.sso_unknown');
  });

  it('refuses a member of staff who was blocked, and a binding that was written past the program', async () => {
    const sven = await site.member();
    await site.signedIn(sven);
    await site.server.db.run(sql`update person set blocked_at = ${site.server.clock.now()} where id = ${sven.user.id}`);
    expect(await site.codeOf(subjectOf(sven))).toBe('auth.sso_unknown');
    const vera = await site.member();
    await forge(
      site.server.ownerUrl,
      sql`
        insert into staff_identity (id, person_id, connection_id, issuer, subject, created_at)
        values (${crypto.randomUUID()}, ${vera.user.id}, ${connection.id}, ${site.provider.issuer}, 'planted', ${site.server.clock.now()})`,
    );
    site.provider.people.set('planted', {});
    expect(await site.codeOf('planted')).toBe('auth.sso_unknown');
  });
});

describe('an answer of the provider', () => {
  const come = async () => site.comeBack(subjectOf(await site.member()));

  it('counts once, in the browser that began, and only for its own attempt', async () => {
    const { as, answer } = await come();
    expect((await site.finish(site.server.browser(), answer)).refusal.code).toBe('auth.sso_over');
    const other = await site.begin();
    expect((await site.finish(other.as, answer)).refusal.code).toBe('auth.sso_over');
    expect((await site.finish(as, { ...answer, state: 'made up' })).refusal.code).toBe('auth.sso_over');
    const [one, two] = await Promise.all([site.finish(as, answer), site.finish(as, answer)]);
    expect([one.status, two.status].toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect((await site.finish(as, answer)).refusal.code).toBe('auth.sso_over');
  });

  it('is too late after ten minutes', async () => {
    const { as, answer } = await come();
    site.server.clock.advance(10 * 60_000 + 1000);
    expect((await site.finish(as, answer)).refusal.code).toBe('auth.sso_over');
  });

  it('is refused with a code of another attempt, from another provider, without its name, and as an error', async () => {
    const [mine, theirs, nameless, denied] = [await come(), await come(), await come(), await come()];
    const codeOf = async (...given: Parameters<typeof site.finish>) => (await site.finish(...given)).refusal.code;
    // PKCE binds the code to the browser that began.
    expect(await codeOf(mine.as, { ...mine.answer, code: theirs.answer.code })).toBe('auth.sso_failed');
    expect(await codeOf(theirs.as, { ...theirs.answer, iss: 'https://other.example' })).toBe('auth.sso_failed');
    // The provider announces that it names itself in each answer.
    const { iss, ...unnamed } = nameless.answer;
    expect(iss).toBe(site.provider.issuer);
    expect(await codeOf(nameless.as, unnamed)).toBe('auth.sso_failed');
    const { code: _code, ...codeless } = denied.answer;
    expect(await codeOf(denied.as, { ...codeless, error: 'access_denied' })).toBe('auth.sso_failed');
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
    ['no signature', (claims) => ({ token: site.provider.unsigned(claims) })],
    ['the signature of a stranger', async (claims) => ({ token: await site.provider.byStranger(claims) })],
    ['a signature by the secret', async (claims) => ({ token: await site.provider.bySecret(claims) })],
    [
      'a key that the provider does not have',
      async (claims) => ({ token: await site.provider.by(claims, await site.provider.newKey('unknown')) }),
    ],
    ['no token at all', () => ({ token: 'none' })],
  ];
  it.each(forgeries)('is refused with %s', async (_name, forge) => {
    const sven = await site.member();
    site.provider.announce({ id_token_signing_alg_values_supported: ['RS256', 'none', 'HS256'] });
    connection = await site.connect();
    site.provider.forge(forge);
    expect(await site.codeOf(subjectOf(sven))).toBe('auth.sso_failed');
    site.provider.forge(undefined);
    await site.signedIn(sven);
  });

  it('is not to be had while the provider is down, which says so and leaves sessions as they are', async () => {
    const sven = await site.member();
    const as = await site.signedIn(sven);
    const back = await site.comeBack(subjectOf(sven));
    site.provider.setDown(true);
    expect((await site.finish(back.as, back.answer)).refusal.code).toBe('auth.sso_unavailable');
    expect(await site.isSignedIn(as)).toBe(true);
  });

  it('leaves no code, token or secret in the log and in the tables', async () => {
    const { answer, as } = await site.signIn(subjectOf(await site.member()));
    const cookie = as.cookies.get('staff-sign-in') ?? '';
    expect(cookie).not.toBe('');
    const kept = site.server.logged.join('\n');
    for (const secret of [answer.code, answer.state, cookie, clientSecret]) expect(kept).not.toContain(secret);
    const calls = await site.server.db.rows(
      sql`select path from connection_call where path like ${`%${answer.code}%`}`,
    );
    expect(calls).toEqual([]);
  });
});
