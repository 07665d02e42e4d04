import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import { setUpPasskey } from '#test/auth/passkey.ts';
import { setUpTotp } from '#test/auth/second-factor.ts';
import { openSingleSignOn, subjectOf } from '#test/auth/single-sign-on.ts';
import { clientId } from '#test/connections/oidc-stand-in.ts';
import { forge } from '#test/database/forge.ts';
import { emailsTo } from '#test/mailbox.ts';
import type { Session } from '#test/server.ts';

let site: Awaited<ReturnType<typeof openSingleSignOn>>;
beforeAll(async () => void (site = await openSingleSignOn()));
afterEach(() => {
  site.provider.forge(undefined);
  site.provider.serveKeys(undefined);
  site.provider.setDown(false);
});
afterAll(() => site.close());

const rolesOf = async ({ user }: Session) =>
  (await site.server.db.one<{ roles: string[] }>(sql`select roles from person where id = ${user.id}`)).roles;
const entriesOf = ({ user }: Session, action: string) =>
  site.server.db.rows<{ details: object }>(
    sql`select details from audit_entry where client_id = ${user.id} and action = ${action} order by id`,
  );
const passwordSignIn = ({ user, password }: Session) =>
  site.server.call('POST /api/login', { as: site.server.browser(), body: { email: user.email, password } });

describe('groups at the provider', () => {
  const group_roles = '/atrium/help=support; CN=Money,OU=EU = finance; admins=admin';

  it('take the roles that they no longer stand for at the next sign-in, and end the other sessions', async () => {
    await site.connect({ group_roles });
    const sven = await site.member(['client', 'support', 'finance'], { groups: ['/atrium/help', 'CN=Money,OU=EU'] });
    await site.signedIn(sven);
    expect(await rolesOf(sven)).toEqual(['client', 'support', 'finance']);
    const before = await site.signedIn(sven);
    site.provider.people.set(subjectOf(sven), { groups: ['/atrium/help'] });
    const after = await site.signedIn(sven);
    expect(await rolesOf(sven)).toEqual(['client', 'support']);
    expect([await site.isSignedIn(before), await site.isSignedIn(after)]).toEqual([false, true]);
    expect(await entriesOf(sven, 'staff.set_roles')).toEqual([
      { details: { from: 'finance support', to: 'support', connection: 'Company sign-in' } },
    ]);
  });

  it('take all roles and the sign-in of a person who is in none of them', async () => {
    await site.connect({ group_roles });
    const sven = await site.member(['client', 'support'], { groups: ['/atrium/help'] });
    const before = await site.signedIn(sven);
    site.provider.people.set(subjectOf(sven), { groups: ['others'] });
    expect(await site.codeOf(subjectOf(sven))).toBe('auth.sso_role');
    expect(await rolesOf(sven)).toEqual(['client']);
    expect(await site.isSignedIn(before)).toBe(false);
    expect(await site.codeOf(subjectOf(sven))).toBe('auth.sso_unknown');
    await site.server.drain();
  });

  it('give no role: two people do', async () => {
    await site.connect({ group_roles });
    const sven = await site.member(['client', 'support'], { groups: ['/atrium/help', 'admins'] });
    await site.signedIn(sven);
    expect(await rolesOf(sven)).toEqual(['client', 'support']);
  });

  it('do not let the database give a role, nor take one of a person who is not bound', async () => {
    await site.connect({ group_roles });
    const [sven, vera] = [await site.member(['client', 'support'], { groups: ['/atrium/help'] }), await site.member()];
    await site.signedIn(sven);
    const change = (person: Session, roles: string[]) =>
      site.server.app.db.run(sql`update person set roles = ${roles} where id = ${person.user.id}`);
    const refused = { constraint: 'person_roles_are_approved' };
    await expect(change(sven, ['client', 'support', 'admin'])).rejects.toMatchObject(refused);
    await expect(change(sven, ['client', 'finance'])).rejects.toMatchObject(refused);
    await expect(change(vera, ['client'])).rejects.toMatchObject(refused);
    await site.connect();
    await expect(change(sven, ['client'])).rejects.toMatchObject(refused);
  });

  it('let no one in where the provider does not name them, and take nothing then', async () => {
    await site.connect({ group_roles });
    const sven = await site.member(['client', 'support'], { _claim_names: { groups: 'src1' } });
    expect(await site.codeOf(subjectOf(sven))).toBe('auth.sso_role');
    expect(await rolesOf(sven)).toEqual(['client', 'support']);
  });

  it('take nothing of the emergency account', async () => {
    await site.connect({ group_roles });
    site.provider.people.set(subjectOf(site.ada), { email: site.ada.user.email, email_verified: true, groups: [] });
    await site.signedIn(site.ada);
    expect(await rolesOf(site.ada)).toEqual(['client', 'admin']);
  });

  it('come from the company’s own domain where one is set', async () => {
    await site.connect({ hosted_domain: 'broker.example' });
    const sven = await site.member(['client', 'support'], { hd: 'gmail.example' });
    expect(await site.codeOf(subjectOf(sven))).toBe('auth.sso_failed');
    site.provider.people.set(subjectOf(sven), { email: sven.user.email, email_verified: true, hd: 'broker.example' });
    await site.signedIn(sven);
  });
});

