import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#server/platform/db/sql.ts';
import type { Browser } from '#test/browser.ts';
import { goodPassword, startServer, type Session, type TestServer } from '#test/server.ts';

const newPassword = 'eleven green lanterns';

let server: TestServer;
beforeAll(
  async () => void (server = await startServer({ env: { STAFF_SESSION_HOURS: '12', KEYLESS_SESSION_DAYS: '30' } })),
);
afterAll(() => server.close());

const isSignedIn = async (as: { cookies: Map<string, string>; token?: string; address: string }) =>
  (await server.call('POST /api/client-info', { as })).body.status === 'active';
const sessionsOf = async (as: Session) => (await server.call('POST /api/settings/sessions', { as })).body;
const bindingOf = ({ cookies }: Session) => cookies.get('session-binding') ?? '';

describe('a session', () => {
  it('is bound to its browser: the token alone, or with the binding of another session, is worth nothing', async () => {
    const [ida, otto] = [await server.register(), await server.register()];
    expect(await isSignedIn(ida)).toBe(true);
    expect(await isSignedIn({ ...server.browser(), token: ida.token })).toBe(false);
    const mixed = { ...ida, cookies: new Map(ida.cookies).set('session-binding', bindingOf(otto)) };
    expect(await isSignedIn(mixed)).toBe(false);
    expect(await isSignedIn({ ...ida, token: otto.token })).toBe(false);
    expect((await server.call('POST /api/wallets', { as: mixed })).refusal.code).toBe('http.unauthenticated');
  });

  it('keeps its second half from scripts and other sites, and for a year when remembered', async () => {
    const { user } = await server.register();
    const login = async (remember: boolean) => {
      const body = { email: user.email, password: goodPassword, remember };
      const { headers } = await server.call('POST /api/login', { body, as: server.browser() });
      return headers.getSetCookie().join();
    };
    expect(await login(false)).toMatch(/^session-binding=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/);
    expect(await login(true)).toContain(`Max-Age=${365 * 86_400}`);
  });

  it('has a cookie of this very host over https', async () => {
    const body = { email: (await server.register()).user.email, password: goodPassword };
    const headers = { 'x-forwarded-proto': 'https' };
    const response = await server.call('POST /api/login', { body, as: server.browser(), headers });
    expect(response.headers.getSetCookie().join()).toMatch(/^__Host-session-binding=.*; Path=\/; HttpOnly; Secure;/);
  });

  it('is stored by hashes only', async () => {
    const ida = await server.register();
    const rows = await server.db.rows<{ row: string }>(sql`select s::text as row from session s`);
    expect(rows.some(({ row }) => row.includes(ida.token) || row.includes(bindingOf(ida)))).toBe(false);
  });
});

describe('auth.logout', () => {
  it('ends the session and removes the cookie', async () => {
    const ida = await server.register();
    const before: Session = { ...ida, cookies: new Map(ida.cookies) };
    expect((await server.call('POST /api/logout', { as: ida })).body).toEqual({ status: 'ok' });
    expect(bindingOf(ida)).toBe('');
    expect(await isSignedIn(before)).toBe(false);
  });

  it('accepts a call without a session', async () => {
    expect((await server.call('POST /api/logout')).body).toEqual({ status: 'ok' });
    expect((await server.call('POST /api/logout', { as: { ...server.browser(), token: 'made-up' } })).status).toBe(200);
  });

  it('ends the session of a browser that has lost its token', async () => {
    const ida = await server.register();
    const { token: _lost, ...browser } = { ...ida, cookies: new Map(ida.cookies) };
    await server.call('POST /api/logout', { as: browser });
    expect(await isSignedIn(ida)).toBe(false);
  });
});

describe('auth.client_info', () => {
  it('says failed to a caller who is not signed in', async () => {
    expect((await server.call('POST /api/client-info')).body).toEqual({ status: 'failed' });
  });
});

describe('auth.sessions and auth.revoke_session', () => {
  it('list open sessions, and end one or all others', async () => {
    const here = await server.register();
    const [phone, tablet] = [await server.signIn(here.user), await server.signIn({ ...here.user, remember: true })];
    const sessions = await sessionsOf(here);
    expect(sessions).toHaveLength(3);
    expect(sessions.filter(({ current }) => current)).toHaveLength(1);
    expect(sessions.find(({ remembered }) => remembered)?.address).toBe(tablet.address);
    const other = sessions.find(({ address }) => address === phone.address);
    const revoke = (body: object) =>
      server.call('POST /api/settings/sessions/revoke', {
        as: here,
        body: { current_password: goodPassword, ...body },
      });
    expect((await revoke({ session_id: other?.id })).body).toEqual({ revoked: 1 });
    expect([await isSignedIn(phone), await isSignedIn(tablet)]).toEqual([false, true]);
    expect((await revoke({ session_id: other?.id })).refusal.code).toBe('auth.session_unknown');
    expect((await revoke({})).body).toEqual({ revoked: 1 });
    expect([await isSignedIn(tablet), await isSignedIn(here)]).toEqual([false, true]);
  });

  it('take a proof: a copied session cannot end others', async () => {
    const here = await server.register();
    const there = await server.signIn(here.user);
    const revoke = (body: object) => server.call('POST /api/settings/sessions/revoke', { as: here, body });
    for (const body of [{}, { current_password: 'not it' }])
      expect(Object.keys((await revoke(body)).refusal.errors ?? {})).toEqual(['current_password']);
    expect(await isSignedIn(there)).toBe(true);
  });

  it('do not reach the sessions of others', async () => {
    const [ida, otto] = [await server.register(), await server.register()];
    const [ottosSession] = await sessionsOf(otto);
    const body = { session_id: ottosSession?.id, current_password: goodPassword };
    const { status, refusal } = await server.call('POST /api/settings/sessions/revoke', { as: ida, body });
    expect([status, refusal.code]).toEqual([404, 'auth.session_unknown']);
    expect(await isSignedIn(otto)).toBe(true);
  });
});

