import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tokenLifetimeMs } from '#contract/kernel/constants.ts';
import { sql } from '#server/platform/db/sql.ts';
import { emailsTo } from '#test/mailbox.ts';
import { setUpTotp } from '#test/auth/second-factor.ts';
import { startServer, type CallOptions, type Session, type TestServer } from '#test/server.ts';

let server: TestServer;
let admin: Session;
beforeAll(async () => {
  server = await startServer();
  admin = await server.register({ roles: ['client', 'admin'] });
});
afterAll(() => server.close());

const issue = (clientId: string, change: object = {}, as: Session = admin) =>
  server.call('POST /api/staff/autologin', {
    as,
    body: { client_id: clientId, reason: 'Asked by phone', current_password: as.password, ...change },
  });

async function linkFor({ user }: Session): Promise<string> {
  const { link } = (await issue(user.id)).body;
  return link.slice(link.lastIndexOf('/') + 1);
}

const open = (token: string, how: CallOptions = {}) =>
  server.call('GET /api/autologin/:token', { params: { token }, as: server.browser(), ...how });

describe('auth.issue_autologin', () => {
  it('gives a link in the client’s language, and records it where the client sees it', async () => {
    const ida = await server.register({ language: 'de' });
    const { body } = await issue(ida.user.id);
    expect(body.link).toMatch(/^http:\/\/atrium\.test\/de\/autologin\/[\w-]{43}$/);
    expect(body.expires_at).toBe(new Date(server.clock.now().getTime() + tokenLifetimeMs.autologin).toISOString());
    const { body: activity } = await server.call('POST /api/settings/activity', { as: ida });
    expect(activity).toMatchObject([{ action: 'auth.autologin_issued', reason: 'Asked by phone' }]);
  });

  it('emails the client', async () => {
    const ida = await server.register();
    await issue(ida.user.id);
    const [latest] = await emailsTo(server, ida.user.email);
    expect(latest?.subject).toBe('A sign-in link was created for your Atrium account');
    expect(latest?.plain).toMatch(/On 2\u00a0March\u00a02026.*UTC/);
  });

  it('refuses an unknown client', async () => {
    const { status, refusal } = await issue('00000000-0000-7000-8000-000000000000');
    expect([status, refusal.errors?.['client_id']?.[0]?.code]).toEqual([422, 'auth.client_unknown']);
  });

  it.each([
    ['blocked', sql`blocked_at = now()`],
    ['closed', sql`closed_at = now(), blocked_at = now()`],
    ['frozen', sql`frozen_at = now()`],
    ['disputed', sql`frozen_at = now(), email_disputed_at = now()`],
  ])('refuses a client who is %s', async (_, change) => {
    const ida = await server.register();
    await server.db.run(sql`update person set ${change} where id = ${ida.user.id}`);
    const { status, refusal } = await issue(ida.user.id);
    expect([status, refusal.code]).toEqual([409, 'auth.autologin_state']);
  });

  it('requires a proof', async () => {
    const ida = await server.register();
    const { refusal } = await issue(ida.user.id, { current_password: 'not this one' });
    expect(refusal.errors?.['current_password']?.[0]?.code).toBe('auth.current_password');
    expect((await emailsTo(server, ida.user.email)).map(({ subject }) => subject)).not.toContainEqual(
      expect.stringContaining('sign-in link'),
    );
  });

  it('refuses a link for staff', async () => {
    const colleague = await server.register({ roles: ['client', 'support'] });
    expect((await issue(colleague.user.id)).refusal.code).toBe('auth.autologin_staff');
  });

  it('is for administrators', async () => {
    const ida = await server.register();
    const support = await server.register({ roles: ['client', 'support', 'compliance', 'finance'] });
    expect((await issue(ida.user.id, {}, support)).refusal.code).toBe('http.forbidden');
    expect((await issue(ida.user.id, {}, ida)).refusal.code).toBe('http.forbidden');
    expect((await issue(ida.user.id, { reason: '    ' })).status).toBe(422);
  });
});

