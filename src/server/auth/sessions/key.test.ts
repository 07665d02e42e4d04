import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#server/platform/db/sql.ts';
import type { Browser } from '#test/browser.ts';
import { copyOf, keyedBrowsers, newKey } from '#test/auth/session-key.ts';
import { forge } from '#test/database/forge.ts';
import { goodPassword, startServer, type TestServer } from '#test/server.ts';

const minuteMs = 60_000;

let server: TestServer;
const { keyed, challengeOf, renew } = keyedBrowsers(() => server);
beforeAll(async () => void (server = await startServer({ env: { KEYLESS_SESSION_DAYS: '20' } })));
afterAll(() => server.close());

const info = (as: Browser) => server.call('POST /api/client-info', { as });
const isSignedIn = async (as: Browser) => {
  const { status, body } = await info(as);
  return status === 200 && body.status === 'active';
};
describe('a session with a key', () => {
  it('is worth minutes to a person who copied its cookies, and is renewed by a signature', async () => {
    const ida = await keyed();
    const thief = copyOf(ida);
    expect([await isSignedIn(ida), await isSignedIn(thief)]).toEqual([true, true]);
    server.clock.advance(11 * minuteMs);
    const challenge = await challengeOf(thief);
    expect((await renew(thief, challenge, newKey().privateKey)).status).toBe(401);
    expect((await renew(ida, challenge)).status).toBe(200);
    expect([await isSignedIn(ida), (await info(thief)).refusal.code]).toEqual([true, 'auth.renewal_due']);
  });

  it('is worth nothing to a person who copied it and calls from another network, until the key has signed there', async () => {
    const ida = await keyed();
    const elsewhere = { ...ida, address: '203.0.113.7' };
    expect((await info(elsewhere)).refusal.code).toBe('auth.renewal_due');
    expect(await isSignedIn(ida)).toBe(true);
    expect((await renew(elsewhere, await challengeOf(elsewhere))).status).toBe(200);
    // Both networks count from now on, and calls that were on their way are answered.
    expect([await isSignedIn(ida), await isSignedIn(elsewhere)]).toEqual([true, true]);
  });

  it('accepts the former half for seconds, where it was not over', async () => {
    const ida = await keyed();
    const onItsWay = copyOf(ida);
    expect(
      (await server.call('POST /api/session/prove', { as: ida, body: { current_password: goodPassword } })).status,
    ).toBe(200);
    expect([await isSignedIn(ida), await isSignedIn(onItsWay)]).toEqual([true, true]);
    server.clock.advance(11_000);
    expect([await isSignedIn(ida), (await info(onItsWay)).refusal.code]).toEqual([true, 'auth.renewal_due']);
  });

  it('renews with a challenge once, before it expires, and for its own session', async () => {
    const [ida, otto] = [await keyed(), await keyed()];
    server.clock.advance(11 * minuteMs);
    const [first, foreign] = [await challengeOf(ida), await challengeOf(otto)];
    expect((await renew(ida, foreign)).refusal.code).toBe('auth.renewal_stale');
    expect((await renew(ida, first)).status).toBe(200);
    expect((await renew(ida, first)).refusal.code).toBe('auth.renewal_stale');
    server.clock.advance(11 * minuteMs);
    const late = await challengeOf(ida);
    server.clock.advance(3 * minuteMs);
    expect((await renew(ida, late)).refusal.code).toBe('auth.renewal_stale');
    expect((await renew(ida, await challengeOf(ida))).status).toBe(200);
  });

  it('is renewed by one of several tabs at once, and all go on', async () => {
    const ida = await keyed();
    server.clock.advance(11 * minuteMs);
    // Each tab was refused before any of them renewed; one that calls later goes on with the new half.
    const challenges = await Promise.all([ida, ida, ida, ida].map((tab) => challengeOf(copyOf(tab))));
    const tabs = await Promise.all(challenges.map((challenge) => renew(ida, challenge)));
    expect(tabs.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(tabs.filter(({ refusal }) => refusal.code === 'auth.renewal_stale')).toHaveLength(3);
    expect(await isSignedIn(ida)).toBe(true);
  });

  it('outlives a lost response, and a day of sleep', async () => {
    const ida = await keyed();
    for (const sleepMs of [11 * minuteMs, 24 * 60 * minuteMs]) {
      server.clock.advance(sleepMs);
      const lost = copyOf(ida);
      expect((await renew(lost, await challengeOf(ida))).status).toBe(200);
      expect((await renew(ida, await challengeOf(ida))).status).toBe(200);
      expect(await isSignedIn(ida)).toBe(true);
    }
  });

  it('is remembered for a year; one without a key for twenty days, as it is set', async () => {
    const ida = await keyed();
    const plain = await server.signIn({ email: ida.email, remember: true });
    server.clock.advance(21 * 24 * 60 * minuteMs);
    expect((await renew(ida, await challengeOf(ida))).status).toBe(200);
    expect([await isSignedIn(ida), await isSignedIn(plain)]).toEqual([true, false]);
  });

  it('is void after it is ended, and signs out with an expired half', async () => {
    const ida = await keyed();
    server.clock.advance(11 * minuteMs);
    const challenge = await challengeOf(ida);
    const before = copyOf(ida);
    expect((await server.call('POST /api/logout', { as: ida })).status).toBe(200);
    expect((await renew(before, challenge)).refusal.code).toBe('http.unauthenticated');
  });

  it('is not renewed by a key, or past an end, that was written into the database by hand', async () => {
    const of = ({ email }: { email: string }) => sql`
      public_key is not null and person_id = (select id from person where email = ${email})`;
    const ida = await keyed();
    const key = newKey();
    server.clock.advance(11 * minuteMs);
    const challenge = await challengeOf(ida);
    await forge(
      server.ownerUrl,
      sql`update session set public_key = ${Buffer.from(key.point, 'base64url')} where ${of(ida)}`,
    );
    expect((await renew(ida, challenge, key.privateKey)).refusal.code).toBe('http.unauthenticated');

    const otto = await keyed(false);
    server.clock.advance(11 * minuteMs);
    const due = await challengeOf(otto);
    await forge(
      server.ownerUrl,
      sql`update session set expires_at = expires_at + interval '9 years', ends_at = ends_at + interval '9 years' where ${of(otto)}`,
    );
    expect((await renew(otto, due)).refusal.code).toBe('http.unauthenticated');
  });

  it('accepts no invalid key', async () => {
    const { email } = (await server.register()).user;
    const body = { email, password: goodPassword, session_key: `B${'A'.repeat(86)}` };
    expect((await server.call('POST /api/login', { as: server.browser(), body })).status).toBe(422);
  });
});

describe('a session without a key', () => {
  it.each([true, false])('ends after the days that are set for it, remembered or not: %s', async (remember) => {
    const { email } = (await server.register()).user;
    await server.signIn({ email, remember });
    const [last] = await server.db.rows<{ endsAt: Date }>(sql`
      select ends_at as "endsAt" from session s join person p on p.id = s.person_id where p.email = ${email}
      order by s.created_at desc, s.ends_at limit 1`);
    expect(last?.endsAt.getTime()).toBe(server.clock.now().getTime() + 20 * 24 * 60 * minuteMs);
  });

  it('is void in another network and another browser, but not in another network alone', async () => {
    const ida = await server.register();
    const headers = { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Chrome/130.0' };
    const elsewhere = { ...ida, address: '203.0.113.7' };
    expect(await isSignedIn(elsewhere)).toBe(true);
    const { body } = await server.call('POST /api/client-info', { as: elsewhere, headers });
    expect(body.status).toBe('failed');
    expect((await server.call('POST /api/client-info', { as: ida, headers })).body.status).toBe('active');
    expect(await isSignedIn(ida)).toBe(true);
    await server.app.securityLog.write();
    const noted = await server.db.rows(sql`
      select address from security_event where code = 'auth.elsewhere' and person_id = ${ida.user.id}`);
    expect(noted).toEqual([{ address: '203.0.113.7' }]);
  });
});

describe('a proof', () => {
  it('replaces half of the session: an earlier copy is soon worthless', async () => {
    const ida = await server.register();
    const thief = copyOf(ida);
    const body = { current_password: goodPassword };
    expect((await server.call('POST /api/settings/sessions/revoke', { as: ida, body })).status).toBe(200);
    expect(ida.cookies.get('session-binding')).not.toBe(thief.cookies.get('session-binding'));
    expect([await isSignedIn(ida), await isSignedIn(thief)]).toEqual([true, true]);
    server.clock.advance(11_000);
    expect([await isSignedIn(ida), await isSignedIn(thief)]).toEqual([true, false]);
  });

  it('allows ten guesses in 15 minutes, over all actions', async () => {
    const ida = await server.register();
    const guess = (route: 'POST /api/settings/sessions/revoke' | 'POST /api/settings/second-factor/totp') =>
      server.call(route, { as: ida, body: { current_password: 'not it' } });
    const tries = await Promise.all(
      Array.from({ length: 12 }, (_, nth) =>
        guess(nth % 2 === 0 ? 'POST /api/settings/sessions/revoke' : 'POST /api/settings/second-factor/totp'),
      ),
    );
    expect(tries.filter(({ status }) => status === 422)).toHaveLength(10);
    expect(tries.filter(({ refusal }) => refusal.code === 'auth.locked')).toHaveLength(2);
  });

  it('comes before another phone number, and not before the first', async () => {
    const ida = await server.register();
    const save = (more: object) =>
      server.call('POST /api/settings/profile', { as: ida, body: { first_name: 'Ida', second_name: 'Berg', ...more } });
    expect((await save({ phone: '+49 30 1234567' })).status).toBe(200);
    expect(Object.keys((await save({ phone: '+49 30 7654321' })).refusal.errors ?? {})).toEqual(['current_password']);
    expect((await save({ phone: '+49 30 7654321', current_password: goodPassword })).status).toBe(200);
  });
});