describe('auth.change_password', () => {
  const change = (as: Session, input: object) =>
    server.call('POST /api/settings/password', {
      as,
      body: { current_password: goodPassword, password: newPassword, password_confirmation: newPassword, ...input },
    });

  it('changes it, keeps this session and ends the others', async () => {
    const here = await server.register();
    const there = await server.signIn(here.user);
    expect((await change(here, {})).body).toEqual({ status: 'ok' });
    expect([await isSignedIn(here), await isSignedIn(there)]).toEqual([true, false]);
    await expect(server.signIn(here.user)).rejects.toThrow('auth.credentials');
    await server.signIn({ ...here.user, password: newPassword });
  });

  it('accepts one of two concurrent changes with the same password', async () => {
    const here = await server.register();
    const responses = await Promise.all([change(here, {}), change(here, {}), change(here, {})]);
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422, 422]);
    const late = responses.filter(({ status }) => status === 422);
    expect(late.map(({ refusal }) => refusal.errors?.['current_password']?.[0]?.code)).toEqual([
      'auth.current_password',
      'auth.current_password',
    ]);
  });

  it('refuses in the order of the contract', async () => {
    const ida = await server.register();
    const codes = async (input: object) =>
      Object.values((await change(ida, input)).refusal.errors ?? {}).flatMap((list) => list.map(({ code }) => code));
    expect(await codes({ current_password: 'not it', password: 'a' })).toEqual(['auth.current_password']);
    expect(await codes({ password: 'aaaaaaaaaaa' })).toEqual([
      'auth.password_confirmation',
      'auth.password_variety',
      'auth.password_known',
    ]);
    expect(await codes({ password: 'qwertyuiop', password_confirmation: 'qwertyuiop' })).toEqual([
      'auth.password_known',
    ]);
  });
});

describe('auth.fingerprint', () => {
  it('stores the device and says whether it is known', async () => {
    const ida = await server.register();
    const body = { visitorId: 'device-1', timezone: 'Europe/Oslo', platform: 'Linux', userAgent: 'x', type: 'login' };
    const send = (as: Session, change: object = {}) =>
      server.call('POST /api/fingerprint', { as, body: { ...body, ...change } });
    expect((await send(ida)).body).toEqual({ status: 'stored', known: false });
    expect((await send(ida)).body).toEqual({ status: 'stored', known: true });
    expect((await send(await server.register())).body.known).toBe(false);
    expect((await send(ida, { type: 'else' })).refusal.errors?.['type']?.[0]?.code).toBe('validation.choice');
    expect((await server.call('POST /api/fingerprint', { body })).refusal.code).toBe('http.unauthenticated');
  });
});

describe('the end of a session', () => {
  const hourMs = 3_600_000;
  const isOpen = async (as: Browser) => (await server.call('POST /api/client-info', { as })).body.status === 'active';
  /** Uses the session at this interval; returns the hours after which it was over. */
  async function lastsWhenUsed(as: Browser, everyHours: number, forHours: number): Promise<number> {
    for (let hours = everyHours; hours <= forHours; hours += everyHours) {
      server.clock.advance(everyHours * hourMs);
      if (!(await isOpen(as))) return hours;
    }
    return Infinity;
  }

  it('comes without use, sooner where the client did not choose to stay signed in', async () => {
    const { user } = await server.register();
    const [short, long] = [
      await server.signIn({ email: user.email }),
      await server.signIn({ email: user.email, remember: true }),
    ];
    server.clock.advance(12 * hourMs);
    expect([await isOpen(short), await isOpen(long)]).toEqual([false, true]);
  });

  it('comes after thirty days without a browser key, also when remembered, and for staff after twelve hours', async () => {
    const { user } = await server.register();
    expect(await lastsWhenUsed(await server.signIn({ email: user.email }), 10, 800)).toBe(720);
    const remembered = await server.signIn({ email: user.email, remember: true });
    expect(await lastsWhenUsed(remembered, 24 * 10, 24 * 40)).toBe(24 * 30);
    const { user: clerk } = await server.register({ roles: ['client', 'support'] });
    expect(await lastsWhenUsed(await server.signIn({ email: clerk.email, remember: true }), 4, 24)).toBe(12);
  });

  it('comes when the settings say', async () => {
    const strict = await startServer({ env: { SESSION_IDLE_HOURS: '1', REMEMBERED_IDLE_DAYS: '2' } });
    const { user } = await strict.register();
    const [short, long] = [
      await strict.signIn({ email: user.email }),
      await strict.signIn({ email: user.email, remember: true }),
    ];
    const stillOpen = async (as: Browser) =>
      (await strict.call('POST /api/client-info', { as })).body.status === 'active';
    strict.clock.advance(hourMs);
    expect([await stillOpen(short), await stillOpen(long)]).toEqual([false, true]);
    strict.clock.advance(48 * hourMs);
    expect(await stillOpen(long)).toBe(false);
    await strict.close();
  });
});
