import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { sql } from '#server/platform/db/sql.ts';
import type { Browser } from '#test/browser.ts';
import { emailsTo } from '#test/mailbox.ts';
import { authenticatorOf, setUpTotp } from '#test/auth/second-factor.ts';
import { goodPassword, startServer, type Session, type TestServer } from '#test/server.ts';
import { passwordHashes } from '../password-hash.ts';
import { reEncryptAll } from '#server/platform/secrets/re-encrypt.ts';

/** Each set of recovery codes is ten slow hashes. */
vi.setConfig({ testTimeout: 90_000 });

let server: TestServer;
beforeAll(async () => void (server = await startServer()));
afterAll(() => server.close());

const isSignedIn = async (as: Browser) => (await server.call('POST /api/client-info', { as })).body.status === 'active';

async function challengeOf(email: string, as: Browser = server.browser()) {
  const { body } = await server.call('POST /api/login', { as, body: { email, password: goodPassword } });
  if (!('challenge' in body)) throw new Error('signed in with a password alone');
  return { ...body, as };
}

const response = (challenge: string, code: string, as: Browser = server.browser()) =>
  server.call('POST /api/login/second-factor', { as, body: { challenge, code } });

async function someoneWithApp() {
  const ida = await server.register();
  return { ida, app: await setUpTotp(server, ida), email: ida.user.email };
}

const codesOf = (refusal: { code: string; errors?: Record<string, { code: string }[]> }, field = 'code') =>
  refusal.errors?.[field]?.map(({ code }) => code) ?? [refusal.code];

describe('setting an app up', () => {
  it('hashes nothing for a wrong code, so that guesses leave the queue to those who sign in', async () => {
    const ida = await server.register();
    await server.call('POST /api/settings/second-factor/totp', { as: ida, body: { current_password: goodPassword } });
    let hashes = 0;
    const count = () => void (hashes += 1);
    passwordHashes.subscribe(count);
    try {
      const body = { code: '000000' };
      const { refusal } = await server.call('POST /api/settings/second-factor/totp/confirm', { as: ida, body });
      expect([codesOf(refusal), hashes]).toEqual([['auth.code'], 0]);
    } finally {
      passwordHashes.unsubscribe(count);
    }
  });

  it('requires the password, and takes effect only after a code has confirmed it', async () => {
    const ida = await server.register();
    const start = (current_password: string) =>
      server.call('POST /api/settings/second-factor/totp', { as: ida, body: { current_password } });
    const confirm = (code: string) =>
      server.call('POST /api/settings/second-factor/totp/confirm', { as: ida, body: { code } });
    expect((await confirm('123456')).refusal.code).toBe('auth.totp_none');
    expect(codesOf((await start('not this one')).refusal, 'current_password')).toEqual(['auth.current_password']);
    const { body } = await start(goodPassword);
    expect(body.uri).toContain(`secret=${body.secret}&issuer=Atrium`);
    await expect(server.signIn({ email: ida.user.email })).resolves.toBeDefined();
    expect(codesOf((await confirm('12345')).refusal)).toEqual(['auth.code']);
    expect(codesOf((await confirm('000000')).refusal)).toEqual(['auth.code']);
    const { body: confirmed } = await confirm(authenticatorOf(server, body.secret)());
    expect(new Set(confirmed.recovery_codes).size).toBe(10);
    expect(confirmed.recovery_codes.every((code) => /^[0-9A-Z]{4}(-[0-9A-Z]{4}){2}$/.test(code))).toBe(true);
    const { body: shown } = await server.call('POST /api/settings/second-factor', { as: ida });
    expect(shown).toEqual({
      on: true,
      totp_since: server.clock.now().toISOString(),
      recovery_codes_left: 10,
      required: false,
    });
    expect((await start(goodPassword)).refusal.code).toBe('auth.totp_on');
    expect((await confirm('000000')).refusal.code).toBe('auth.totp_none');
  });

  it('ends other sessions, sends an email and pauses withdrawals', async () => {
    const ida = await server.register();
    const other = await server.signIn({ email: ida.user.email });
    await setUpTotp(server, ida);
    expect([await isSignedIn(ida), await isSignedIn(other)]).toEqual([true, false]);
    const [message] = await emailsTo(server, ida.user.email);
    expect(message?.subject).toBe('Authenticator app turned on');
    expect(message?.links[0]).toMatch(/\/en\/freeze\/[\w-]{43}$/);
    const { body: limits } = await server.call('POST /api/payments/limits', { as: ida });
    expect(limits.withdrawals_blocked_until).not.toBeNull();
  });

  it('keeps the secret encrypted, and out of the log', async () => {
    const ida = await server.register();
    const { body } = await server.call('POST /api/settings/second-factor/totp', {
      as: ida,
      body: { current_password: goodPassword },
    });
    const code = authenticatorOf(server, body.secret)();
    const { body: confirmed } = await server.call('POST /api/settings/second-factor/totp/confirm', {
      as: ida,
      body: { code },
    });
    const { encrypted } = await server.db.one<{ encrypted: Buffer }>(
      sql`select secret_encrypted as encrypted from totp where person_id = ${ida.user.id}`,
    );
    expect(encrypted).toHaveLength(12 + 20 + 16);
    const log = server.logged.join('\n');
    expect(log.length).toBeGreaterThan(0);
    for (const secret of [body.secret, goodPassword, ...confirmed.recovery_codes]) expect(log).not.toContain(secret);
  });

  it('works with a changed APP_SECRET after the secret was encrypted again', async () => {
    const { email, app } = await someoneWithApp();
    const { appSecret } = server.config;
    const other = 'another secret of this installation 2';
    const reEncrypt = (from: string, to: string) => server.db.tx((tx) => reEncryptAll(tx, from, to));
    await expect(reEncrypt(other, appSecret)).rejects.toThrow('APP_SECRET');
    await reEncrypt(appSecret, other);
    await reEncrypt(other, appSecret);
    const { challenge } = await challengeOf(email);
    expect((await response(challenge, app.code())).status).toBe(200);
  });
});

