import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tokenLifetimeMs } from '#contract/kernel/constants.ts';
import { sql } from '#server/platform/db/sql.ts';
import type { Browser } from '#test/browser.ts';
import { emailedToken, emailsTo } from '#test/mailbox.ts';
import { goodPassword, startServer, type Session, type TestServer } from '#test/server.ts';
import { countGuess } from './sign-in/lock-out.ts';

const newPassword = 'eleven green lanterns';

let server: TestServer;
beforeAll(async () => void (server = await startServer()));
afterAll(() => server.close());

const verify = (token: string) => server.call('POST /api/email/verify', { body: { token }, as: server.browser() });
const resend = (email: string) => server.call('POST /api/email/resend', { body: { email }, as: server.browser() });
const request = (email: string) => server.call('POST /api/password/email', { body: { email }, as: server.browser() });
const check = (token: string) => server.call('POST /api/restore-code', { body: { token }, as: server.browser() });
const reset = (token: string, change: object = {}) =>
  server.call('POST /api/password/reset', {
    body: { token, password: newPassword, password_confirmation: newPassword, ...change },
    as: server.browser(),
  });
const isSignedIn = async (as: Session) => (await server.call('POST /api/client-info', { as })).body.status === 'active';
const isVerified = async (as: Session) => (await server.call('POST /api/client-info', { as })).body;

async function resetLink(email: string): Promise<string> {
  await request(email);
  return emailedToken(server, email);
}

/** How many rows each action wrote, by table. */
async function rowsWritten(action: () => Promise<unknown>) {
  const count = () =>
    server.db.one<Record<string, number>>(sql`
      select (select count(*)::int from outbox) as outbox, (select count(*)::int from one_time_token) as tokens,
             (select count(*)::int from rate_window) as windows, (select count(*)::int from mailbox_email) as emails`);
  const before = await count();
  await action();
  const after = await count();
  return Object.fromEntries(Object.entries(after).map(([table, n]) => [table, n - (before[table] ?? 0)]));
}

describe('auth.verify_email', () => {
  it('confirms the address with the emailed token, and accepts a repeated call', async () => {
    const ida = await server.register();
    const token = await emailedToken(server, ida.user.email);
    expect(await isVerified(ida)).toMatchObject({ email_verified: false });
    expect((await verify(token)).body).toEqual({ status: 'ok' });
    expect(await isVerified(ida)).toMatchObject({ email_verified: true });
    expect((await verify(token)).body).toEqual({ status: 'ok' });
  });

  it('accepts two clicks at once', async () => {
    const ida = await server.register();
    const token = await emailedToken(server, ida.user.email);
    const responses = await Promise.all(Array.from({ length: 10 }, () => verify(token)));
    expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
  });

  it('refuses an unknown token, and one of another purpose', async () => {
    const ida = await server.register();
    expect((await verify('never-given')).refusal.code).toBe('auth.token_unknown');
    expect((await verify(await resetLink(ida.user.email))).refusal.code).toBe('auth.token_unknown');
  });

  it('refuses a token after a day', async () => {
    const ida = await server.register();
    const token = await emailedToken(server, ida.user.email);
    server.clock.advance(tokenLifetimeMs.emailVerification);
    expect((await verify(token)).refusal.code).toBe('auth.token_expired');
    expect(await isVerified(await server.signIn(ida.user))).toMatchObject({ email_verified: false });
  });

  it('refuses a token for an address that the client no longer has', async () => {
    const ida = await server.register();
    const token = await emailedToken(server, ida.user.email);
    await server.db.run(sql`update person set email = 'moved@example.com' where id = ${ida.user.id}`);
    expect((await verify(token)).refusal.code).toBe('auth.token_unknown');
  });
});

describe('auth.resend_verification', () => {
  it('emails a new link, which replaces the old one', async () => {
    const ida = await server.register();
    const old = await emailedToken(server, ida.user.email);
    await server.call('POST /api/email/resend', { as: ida });
    const fresh = await emailedToken(server, ida.user.email);
    expect((await verify(old)).refusal.code).toBe('auth.token_expired');
    expect((await verify(fresh)).status).toBe(200);
  });

  it('requires the email from a caller without a session', async () => {
    const { status, refusal } = await server.call('POST /api/email/resend', { as: server.browser() });
    expect([status, refusal.errors?.['email']?.[0]?.code]).toEqual([422, 'validation.required']);
  });

  it('sends nothing to a client who has confirmed', async () => {
    const ida = await server.register();
    await verify(await emailedToken(server, ida.user.email));
    await resend(ida.user.email);
    expect(await emailsTo(server, ida.user.email)).toHaveLength(1);
  });
});

describe.each([
  ['auth.request_password_reset', request],
  ['auth.resend_verification', resend],
])('%s', (_, call) => {
  it('gives the same response and writes the same for an unknown email', async () => {
    const ida = await server.register();
    await server.drain();
    const known = await rowsWritten(async () => expect((await call(ida.user.email)).body).toEqual({ status: 'ok' }));
    const unknown = await rowsWritten(async () => expect((await call('x@example.org')).body).toEqual({ status: 'ok' }));
    expect(known).toEqual({ outbox: 1, tokens: 0, windows: 2, emails: 0 });
    expect(unknown).toEqual(known);
    expect(await emailsTo(server, 'x@example.org')).toEqual([]);
    expect(await emailsTo(server, ida.user.email)).toHaveLength(2);
  });

  it('floods no mailbox', async () => {
    const ida = await server.register();
    for (let i = 0; i < 8; i++) expect((await call(ida.user.email)).status).toBe(200);
    expect(await emailsTo(server, ida.user.email)).toHaveLength(1 + 5);
  });
});