describe('where staff sign in by the provider only', () => {
  it('refuses their passwords, also while the provider is down, and no password of a client', async () => {
    const sven = await site.member();
    const clara = await site.server.register();
    await site.connect({ only: true });
    expect((await passwordSignIn(sven)).refusal.code).toBe('auth.sso_required');
    expect((await passwordSignIn(clara)).status).toBe(200);
    site.provider.setDown(true);
    for (let call = 0; call < 8; call += 1) await site.server.call('POST /api/login/staff/start', { body: {} });
    expect((await passwordSignIn(sven)).refusal.code).toBe('auth.sso_required');
    site.provider.setDown(false);
    await site.connect({ only: true });
    await site.signedIn(sven);
    await site.connect();
    expect((await passwordSignIn(sven)).status).toBe(200);
  });

  it('refuses what follows the password as well: the code, and a passkey', async () => {
    const [sven, vera] = [await site.member(), await site.member()];
    const totp = await setUpTotp(site.server, sven);
    const { device } = await setUpPasskey(site.server, vera);
    await site.connect({ only: true });
    const { body, refusal } = await passwordSignIn(sven);
    if (!('challenge' in body)) throw new Error(`no second factor: ${refusal.code}`);
    const second = await site.server.call('POST /api/login/second-factor', {
      body: { challenge: body.challenge, code: totp.code() },
    });
    expect(second.refusal.code).toBe('auth.sso_required');
    const { body: asked } = await site.server.call('POST /api/login/passkey', { body: {} });
    const byPasskey = await site.server.call('POST /api/login/passkey/verify', {
      body: { attempt: asked.attempt, passkey: device.sign(asked) },
    });
    expect(byPasskey.refusal.code).toBe('auth.sso_required');
    await site.connect();
  });

  it('lets the one named account in by password, and notifies the others each time', async () => {
    const carl = await site.member(['client', 'compliance']);
    await site.connect({ only: true });
    expect((await passwordSignIn(site.ada)).status).toBe(200);
    expect(await entriesOf(site.ada, 'auth.break_glass')).toEqual([{ details: {} }]);
    await site.server.drain();
    const subjects = (await emailsTo(site.server, carl.user.email)).map(({ subject }) => subject);
    expect(subjects).toContain(`${site.ada.user.full_name} signed in with the emergency account`);
    expect((await emailsTo(site.server, site.ada.user.email)).map(({ subject }) => subject)).not.toContain(
      subjects.at(-1),
    );
    await site.connect({ only: true, break_glass: `${carl.user.email}; ${site.ada.user.email}` });
    for (const person of [carl, site.ada]) expect((await passwordSignIn(person)).status).toBe(200);
    await site.connect();
  });
});