describe('signing in with a code', () => {
  it('comes after the password, and keeps the earlier choice to stay signed in', async () => {
    const { email, app } = await someoneWithApp();
    const as = server.browser();
    const { body } = await server.call('POST /api/login', {
      as,
      body: { email, password: goodPassword, remember: true },
    });
    expect(body).toMatchObject({ methods: ['totp', 'recovery'] });
    expect(as.cookies.has('session-binding')).toBe(false);
    const challenge = 'challenge' in body ? body.challenge : '';
    const done = await response(challenge, ` ${app.code().slice(0, 3)} ${app.code().slice(3)}`, as);
    if (!('token' in done.body)) throw new Error('not signed in');
    expect([done.status, done.body.user.email]).toEqual([200, email]);
    expect(done.headers.getSetCookie().join()).toContain(`Max-Age=${365 * 86_400}`);
    expect(await isSignedIn({ ...as, token: done.body.token })).toBe(true);
  });

  it('accepts no code twice, nor an older one', async () => {
    const { email, app } = await someoneWithApp();
    const code = app.code();
    const { challenge } = await challengeOf(email);
    const before = app.code(-1);
    expect((await response(challenge, code)).status).toBe(200);
    const again = await challengeOf(email);
    expect(codesOf((await response(again.challenge, code)).refusal)).toEqual(['auth.code']);
    expect(codesOf((await response(again.challenge, before)).refusal)).toEqual(['auth.code']);
    expect((await response(again.challenge, app.code(1))).status).toBe(200);
  });

  it('accepts a challenge once, for five minutes, and from its caller', async () => {
    const { email, app } = await someoneWithApp();
    const { challenge } = await challengeOf(email);
    expect((await response(challenge, app.code())).status).toBe(200);
    server.clock.advance(30_000);
    const replayed = await response(challenge, app.code());
    expect([replayed.status, replayed.refusal.code]).toEqual([401, 'auth.challenge_over']);
    const late = await challengeOf(email);
    server.clock.advance(5 * 60_000);
    expect((await response(late.challenge, app.code())).refusal.code).toBe('auth.challenge_over');
    expect((await response('A'.repeat(43), app.code())).refusal.code).toBe('auth.challenge_over');
    const other = await someoneWithApp();
    const { challenge: ofOther } = await challengeOf(other.email);
    expect(codesOf((await response(ofOther, app.code())).refusal)).toEqual(['auth.code']);
  });

  it('accepts one of many concurrent codes', async () => {
    const { email, app } = await someoneWithApp();
    const { challenge } = await challengeOf(email);
    const code = app.code();
    const responses = await Promise.all(Array.from({ length: 8 }, () => response(challenge, code)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    const more = await Promise.all(Array.from({ length: 6 }, () => challengeOf(email)));
    server.clock.advance(30_000);
    const fresh = app.code();
    const apart = await Promise.all(more.map((open) => response(open.challenge, fresh)));
    expect(apart.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('accepts a recovery code once, in any spelling, and notifies the client', async () => {
    const { email, app } = await someoneWithApp();
    const [first = ''] = app.recoveryCodes;
    const responses = await Promise.all(
      [first, first.toLowerCase(), first.replaceAll('-', ' '), first.replaceAll('0', 'o')].map(async (typed) =>
        response((await challengeOf(email)).challenge, typed),
      ),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    const [message] = await emailsTo(server, email);
    expect(message?.subject).toBe('Recovery code used');
    const { challenge } = await challengeOf(email);
    for (const wrong of [first, `${first.slice(0, -1)}Z`, 'AAAA-BBBB-CCCC', 'x']) {
      expect(codesOf((await response(challenge, wrong)).refusal)).toEqual(['auth.code']);
    }
  });

  it('is paused after ten wrong codes from anywhere, for the right one too, and the client is notified', async () => {
    const { email, app } = await someoneWithApp();
    const open = await Promise.all(Array.from({ length: 20 }, () => challengeOf(email)));
    const responses = await Promise.all(open.map(({ challenge }) => response(challenge, '000000')));
    expect(responses.filter(({ status }) => status === 422)).toHaveLength(10);
    const locked = await response(open[0]?.challenge ?? '', app.code());
    expect([locked.status, locked.refusal.code, locked.headers.get('retry-after')]).toEqual([
      429,
      'auth.locked',
      '900',
    ]);
    const notified = (await emailsTo(server, email)).filter(({ subject }) => subject === 'Too many wrong codes');
    expect(notified).toHaveLength(1);
    server.clock.advance(900_000);
    const { challenge } = await challengeOf(email);
    expect((await response(challenge, app.code())).status).toBe(200);
  });

  it('refuses a challenge that began before a new password', async () => {
    const { ida, email, app } = await someoneWithApp();
    const { challenge } = await challengeOf(email);
    const password = 'eleven green lanterns';
    const body = { current_password: goodPassword, password, password_confirmation: password };
    expect((await server.call('POST /api/settings/password', { as: ida, body })).status).toBe(200);
    expect((await response(challenge, app.code())).refusal.code).toBe('auth.challenge_over');
  });
});

describe('turning it off', () => {
  const action = (
    route: 'POST /api/settings/second-factor/totp/remove' | 'POST /api/settings/second-factor/recovery-codes',
    as: Session,
    body: { current_password?: string; code?: string },
  ) => server.call(route, { as, body: { current_password: goodPassword, ...body } });
  const remove = 'POST /api/settings/second-factor/totp/remove';
  const renew = 'POST /api/settings/second-factor/recovery-codes';

  it('takes the password and a code, and deletes the recovery codes', async () => {
    const { ida, email, app } = await someoneWithApp();
    expect(
      codesOf((await action(remove, ida, { current_password: 'wrong', code: app.code() })).refusal, 'current_password'),
    ).toEqual(['auth.current_password']);
    expect(codesOf((await action(remove, ida, {})).refusal)).toEqual(['auth.code']);
    const code = app.code();
    const many = await Promise.all(Array.from({ length: 5 }, () => action(remove, ida, { code })));
    expect(many.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await action(remove, ida, {})).refusal.code).toBe('auth.totp_none');
    expect((await action(renew, ida, {})).refusal.code).toBe('auth.second_factor_off');
    await expect(server.signIn({ email })).resolves.toBeDefined();
    const { body } = await server.call('POST /api/settings/second-factor', { as: ida });
    expect(body).toEqual({ on: false, totp_since: null, recovery_codes_left: 0, required: false });
    expect((await emailsTo(server, email))[0]?.subject).toBe('Authenticator app turned off');
  });

  it('new recovery codes void the earlier ones', async () => {
    const { ida, email, app } = await someoneWithApp();
    const { body } = await server.call(renew, {
      as: ida,
      body: { current_password: goodPassword, code: app.code() },
    });
    const { challenge } = await challengeOf(email);
    expect(codesOf((await response(challenge, app.recoveryCodes[0] ?? '')).refusal)).toEqual(['auth.code']);
    expect((await response(challenge, body.recovery_codes[0] ?? '')).status).toBe(200);
  });

  it('is only possible for the client’s own factor', async () => {
    const responses = await Promise.all([
      server.call('POST /api/settings/second-factor'),
      server.call(remove, { body: { current_password: goodPassword } }),
      server.call(renew, { body: { current_password: goodPassword } }),
    ]);
    expect(responses.map(({ status }) => status)).toEqual([401, 401, 401]);
  });
});

describe('staff', () => {
  it('set up a second factor before anything else, and keep it', async () => {
    const strict = await startServer({ env: { STAFF_SECOND_FACTOR: '1' } });
    try {
      const [adam, ida] = [await strict.register({ roles: ['client', 'admin'] }), await strict.register()];
      expect([adam.user.second_factor_due, ida.user.second_factor_due]).toEqual([true, false]);
      const search = () => strict.call('POST /api/staff/clients', { as: adam });
      expect([(await search()).status, (await search()).refusal.code]).toEqual([403, 'auth.second_factor_due']);
      expect((await strict.call('POST /api/wallets', { as: adam })).refusal.code).toBe('auth.second_factor_due');
      expect((await strict.call('POST /api/wallets', { as: ida })).status).toBe(200);
      const { code } = await setUpTotp(strict, adam);
      expect((await search()).status).toBe(200);
      const removed = await strict.call('POST /api/settings/second-factor/totp/remove', {
        as: adam,
        body: { current_password: goodPassword, code: code() },
      });
      expect(removed.refusal.code).toBe('auth.second_factor_required');
    } finally {
      await strict.close();
    }
  });

  it('need it by default at a real broker, and not in a demo', async () => {
    expect(server.config.staffSecondFactor).toBe(false);
    const broker = await startServer({ env: { DEMO: '0' } });
    expect(broker.config.staffSecondFactor).toBe(true);
    await broker.close();
  });
});

describe('freezing by an emailed link', () => {
  const tokenOf = async (email: string) => (await emailsTo(server, email))[0]?.links[0]?.split('/').at(-1) ?? '';
  const freeze = (token: string) => server.call('POST /api/freeze', { body: { token } });

  it('ends all sessions and blocks every sign-in until a new password is set by email', async () => {
    const { ida, email, app } = await someoneWithApp();
    const token = await tokenOf(email);
    const { challenge } = await challengeOf(email);
    const responses = await Promise.all(Array.from({ length: 4 }, () => freeze(token)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await freeze(token)).refusal.code).toBe('auth.token_used');
    expect(await isSignedIn(ida)).toBe(false);
    expect((await response(challenge, app.code())).refusal.code).toBe('auth.challenge_over');
    const again = await challengeOf(email);
    expect((await response(again.challenge, app.code())).refusal.code).toBe('auth.frozen');
    expect((await emailsTo(server, email))[0]?.subject).toBe('Your Atrium account is locked');

    await server.call('POST /api/password/email', { body: { email } });
    const password = 'eleven green lanterns';
    await server.call('POST /api/password/reset', {
      body: { token: await tokenOf(email), password, password_confirmation: password },
    });
    const { body } = await server.call('POST /api/login', { as: server.browser(), body: { email, password } });
    expect('challenge' in body && (await response(body.challenge, app.code())).status).toBe(200);
  });

  it('works for six hours, and another email does not void the link', async () => {
    const { ida, email, app } = await someoneWithApp();
    const first = await tokenOf(email);
    await server.call('POST /api/settings/second-factor/recovery-codes', {
      as: ida,
      body: { current_password: goodPassword, code: app.code() },
    });
    const second = await tokenOf(email);
    expect(second).not.toBe(first);
    server.clock.advance(5 * 3_600_000);
    expect((await freeze(first)).status).toBe(200);
    expect((await freeze(second)).refusal.code).toBe('auth.token_expired');
    expect((await freeze('A'.repeat(43))).refusal.code).toBe('auth.token_unknown');
    const other = await someoneWithApp();
    const late = await tokenOf(other.email);
    server.clock.advance(6 * 3_600_000);
    expect((await freeze(late)).refusal.code).toBe('auth.token_expired');
  });
});
