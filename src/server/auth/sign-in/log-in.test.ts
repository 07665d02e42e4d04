import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hash } from '@node-rs/argon2';
import { sql } from '#server/platform/db/sql.ts';
import { asCaller } from '#server/platform/http/caller.ts';
import { hashToken } from '#server/platform/secrets/token.ts';
import type { Browser } from '#test/browser.ts';
import { goodPassword, newApplicant, startServer, type Session, type TestServer } from '#test/server.ts';
import { countGuess } from './lock-out.ts';
import { passwordFits } from '../password-hash.ts';
import { drawRecoveryCodes } from '../second-factor/recovery-codes.ts';

const minuteMs = 60_000;

let server: TestServer;
beforeAll(async () => void (server = await startServer()));
afterAll(() => server.close());

const attempt = (email: string, password: string, as: Browser = server.browser()) =>
  server.call('POST /api/login', { body: { email, password }, as });
const isSignedIn = async (as: Browser) => (await server.call('POST /api/client-info', { as })).body.status === 'active';

async function guess(times: number, email: string, browser: () => Browser): Promise<number[]> {
  const statuses: number[] = [];
  for (let i = 0; i < times; i++) statuses.push((await attempt(email, `wrong guess ${i}`, browser())).status);
  return statuses;
}

describe('auth.login', () => {
  it('signs in, by JSON and by form, and shows the previous sign-in', async () => {
    const { user } = await server.register();
    const headers = { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36' };
    const body = { email: user.email, password: goodPassword, remember: '1' };
    const first = await server.call('POST /api/login', { body, as: server.browser(), form: true, headers });
    expect(first).toMatchObject({ status: 200, body: { user: { id: user.id } } });
    const again = await server.signIn({ email: user.email });
    expect(again.user.last_sign_in).toEqual({ at: server.clock.now().toISOString(), device: 'Chrome · Windows' });
  });

  it('keeps a remembered session for a year, and another one for half a day without use', async () => {
    const { user } = await server.register();
    const [saved, brief] = [
      await server.signIn({ email: user.email, remember: true }),
      await server.signIn({ email: user.email }),
    ];
    server.clock.advance(11 * 60 * minuteMs);
    expect(await isSignedIn(brief)).toBe(true);
    server.clock.advance(13 * 60 * minuteMs);
    expect([await isSignedIn(brief), await isSignedIn(saved)]).toEqual([false, true]);
    server.clock.advance(365 * 24 * 60 * minuteMs);
    expect(await isSignedIn(saved)).toBe(false);
  });

  it('gives the same response for a wrong password, an unknown email and a blocked client', async () => {
    const [known, blocked] = [await server.register(), await server.register()];
    await server.db.run(sql`update person set blocked_at = now() where id = ${blocked.user.id}`);
    const responses = [
      await attempt(known.user.email, 'not this one at all'),
      await attempt('nobody@example.com', goodPassword),
      await attempt(blocked.user.email, goodPassword),
    ];
    expect(responses.map(({ status }) => status)).toEqual([401, 401, 401]);
    expect(new Set(responses.map(({ refusal }) => JSON.stringify(refusal))).size).toBe(1);
    expect(responses[0]?.refusal.code).toBe('auth.credentials');
    expect(responses.every(({ headers }) => headers.getSetCookie().length === 0)).toBe(true);
  });

  it('ends the sessions of a blocked client', async () => {
    const ida = await server.register();
    expect(await isSignedIn(ida)).toBe(true);
    await server.db.run(sql`update person set blocked_at = now() where id = ${ida.user.id}`);
    expect(await isSignedIn(ida)).toBe(false);
  });

  it('ends the earlier session of the browser, and switches to the other person', async () => {
    const [ida, otto] = [await server.register(), await server.register()];
    const old: Session = { ...ida, cookies: new Map(ida.cookies) };
    const switched = await server.signIn({ email: otto.user.email, as: ida });
    expect(switched.user.id).toBe(otto.user.id);
    expect([await isSignedIn(switched), await isSignedIn(old)]).toEqual([true, false]);
  });

  it('replaces a hash with weaker settings', async () => {
    const { user } = await server.register();
    const weak = await hash(goodPassword, { algorithm: 2, memoryCost: 8192, timeCost: 1, parallelism: 1 });
    await server.db.run(sql`update person set password_hash = ${weak} where id = ${user.id}`);
    await server.signIn({ email: user.email });
    const { stored } = await server.db.one<{ stored: string }>(
      sql`select password_hash as stored from person where id = ${user.id}`,
    );
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    await server.signIn({ email: user.email });
  });

  it('accepts the same password typed on another keyboard', async () => {
    const { user } = await server.register({ password: 'Käsekuchen am Ufer'.normalize('NFC') });
    await expect(
      server.signIn({ email: user.email, password: 'Käsekuchen am Ufer'.normalize('NFD') }),
    ).resolves.toBeDefined();
  });
});

describe('the lock-out', () => {
  it('comes after five guesses from one network, also for the right password, and ends', async () => {
    const { user } = await server.register();
    const thief = server.browser();
    expect(await guess(6, user.email, () => thief)).toEqual([401, 401, 401, 401, 401, 429]);
    const { status, headers, refusal } = await attempt(user.email, goodPassword, thief);
    expect([status, refusal.code, headers.get('retry-after')]).toEqual([429, 'auth.locked', '900']);
    expect(refusal.params).toEqual({ seconds: 900, minutes: 15 });
    server.clock.advance(14 * minuteMs);
    expect((await attempt(user.email, goodPassword, thief)).headers.get('retry-after')).toBe('60');
    server.clock.advance(minuteMs);
    expect((await attempt(user.email, goodPassword, thief)).status).toBe(200);
  });

  it('does not reveal whether the email is known', async () => {
    const { user } = await server.register();
    const [a, b] = [server.browser(), server.browser()];
    expect(await guess(6, user.email, () => a)).toEqual(await guess(6, 'unknown@example.com', () => b));
    expect((await attempt(user.email, 'x', a)).refusal).toEqual((await attempt('unknown@example.com', 'x', b)).refusal);
  });

  it('counts from zero after a right password', async () => {
    const { user } = await server.register();
    const browser = server.browser();
    await guess(4, user.email, () => browser);
    expect((await attempt(user.email, goodPassword, browser)).status).toBe(200);
    expect(await guess(5, user.email, () => browser)).toEqual([401, 401, 401, 401, 401]);
  });

  it('comes after fifty guesses at any email from one network; right passwords do not count', async () => {
    const { user } = await server.register();
    const browser = server.browser();
    for (let i = 0; i < 3; i++) expect((await attempt(user.email, goodPassword, browser)).status).toBe(200);
    for (let i = 0; i < 50; i++) expect((await attempt(`person${i}@example.org`, 'wrong', browser)).status).toBe(401);
    expect((await attempt('another@example.org', 'wrong', browser)).status).toBe(429);
  });

  it('of an email from everywhere does not lock its owner out at a known address', async () => {
    const ida = await server.register();
    // As signing in counts them, without the slow hash of each comparison.
    const { email } = ida.user;
    for (let i = 1; i <= 100; i++) await countGuess(server.app, { email, address: `198.51.100.${i}` });
    expect((await attempt(ida.user.email, goodPassword)).refusal.code).toBe('auth.locked');
    const home = { ...server.browser(), address: ida.address };
    expect((await attempt(ida.user.email, goodPassword, home)).status).toBe(200);
    expect((await attempt(ida.user.email, goodPassword)).refusal.code).toBe('auth.locked');
  });

  it('counts a /64 of IPv6 as one network, and a /48 at sixteen times the limit', async () => {
    const thief =
      (net: string) =>
      (n = 0) => ({ ...server.browser(), address: `${net}::${(n + 1).toString(16)}` });
    let host = 0;
    const { user } = await server.register();
    const from = thief('2001:db8:77:1');
    expect(await guess(6, user.email, () => from(host++))).toEqual([401, 401, 401, 401, 401, 429]);
    for (let net = 2; net <= 17; net += 1) {
      for (let n = 0; n < 5; n += 1) {
        const address = `2001:db8:77:${(net * 256).toString(16)}::${n}`;
        await countGuess(server.app, { email: user.email, address }).catch(() => undefined);
      }
    }
    const { refusal } = await attempt(user.email, goodPassword, thief('2001:db8:77:ff00')());
    expect(refusal.code).toBe('auth.locked');
    expect((await attempt(user.email, goodPassword, thief('2001:db8:78:1')())).status).toBe(200);
  });

  it('holds against fifty guesses at once', async () => {
    const { user } = await server.register();
    const thief = server.browser();
    const responses = await Promise.all(Array.from({ length: 50 }, (_, i) => attempt(user.email, `guess ${i}`, thief)));
    const checked = responses.filter(({ status }) => status === 401);
    expect(checked).toHaveLength(5);
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(45);
  });
});

/** Keeps the hash queue of one network full while `action` runs. */
async function whileBusy<T>(ip: string, action: () => Promise<T>): Promise<T> {
  const done = new AbortController();
  const waitInLine = async () => {
    const guessOnce = () => passwordFits(undefined, 'anything').catch(() => setImmediate());
    while (!done.signal.aborted) await asCaller({ ip, personId: undefined }, guessOnce);
  };
  const applicants = Array.from({ length: 100 }, waitInLine);
  const result = await action();
  done.abort();
  await Promise.all(applicants);
  return result;
}

describe('too many passwords at once', () => {
  it.each([
    ['known', async () => (await server.register()).user.email],
    ['unknown', async () => newApplicant().email],
  ])('are refused for a moment and count as no guess, when the email is %s', async (_, email) => {
    const requested = await email();
    const as = server.browser();
    const responses = await whileBusy(as.address, () =>
      Promise.all(Array.from({ length: 5 }, () => attempt(requested, 'wrong', as))),
    );
    const refused = responses.filter(({ status }) => status === 503);
    // Only hashing is ever refused in this way, so an unknown email costs the same work as a known one.
    expect(refused.length).toBeGreaterThan(0);
    expect(refused[0]?.refusal.code).toBe('http.busy');
    expect(refused[0]?.headers.get('retry-after')).toBe('2');
    expect(await guess(refused.length + 1, requested, () => as)).toEqual([...refused.map(() => 401), 429]);
    expect(server.logged.filter((line) => line.includes('"status":503') && line.includes('"level":50'))).toEqual([]);
  });

  it('of one network do not stop others from signing in, from any part of the network', async () => {
    const { user } = await server.register();
    const responses = await whileBusy('2001:db8:5::1', () =>
      Promise.all(Array.from({ length: 5 }, () => attempt(user.email, goodPassword))),
    );
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  });

  it('do not stop a known device in the same network', async () => {
    const { user } = await server.register();
    const address = '203.0.113.99';
    const home = { ...server.browser(), address };
    home.cookies.set('device', 'a device of theirs');
    await server.db.run(sql`
      insert into known_device (person_id, hash, created_at, seen_at)
      values (${user.id}, ${hashToken(server.config, 'known device', 'a device of theirs')}, now(), now())`);
    expect((await whileBusy(address, () => attempt(user.email, goodPassword, home))).status).toBe(200);
  });

  it('do not come from setting up a second factor: ten at once leave slots free', async () => {
    const people = Array.from({ length: 10 }, (_, index) =>
      asCaller({ ip: '', personId: `p${index}` }, () => drawRecoveryCodes(`p${index}`)),
    );
    const { user } = await server.register();
    expect((await attempt(user.email, goodPassword)).status).toBe(200);
    expect((await Promise.all(people)).every((codes) => codes.length === 10)).toBe(true);
  });
});