describe('auth.reset_password', () => {
  it('sets the password, ends every session, notifies the client, and proves the address', async () => {
    const ida = await server.register();
    const token = await resetLink(ida.user.email);
    expect((await check(token)).body).toEqual({ status: 'ok' });
    expect((await reset(token)).body).toEqual({ status: 'ok' });
    expect(await isSignedIn(ida)).toBe(false);
    await expect(server.signIn({ email: ida.user.email, password: goodPassword })).rejects.toThrow('auth.credentials');
    const again = await server.signIn({ email: ida.user.email, password: newPassword });
    expect(again.user.email_verified).toBe(true);
    expect((await emailsTo(server, ida.user.email))[0]?.subject).toBe('Your Atrium password has changed');
  });

  it('refuses a token that is unknown, used or expired, whatever the password', async () => {
    const ida = await server.register();
    const weak = { password: 'aaaa', password_confirmation: 'b' };
    expect((await reset('never-given', weak)).refusal.code).toBe('auth.token_unknown');
    const used = await resetLink(ida.user.email);
    await reset(used);
    expect((await reset(used, weak)).refusal.code).toBe('auth.token_used');
    expect((await check(used)).refusal.code).toBe('auth.token_used');
    const late = await resetLink(ida.user.email);
    server.clock.advance(tokenLifetimeMs.passwordReset);
    expect((await reset(late, weak)).refusal.code).toBe('auth.token_expired');
    expect((await check(late)).refusal.code).toBe('auth.token_expired');
  });

  it('refuses an invalid password, and leaves the token usable', async () => {
    const ida = await server.register({ second_name: 'Karamazov' });
    const token = await resetLink(ida.user.email);
    const wrong = { password: 'karamazov', password_confirmation: 'else' };
    const codes = Object.values((await reset(token, wrong)).refusal.errors ?? {}).flat();
    expect(codes.map(({ code }) => code)).toEqual([
      'auth.password_confirmation',
      'auth.password_length',
      'auth.password_personal',
      'auth.password_known',
    ]);
    expect((await reset(token)).status).toBe(200);
  });

  it('voids earlier links: older ones for a password, and those of staff', async () => {
    const [ida, admin] = [await server.register(), await server.register({ roles: ['client', 'admin'] })];
    const older = await resetLink(ida.user.email);
    const body = { client_id: ida.user.id, reason: 'Asked by phone', current_password: admin.password };
    const { link } = (await server.call('POST /api/staff/autologin', { as: admin, body })).body;
    await reset(await resetLink(ida.user.email));
    expect((await reset(older)).refusal.code).toBe('auth.token_expired');
    const token = link.slice(link.lastIndexOf('/') + 1);
    const autologin = await server.call('POST /api/autologin', { body: { token }, as: server.browser() });
    expect(autologin.refusal.code).toBe('auth.token_expired');
  });

  it('unlocks a client after their own wrong guesses', async () => {
    const ida = await server.register();
    const as = server.browser();
    const attempt = (password: string) =>
      server.call('POST /api/login', { as, body: { email: ida.user.email, password } });
    for (let i = 0; i < 6; i++) await attempt('forgotten');
    expect((await attempt(goodPassword)).status).toBe(429);
    const token = await resetLink(ida.user.email);
    const body = { token, password: newPassword, password_confirmation: newPassword };
    await server.call('POST /api/password/reset', { as, body });
    expect((await attempt(newPassword)).status).toBe(200);
  });

  it('unlocks a client whom strangers had locked out everywhere', async () => {
    const ida = await server.register();
    const attempt = (password: string, as: Browser) =>
      server.call('POST /api/login', { as, body: { email: ida.user.email, password } });
    // As signing in counts them, without the slow hash of each comparison.
    const { email } = ida.user;
    for (let i = 1; i <= 100; i++) await countGuess(server.app, { email, address: `198.51.100.${i}` });
    const as = server.browser();
    expect((await attempt(goodPassword, as)).refusal.code).toBe('auth.locked');
    const token = await resetLink(ida.user.email);
    const body = { token, password: newPassword, password_confirmation: newPassword };
    await server.call('POST /api/password/reset', { as, body });
    expect((await attempt(newPassword, as)).status).toBe(200);
  });

  it('stores no token that could be used', async () => {
    const ida = await server.register();
    const token = await resetLink(ida.user.email);
    const rows = await server.db.rows<{ row: string }>(sql`
      select t::text as row from one_time_token t union all select o::text from outbox o union all select r::text from rate_window r`);
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.some(({ row }) => row.includes(token))).toBe(false);
  });
});

describe('fifty at once', () => {
  it('with one reset token change the password once', async () => {
    const ida = await server.register();
    const token = await resetLink(ida.user.email);
    const responses = await Promise.all(
      Array.from({ length: 50 }, (_, i) => {
        const password = `${newPassword} ${i}`;
        return reset(token, { password, password_confirmation: password });
      }),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    const others = responses.filter(({ status }) => status !== 200).map(({ refusal }) => refusal.code);
    expect(new Set(others)).toEqual(new Set(['auth.token_used']));
  });
});