describe('a connection that cannot be trusted', () => {
  const forgeConnection = (change: Sql) => forge(site.server.ownerUrl, change);

  it('still keeps staff from signing in by password; an administrator with a second factor comes in', async () => {
    const [sven, carl, olga] = [
      await site.member(),
      await site.member(['client', 'admin']),
      await site.member(['client', 'admin']),
    ];
    const totp = await setUpTotp(site.server, olga);
    await site.connect({ only: true });
    await forgeConnection(
      sql`update connection set value = jsonb_set(value, '{settings,only}', 'false') where port = 'staff_sign_in' and state = 'on'`,
    );
    for (const person of [sven, carl]) expect((await passwordSignIn(person)).refusal.code).toBe('auth.sso_required');
    const as = site.server.browser();
    const { body } = await site.server.call('POST /api/login', {
      as,
      body: { email: olga.user.email, password: olga.password },
    });
    if (!('challenge' in body)) throw new Error('no second factor');
    const second = await site.server.call('POST /api/login/second-factor', {
      as,
      body: { challenge: body.challenge, code: totp.code() },
    });
    expect(second.status).toBe(200);
    expect(await entriesOf(olga, 'auth.break_glass')).toEqual([{ details: {} }]);
    await site.connect();
  });

  it('lets the named account in, and shows the form, when its secrets do not open', async () => {
    await site.connect({ only: true });
    await forgeConnection(sql`
      update connection_secret set encrypted = set_byte(encrypted, 20, 255 - get_byte(encrypted, 20))
      where connection_id = (select id from connection where port = 'staff_sign_in' and state = 'on')`);
    expect((await site.server.call('POST /api/login/staff', { body: {} })).body).toEqual({ name: 'Company sign-in' });
    expect((await passwordSignIn(await site.member())).refusal.code).toBe('auth.sso_required');
    expect((await passwordSignIn(site.ada)).status).toBe(200);
    await site.connect();
  });
});

