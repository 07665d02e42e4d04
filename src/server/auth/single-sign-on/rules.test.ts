import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { sql } from '#server/platform/db/sql.ts';
import { setUpPasskey } from '#test/auth/passkey.ts';
import { setUpTotp } from '#test/auth/second-factor.ts';
import { openSingleSignOn, subjectOf } from '#test/auth/single-sign-on.ts';
import { clientId, clientSecret } from '#test/connections/oidc-stand-in.ts';
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

describe('the connection', () => {
  const create = (as: Session, fields: Record<string, string>) =>
    site.server.call('POST /api/staff/connections/create', {
      as,
      body: {
        adapter: 'oidc',
        name: 'Company sign-in',
        fields,
        in_own_network: false,
        countries: [],
        currencies: [],
        tiers: [],
        order: 10,
        current_password: as.password,
      },
    });
  const fields = (change: Record<string, string> = {}) => ({
    issuer: site.provider.issuer,
    client_id: clientId,
    client_secret: clientSecret,
    break_glass: site.ada.user.email,
    group_roles: 'admins=admin; help=support',
    only: 'true',
    ...change,
  });
  let eve: Session;
  beforeAll(async () => {
    await setUpTotp(site.server, site.ada);
    eve = await site.member(['client', 'admin']);
  });
  async function tested(change: Record<string, string> = {}) {
    const { body } = await create(eve, fields(change));
    const which = { connection_id: body.connection_id };
    await site.server.call('POST /api/staff/connections/test', { as: eve, body: which });
    const list = await site.server.call('POST /api/staff/connections', { as: eve, body: {} });
    const shown = list.body.connections.find(({ id }) => id === body.connection_id);
    return { id: body.connection_id, shown, failed: shown?.probe?.steps.find(({ ok }) => !ok) };
  }

  it('is tested against the provider, step by step', async () => {
    const adam = await site.member(['client', 'admin']);
    const { failed, shown } = await tested();
    expect(failed).toBeUndefined();
    expect(shown?.probe?.steps.map(({ name }) => name)).toEqual([
      'read the provider',
      'read its keys',
      'show the secret',
      'find the break-glass account',
    ]);
    expect((await tested({ client_secret: 'a wrong secret 1' })).failed).toMatchObject({
      name: 'show the secret',
      detail: 'invalid_client',
    });
    expect((await tested({ issuer: `${site.provider.issuer}/` })).failed?.name).toBe('read the provider');
    const two = `${site.ada.user.email}, ${adam.user.email}`;
    for (const break_glass of [adam.user.email, two])
      expect((await tested({ break_glass })).failed).toMatchObject({
        name: 'find the break-glass account',
        detail: `${adam.user.email}: this administrator has no second factor`,
      });
    await setUpTotp(site.server, adam);
    expect((await tested({ break_glass: two })).failed).toBeUndefined();
  });

  it('takes two people, for its mapping as for its secret', async () => {
    const { id } = await tested();
    const use = await site.server.call('POST /api/staff/connections/use', {
      as: eve,
      body: { connection_id: id, overlap_hours: 0, reason: 'One sign-in for staff', current_password: eve.password },
    });
    expect(use.status).toBe(200);
    const state = () => site.server.db.one<{ state: string }>(sql`select state from connection where id = ${id}`);
    expect(await state()).toEqual({ state: 'off' });
    const finn = await site.member(['client', 'finance']);
    const { body } = await site.server.call('POST /api/staff/approvals', { as: finn, body: {} });
    const request = body.approval_requests.find((each) => each.kind === 'connection' && each.key === id);
    if (!request) throw new Error('nothing was requested');
    const approve = (as: Session) =>
      site.server.call('POST /api/staff/approvals/approve', {
        as,
        body: { approval_request_id: request.id, current_password: as.password, overrule: 'One network in tests.' },
      });
    expect((await approve(eve)).status).not.toBe(200);
    expect(await state()).toEqual({ state: 'off' });
    expect((await approve(finn)).status).toBe(200);
    expect(await state()).toEqual({ state: 'on' });
    const change = site.server.app.db.run(sql`
      update connection set value = jsonb_set(value, '{settings,group_roles}', '"mine=admin"') where id = ${id}`);
    await expect(change).rejects.toMatchObject({ constraint: 'connection_is_approved' });
  });

  it('is turned off by two people where it is the only way in, and by one otherwise', async () => {
    const finn = await site.member(['client', 'finance']);
    const { id } = await site.connect({ only: true });
    const asEve = { as: eve, body: { connection_id: id } };
    const state = async () =>
      (await site.server.db.one<{ state: string }>(sql`select state from connection where id = ${id}`)).state;
    const shown = async () =>
      (await site.server.call('POST /api/staff/connections', { as: eve, body: {} })).body.connections.find(
        (each) => each.id === id,
      );
    expect(await shown()).toMatchObject({ takes_two: true, off_takes_two: true });
    const alone = await site.server.call('POST /api/staff/connections/switch-off', asEve);
    expect(alone.refusal.code).toBe('connections.off_takes_two');
    for (const end of ['off', 'removed'])
      await expect(
        site.server.app.db.run(sql`update connection set state = ${end} where id = ${id}`),
      ).rejects.toMatchObject({ constraint: 'connection_is_approved' });
    await site.server.call('POST /api/staff/connections/request-off', {
      as: eve,
      body: { connection_id: id, reason: 'The provider is down', current_password: eve.password },
    });
    expect(await state()).toBe('on');
    expect((await passwordSignIn(finn)).refusal.code).toBe('auth.sso_required');
    const { body } = await site.server.call('POST /api/staff/approvals', { as: finn, body: {} });
    const request = body.approval_requests.find((each) => each.kind === 'connection' && each.key === id);
    expect(request).toMatchObject({ value: { act: 'switch_off', value: { settings: { only: true } } } });
    const approve = (as: Session) =>
      site.server.call('POST /api/staff/approvals/approve', {
        as,
        body: {
          approval_request_id: request?.id ?? '',
          current_password: as.password,
          overrule: 'One network in tests.',
        },
      });
    expect((await approve(eve)).status).not.toBe(200);
    expect(await state()).toBe('on');
    expect((await approve(finn)).status).toBe(200);
    expect(await state()).toBe('off');
    expect((await passwordSignIn(finn)).status).toBe(200);
    const entry = await site.server.db.one<{ details: object }>(
      sql`select details from audit_entry where action = 'connections.switch_off' order by id desc limit 1`,
    );
    expect(entry.details).toMatchObject({ reason: 'The provider is down', proposed_by: eve.user.full_name });
    const optional = await site.connect();
    const body2 = { connection_id: optional.id };
    const one = await site.server.call('POST /api/staff/connections/switch-off', { as: eve, body: body2 });
    expect(one.status).toBe(200);
  });

  it('is not ended by the approval of a change, nor changed by the approval of an end', async () => {
    const { id } = await site.connect({ only: true });
    const now = site.server.clock.now();
    const change = (act: string, what: ReturnType<typeof sql>) =>
      site.server.db.tx(async (tx) => {
        await tx.run(sql`alter table approval_request disable trigger user`);
        await tx.run(sql`
          insert into approval_request (id, kind, key, was, value, reason, author_id, state, decided_by, created_at, expires_at, decided_at)
          select ${crypto.randomUUID()}, 'connection', ${id}, '{}', jsonb_build_object('act', ${act}::text, 'version', version,
            'value', jsonb_set(value, '{settings,only}', 'false')), 'x', ${eve.user.id}, 'approved', ${site.ada.user.id},
            ${now}, ${new Date(now.getTime() + 1000)}, ${now}
          from connection where id = ${id}`);
        await tx.run(sql`alter table approval_request enable trigger user`);
        await tx.run(sql`update connection set ${what} where id = ${id}`);
      });
    const refused = { constraint: 'connection_is_approved' };
    await expect(change('change', sql`state = 'off'`)).rejects.toMatchObject(refused);
    const optional = sql`value = jsonb_set(value, '{settings,only}', 'false')`;
    await expect(change('switch_off', optional)).rejects.toMatchObject(refused);
  });

  it('says which field is wrong', async () => {
    const fieldOf = async (change: Record<string, string>) =>
      Object.keys((await create(eve, fields(change))).refusal.errors ?? {});
    expect(await fieldOf({ group_roles: 'admins=owner' })).toEqual(['field_group_roles']);
    expect(await fieldOf({ group_roles: 'admins' })).toEqual(['field_group_roles']);
    expect(await fieldOf({ break_glass: 'ada' })).toEqual(['field_break_glass']);
    expect(await fieldOf({ break_glass: '' })).toEqual(['field_break_glass']);
    expect(await fieldOf({ break_glass: 'a@b.example c@d.example e@f.example' })).toEqual(['field_break_glass']);
    expect(await fieldOf({ issuer: 'ftp://provider.example' })).toEqual(['field_issuer']);
    expect(await fieldOf({ client_secret: '' })).toEqual(['field_client_secret']);
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