describe('auth.autologin', () => {
  it.each([
    ['GET', (token: string) => open(token)],
    [
      'POST',
      (token: string) => server.call('POST /api/autologin', { body: { token }, as: server.browser(), form: true }),
    ],
  ])('signs in by %s, and the session says who issued it', async (_, use) => {
    const ida = await server.register();
    const { status, body } = await use(await linkFor(ida));
    expect([status, 'user' in body && body.user.id]).toEqual([200, ida.user.id]);
    const { body: sessions } = await server.call('POST /api/settings/sessions', { as: ida });
    expect(sessions.filter((session) => session.issued_by_staff)).toHaveLength(1);
    expect(sessions).toHaveLength(2);
    const { body: activity } = await server.call('POST /api/settings/activity', { as: ida });
    expect(activity.map(({ action }) => action)).toEqual(['auth.autologin_used', 'auth.autologin_issued']);
  });

  it('asks for the second factor of a client who has one, and the session says who issued the link', async () => {
    const ida = await server.register();
    const app = await setUpTotp(server, ida);
    const as = server.browser();
    const token = await linkFor(ida);
    const { body } = await open(token, { as });
    if (!('challenge' in body)) throw new Error('signed in without the second factor');
    expect(body.methods).toEqual(['totp', 'recovery']);
    expect((await server.call('POST /api/client-info', { as })).body).toEqual({ status: 'failed' });
    expect((await open(token)).refusal.code).toBe('auth.token_used');
    const response = (code: string) =>
      server.call('POST /api/login/second-factor', { as, body: { challenge: body.challenge, code } });
    expect((await response('000000')).refusal.errors?.['code']?.[0]?.code).toBe('auth.code');
    expect((await response(app.code())).status).toBe(200);
    const { body: sessions } = await server.call('POST /api/settings/sessions', { as: ida });
    expect(sessions.filter((session) => session.issued_by_staff)).toHaveLength(1);
  });

  it('refuses a token that is unknown, used, expired or replaced', async () => {
    const ida = await server.register();
    expect((await open('never-given')).refusal.code).toBe('auth.token_unknown');
    const used = await linkFor(ida);
    await open(used);
    expect((await open(used)).refusal.code).toBe('auth.token_used');
    const late = await linkFor(ida);
    server.clock.advance(tokenLifetimeMs.autologin);
    expect((await open(late)).refusal.code).toBe('auth.token_expired');
    const replaced = await linkFor(ida);
    const latest = await linkFor(ida);
    expect((await open(replaced)).refusal.code).toBe('auth.token_expired');
    expect((await open(latest)).status).toBe(200);
  });

  it('refuses a client who was blocked since', async () => {
    const ida = await server.register();
    const token = await linkFor(ida);
    await server.db.run(sql`update person set blocked_at = now() where id = ${ida.user.id}`);
    expect((await open(token)).refusal.code).toBe('auth.token_unknown');
  });

  it.each([
    ['blocked', sql`blocked_at = now()`],
    ['frozen', sql`frozen_at = now()`],
  ])('refuses a link whose issuer is %s', async (_, state) => {
    const sven = await server.register({ roles: ['client', 'admin'] });
    const ida = await server.register();
    const { link } = (await issue(ida.user.id, {}, sven)).body;
    await server.db.run(sql`update person set ${state} where id = ${sven.user.id}`);
    expect((await open(link.slice(link.lastIndexOf('/') + 1))).refusal.code).toBe('auth.token_unknown');
  });

  it.each([
    ['another site', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' }],
    ['a neighbour site', { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'cors' }],
    ['a link that is followed', { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' }],
    ['a picture', { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'no-cors' }],
    [
      'a page that is loaded ahead',
      { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors', 'sec-purpose': 'prefetch' },
    ],
  ])('is not used up by %s', async (_, headers) => {
    const token = await linkFor(await server.register());
    // Not with fetch(), which adds its own headers to a request.
    const url = `/api/autologin/${token}`;
    expect((await server.app.http.inject({ url, headers })).json()).toMatchObject({ code: 'http.origin' });
    const script = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' };
    expect((await server.app.http.inject({ url, headers: script })).statusCode).toBe(200);
  });

  it('opens one session for fifty calls at once', async () => {
    const ida = await server.register();
    const token = await linkFor(ida);
    const responses = await Promise.all(Array.from({ length: 50 }, () => open(token)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    const { n } = await server.db.one<{ n: number }>(
      sql`select count(*)::int as n from session where person_id = ${ida.user.id} and issued_by is not null`,
    );
    expect(n).toBe(1);
  });
});