describe('a sign-out that the provider reports', () => {
  const event = { 'http://schemas.openid.net/event/backchannel-logout': {} };
  const now = () => Math.floor(Date.now() / 1000);
  const claimsOf = (person: Session, change: object = {}) => ({
    iss: site.provider.issuer,
    aud: clientId,
    iat: now(),
    exp: now() + 120,
    jti: crypto.randomUUID(),
    sub: subjectOf(person),
    events: event,
    ...change,
  });
  const report = (path: string, token: string) =>
    fetch(`${site.server.url}${path}`, { method: 'POST', body: new URLSearchParams({ logout_token: token }) });
  const handled = async (as: Parameters<typeof site.isSignedIn>[0], is: boolean) =>
    vi.waitFor(async () => expect(await site.isSignedIn(as)).toBe(is), 10_000);

  it('ends all sessions that began there, and a sign-in that waits for its second factor; others stay', async () => {
    const { path } = await site.connect();
    const [sven, vera] = [await site.member(), await site.member()];
    const [one, two, other] = [await site.signedIn(sven), await site.signedIn(sven), await site.signedIn(vera)];
    const token = await site.provider.logoutToken(claimsOf(sven));
    const answered = await report(path, token);
    expect([answered.status, answered.headers.get('cache-control')]).toEqual([200, 'no-store']);
    await handled(one, false);
    await handled(two, false);
    expect([await site.isSignedIn(other), await site.isSignedIn(sven)]).toEqual([true, true]);
    // The same token does nothing twice.
    const again = await site.signedIn(sven);
    expect((await report(path, token)).status).toBe(200);
    const count = await site.server.db.one<{ n: number }>(sql`select count(*)::int as n from inbox_event`);
    expect(count.n).toBe(1);
    expect(await site.isSignedIn(again)).toBe(true);
    const totp = await setUpTotp(site.server, sven);
    const { as, body } = await site.signIn(subjectOf(sven));
    if (!('challenge' in body)) throw new Error('signed in without the second factor');
    expect((await report(path, await site.provider.logoutToken(claimsOf(sven)))).status).toBe(200);
    await vi.waitFor(async () => {
      const left = await site.server.db.rows(sql`select from sign_in_challenge where person_id = ${sven.user.id}`);
      expect(left).toEqual([]);
    }, 10_000);
    const { refusal } = await site.server.call('POST /api/login/second-factor', {
      as,
      body: { challenge: body.challenge, code: totp.code() },
    });
    expect(refusal.code).toBe('auth.challenge_over');
  });

  it('ends one session by its name at the provider', async () => {
    const { path } = await site.connect();
    const sven = await site.member();
    site.provider.forge((claims) => ({ ...claims, sid: 'first' }));
    const one = await site.signedIn(sven);
    site.provider.forge((claims) => ({ ...claims, sid: 'second' }));
    const two = await site.signedIn(sven);
    const { sub: _sub, ...claims } = claimsOf(sven, { sid: 'first' });
    expect((await report(path, await site.provider.logoutToken(claims))).status).toBe(200);
    await handled(one, false);
    expect(await site.isSignedIn(two)).toBe(true);
  });

  it('is refused when it is forged, old, of another kind or for another client', async () => {
    const { path } = await site.connect();
    const sven = await site.member();
    const as = await site.signedIn(sven);
    const { sub: _sub, ...nameless } = claimsOf(sven);
    const forged = await Promise.all([
      site.provider.byStranger(claimsOf(sven)),
      site.provider.bySecret(claimsOf(sven)),
      site.provider.logoutToken(claimsOf(sven, { aud: 'other' })),
      site.provider.logoutToken(claimsOf(sven, { iss: 'https://other.example' })),
      site.provider.logoutToken(claimsOf(sven, { events: {} })),
      site.provider.logoutToken(claimsOf(sven, { nonce: 'of an ID token' })),
      site.provider.logoutToken(claimsOf(sven, { jti: undefined })),
      site.provider.logoutToken(claimsOf(sven, { iat: now() - 3600, exp: now() - 1800 })),
      site.provider.logoutToken(claimsOf(sven, { iat: now() - 3600, exp: now() + 3600 })),
      site.provider.logoutToken(nameless),
      site.provider.logoutToken(claimsOf(sven), 'at+jwt'),
    ]);
    const tokens = [...forged, site.provider.unsigned(claimsOf(sven)), 'nonsense'];
    for (const token of tokens) {
      const refused = await report(path, token);
      expect([refused.status, refused.headers.get('cache-control')]).toEqual([400, 'no-store']);
      expect(await refused.json()).toEqual({ error: 'invalid_request' });
    }
    expect(await site.isSignedIn(as)).toBe(true);
  });

  it('also ends a session whose sign-in was changed past the program, and opens none from such a one', async () => {
    const { path } = await site.connect();
    const [sven, vera, theo] = [await site.member(), await site.member(), await site.member()];
    const [hidden, other] = [await site.signedIn(sven), await site.signedIn(vera)];
    const move = (person: Session) =>
      forge(
        site.server.ownerUrl,
        sql`update staff_sign_in set sid = 'of another' where identity_id = (select id from staff_identity where person_id = ${person.user.id})`,
      );
    await move(sven);
    expect((await report(path, await site.provider.logoutToken(claimsOf(theo)))).status).toBe(200);
    await handled(hidden, false);
    expect(await site.isSignedIn(other)).toBe(true);
    const totp = await setUpTotp(site.server, theo);
    const { as, body } = await site.signIn(subjectOf(theo));
    if (!('challenge' in body)) throw new Error('signed in without the second factor');
    await move(theo);
    const { refusal } = await site.server.call('POST /api/login/second-factor', {
      as,
      body: { challenge: body.challenge, code: totp.code() },
    });
    expect(refusal.code).toBe('auth.under_review');
  });
});

describe('the keys of the provider', () => {
  it('may change at any time: a sign-in by the new one works a minute later at most', async () => {
    await site.connect();
    const sven = await site.member();
    await site.signedIn(sven);
    const second = await site.provider.newKey('second');
    site.provider.serveKeys([second]);
    site.provider.forge(async (claims) => ({ token: await site.provider.by(claims, second) }));
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 });
    try {
      await site.signedIn(sven);
      site.provider.forge(undefined);
      expect(await site.codeOf(subjectOf(sven))).toBe('auth.sso_failed');
    } finally {
      vi.useRealTimers();
    }
  });
});
