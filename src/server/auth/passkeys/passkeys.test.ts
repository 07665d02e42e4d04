import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { PasskeyResponse } from '#contract/auth/proof.ts';
import { sql } from '#server/platform/db/sql.ts';
import type { Browser } from '#test/browser.ts';
import { emailsTo } from '#test/mailbox.ts';
import { setUpPasskey, softwareAuthenticator, type Misdeed, type SoftwareAuthenticator } from '#test/auth/passkey.ts';
import { setUpTotp } from '#test/auth/second-factor.ts';
import { goodPassword, startServer, type Session, type TestServer } from '#test/server.ts';

/** A first passkey brings recovery codes, which are ten slow hashes. */
vi.setConfig({ testTimeout: 90_000 });

let server: TestServer;
beforeAll(async () => void (server = await startServer()));
afterAll(() => server.close());

const codeOf = (refusal: { code: string; errors?: Record<string, { code: string }[]> }) =>
  Object.values(refusal.errors ?? {})[0]?.[0]?.code ?? refusal.code;

async function someone() {
  const ida = await server.register();
  return { ida, email: ida.user.email, ...(await setUpPasskey(server, ida)) };
}

const request = async (challenge?: string) =>
  (await server.call('POST /api/login/passkey', { body: challenge ? { challenge } : {} })).body;

const response = (attempt: string, passkey: PasskeyResponse, as: Browser = server.browser()) =>
  server.call('POST /api/login/passkey/verify', { as, body: { attempt, passkey } });

async function signIn(device: SoftwareAuthenticator, wrong: Misdeed = {}, as: Browser = server.browser()) {
  const started = await request();
  return response(started.attempt, device.sign(started, wrong), as);
}

async function challengeOf(email: string) {
  const { body } = await server.call('POST /api/login', {
    as: server.browser(),
    body: { email, password: goodPassword, remember: true },
  });
  if (!('challenge' in body)) throw new Error('signed in with a password alone');
  return body;
}

const list = async (as: Session) => (await server.call('POST /api/settings/passkeys', { as })).body.passkeys;
const isSignedIn = async (as: Browser) => (await server.call('POST /api/client-info', { as })).body.status === 'active';

async function proofOf(device: SoftwareAuthenticator, as: Session, wrong: Misdeed = {}) {
  const { body } = await server.call('POST /api/settings/passkeys/start-proof', { as });
  return { attempt: body.attempt, response: device.sign(body, wrong) };
}

describe('adding a passkey', () => {
  it('takes the password, brings recovery codes, ends other sessions and is announced by email', async () => {
    const ida = await server.register();
    const other = await server.signIn({ email: ida.user.email });
    const start = (body: object) => server.call('POST /api/settings/passkeys/start', { as: ida, body });
    expect(codeOf((await start({})).refusal)).toBe('validation.required');
    expect(codeOf((await start({ current_password: 'not this' })).refusal)).toBe('auth.current_password');
    const { recoveryCodes } = await setUpPasskey(server, ida, '  My   phone ');
    expect(recoveryCodes).toHaveLength(10);
    expect(await list(ida)).toMatchObject([{ name: 'My phone', works: true, synced: false, used_at: null }]);
    expect([await isSignedIn(ida), await isSignedIn(other)]).toEqual([true, false]);
    const [message] = await emailsTo(server, ida.user.email);
    expect(message?.subject).toBe('Passkey added');
    expect(message?.links[0]).toMatch(/\/en\/freeze\/[\w-]{43}$/);
    const { body: limits } = await server.call('POST /api/payments/limits', { as: ida });
    expect(limits.withdrawals_blocked_until).not.toBeNull();
    const { body: factor } = await server.call('POST /api/settings/second-factor', { as: ida });
    expect(factor).toMatchObject({ on: true, totp_since: null, recovery_codes_left: 10 });
  });

  it('takes more than the password once there is a second factor; a passkey is enough', async () => {
    const { ida, device, recoveryCodes } = await someone();
    const start = (body: object) => server.call('POST /api/settings/passkeys/start', { as: ida, body });
    expect(codeOf((await start({ current_password: goodPassword })).refusal)).toBe('auth.code');
    expect((await start({ current_password: goodPassword, code: recoveryCodes[0] })).status).toBe(200);
    const proof = await proofOf(device, ida);
    const { body } = await start({ passkey: proof });
    expect(body.options.excludeCredentials.map(({ id }) => id)).toEqual([device.credentialId]);
    const tablet = softwareAuthenticator(server);
    const added = await server.call('POST /api/settings/passkeys/add', {
      as: ida,
      body: { attempt: body.attempt, name: 'Tablet', passkey: tablet.make(body) },
    });
    expect(added.body.recovery_codes).toEqual([]);
    expect((await list(ida)).map(({ name }) => name)).toEqual(['Tablet', 'Phone']);
    expect(codeOf((await start({ passkey: proof })).refusal)).toBe('auth.passkey_over');
    const stranger = await someone();
    expect(codeOf((await start({ passkey: await proofOf(stranger.device, stranger.ida) })).refusal)).toBe(
      'auth.passkey_over',
    );
    const { body: mine } = await server.call('POST /api/settings/passkeys/start-proof', { as: ida });
    const byStranger = { attempt: mine.attempt, response: stranger.device.sign(mine) };
    expect(codeOf((await start({ passkey: byStranger })).refusal)).toBe('auth.passkey');
  });

  it('refuses a response that is not from this site, this attempt and its owner, and a second use', async () => {
    const ida = await server.register();
    const other = await server.register();
    const start = async (as: Session) =>
      (await server.call('POST /api/settings/passkeys/start', { as, body: { current_password: goodPassword } })).body;
    const add = (as: Session, attempt: string, passkey: ReturnType<SoftwareAuthenticator['make']>) =>
      server.call('POST /api/settings/passkeys/add', { as, body: { attempt, name: 'Key', passkey } });
    const device = softwareAuthenticator(server);
    const ofOther = await start(other);
    expect(codeOf((await add(ida, ofOther.attempt, device.make(ofOther))).refusal)).toBe('auth.passkey_over');
    const late = await start(ida);
    server.clock.advance(5 * 60_000);
    expect(codeOf((await add(ida, late.attempt, device.make(late))).refusal)).toBe('auth.passkey_over');
    const wrongs: Misdeed[] = [
      { origin: 'http://atrium.test.evil.example' },
      { origin: 'https://atrium.test' },
      { rpId: 'evil.example' },
      { challenge: 'AAAA' },
      { unverified: true },
    ];
    for (const wrong of wrongs) {
      const started = await start(ida);
      const refused = await add(ida, started.attempt, device.make(started, wrong));
      expect([wrong, refused.status, codeOf(refused.refusal)]).toEqual([wrong, 409, 'auth.passkey']);
      expect(codeOf((await add(ida, started.attempt, device.make(started))).refusal)).toBe('auth.passkey_over');
    }
    const good = await start(ida);
    const many = await Promise.all(Array.from({ length: 6 }, () => add(ida, good.attempt, device.make(good))));
    expect(many.filter(({ status }) => status === 200)).toHaveLength(1);
    const again = await start(other);
    expect(codeOf((await add(other, again.attempt, device.make(again))).refusal)).toBe('auth.passkey_taken');
  });

  it('stops at ten', async () => {
    const { ida, device } = await someone();
    const start = async () =>
      server.call('POST /api/settings/passkeys/start', { as: ida, body: { passkey: await proofOf(device, ida) } });
    // One after the other: the device counts.
    const started = [];
    for (let nth = 0; nth < 12; nth += 1) started.push(await start());
    const added = await Promise.all(
      started.map(({ body }) =>
        server.call('POST /api/settings/passkeys/add', {
          as: ida,
          body: { attempt: body.attempt, name: 'Key', passkey: softwareAuthenticator(server).make(body) },
        }),
      ),
    );
    expect(added.filter(({ status }) => status === 200)).toHaveLength(9);
    expect(added.filter(({ refusal }) => refusal.code === 'auth.passkey_limit')).toHaveLength(3);
    expect(await list(ida)).toHaveLength(10);
    expect(codeOf((await start()).refusal)).toBe('auth.passkey_limit');
  });
});

describe('signing in with a passkey alone', () => {
  it('needs no name, no password and no code', async () => {
    const { email, device, ida } = await someone();
    const as = server.browser();
    const started = await request();
    expect(started.options).toMatchObject({ rpId: 'atrium.test', userVerification: 'required', allowCredentials: [] });
    const { status, body } = await response(started.attempt, device.sign(started), as);
    expect([status, body.user.email]).toEqual([200, email]);
    expect(await isSignedIn({ ...as, token: body.token })).toBe(true);
    expect((await list(ida))[0]?.used_at).toBe(server.clock.now().toISOString());
  });

  it('refuses a signature that is not from this site, this attempt and its owner, and a second use', async () => {
    const { device, ida } = await someone();
    const stranger = await someone();
    const wrongs: Misdeed[] = [
      { origin: 'http://atrium.test:8080' },
      { origin: 'http://login.atrium.test' },
      { rpId: 'test' },
      { challenge: 'AAAA' },
      { unverified: true },
      { forged: true },
      { credentialId: stranger.device.credentialId },
      { credentialId: 'AAAA' },
      { userHandle: Buffer.from(stranger.ida.user.id.replaceAll('-', ''), 'hex').toString('base64url') },
    ];
    for (const wrong of wrongs) {
      const refused = await signIn(device, wrong);
      expect([wrong, refused.status, codeOf(refused.refusal)]).toEqual([wrong, 409, 'auth.passkey']);
    }
    const started = await request();
    const signed = device.sign(started);
    expect((await response(started.attempt, signed)).status).toBe(200);
    expect(codeOf((await response(started.attempt, signed)).refusal)).toBe('auth.passkey_over');
    const fresh = await request();
    expect(codeOf((await response(fresh.attempt, signed)).refusal)).toBe('auth.passkey');
    const late = await request();
    server.clock.advance(5 * 60_000);
    expect(codeOf((await response(late.attempt, device.sign(late))).refusal)).toBe('auth.passkey_over');
    const { body: settings } = await server.call('POST /api/settings/passkeys/start-proof', { as: ida });
    expect(codeOf((await response(settings.attempt, device.sign(settings))).refusal)).toBe('auth.passkey_over');
    await server.db.run(sql`update person set blocked_at = now() where id = ${ida.user.id}`);
    expect(codeOf((await signIn(device)).refusal)).toBe('auth.passkey');
  });

  it('refuses a counter that does not grow, and logs it', async () => {
    const { device } = await someone();
    expect((await signIn(device, { counter: 7 })).status).toBe(200);
    const logged = () => server.logged.filter((line) => line.includes('counter went back')).length;
    const before = logged();
    for (const counter of [7, 6, 0]) expect(codeOf((await signIn(device, { counter })).refusal)).toBe('auth.passkey');
    expect(logged()).toBe(before + 3);
    expect((await signIn(device, { counter: 8 })).status).toBe(200);
    const started = await Promise.all([request(), request(), request(), request()]);
    const copies = await Promise.all(started.map((one) => response(one.attempt, device.sign(one, { counter: 9 }))));
    expect(copies.filter(({ status }) => status === 200)).toHaveLength(1);
    await server.db.run(sql`update passkey set counter = 0 where credential_id = ${device.credentialId}`);
    expect((await signIn(device, { counter: 0 })).status).toBe(200);
    expect((await signIn(device, { counter: 0 })).status).toBe(200);
  });

  it('accepts one of many concurrent responses to one challenge', async () => {
    const { device } = await someone();
    const started = await request();
    const signed = device.sign(started);
    const responses = await Promise.all(Array.from({ length: 8 }, () => response(started.attempt, signed)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(responses.filter(({ refusal }) => refusal.code === 'auth.passkey_over')).toHaveLength(7);
  });

  it('counts wrong responses as wrong passwords, unknown passkeys in the same way', async () => {
    const { email, device } = await someone();
    const as = server.browser();
    for (let guess = 0; guess < 5; guess += 1)
      expect(codeOf((await signIn(device, { forged: true }, as)).refusal)).toBe('auth.passkey');
    const locked = await signIn(device, {}, as);
    expect([locked.status, locked.refusal.code]).toEqual([429, 'auth.locked']);
    const { refusal } = await server.call('POST /api/login', { as, body: { email, password: goodPassword } });
    expect(refusal.code).toBe('auth.locked');
    expect((await signIn(device)).status).toBe(200);
    const unknownDevice = softwareAuthenticator(server);
    const elsewhere = server.browser();
    for (let guess = 0; guess < 5; guess += 1)
      expect(codeOf((await signIn(unknownDevice, {}, elsewhere)).refusal)).toBe('auth.passkey');
    expect(codeOf((await signIn(unknownDevice, {}, elsewhere)).refusal)).toBe('auth.locked');
  });

  it('is refused while the profile is frozen', async () => {
    const { ida, device } = await someone();
    await server.db.run(sql`update person set frozen_at = now() where id = ${ida.user.id}`);
    expect(codeOf((await signIn(device)).refusal)).toBe('auth.frozen');
  });
});

describe('as a second factor', () => {
  it('follows the password, of that client alone, with the earlier choice to stay signed in', async () => {
    const { email, device } = await someone();
    const { challenge, methods } = await challengeOf(email);
    expect(methods).toEqual(['passkey', 'recovery']);
    const stranger = await someone();
    const started = await request(challenge);
    expect(started.options.allowCredentials).toEqual([
      { id: device.credentialId, type: 'public-key', transports: ['internal'] },
    ]);
    expect(codeOf((await response(started.attempt, stranger.device.sign(started))).refusal)).toBe('auth.passkey');
    const again = await request(challenge);
    const done = await response(again.attempt, device.sign(again));
    expect([done.status, done.body.user.email]).toEqual([200, email]);
    expect(done.headers.getSetCookie().join()).toContain(`Max-Age=${365 * 86_400}`);
    const over = await server.call('POST /api/login/passkey', { body: { challenge } });
    expect(over.refusal.code).toBe('auth.challenge_over');
  });

  it('is void once the challenge is used, and one of many uses it', async () => {
    const { email, device, recoveryCodes } = await someone();
    const { challenge } = await challengeOf(email);
    const started = await Promise.all([request(challenge), request(challenge), request(challenge)]);
    const responses = await Promise.all([
      ...started.map((one) => response(one.attempt, device.sign(one))),
      server.call('POST /api/login/second-factor', {
        as: server.browser(),
        body: { challenge, code: recoveryCodes[0] ?? '' },
      }),
    ]);
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('is not required where there is none', async () => {
    const ida = await server.register();
    await setUpTotp(server, ida);
    const { challenge, methods } = await challengeOf(ida.user.email);
    expect(methods).toEqual(['totp', 'recovery']);
    const none = await server.call('POST /api/login/passkey', { body: { challenge } });
    expect(none.refusal.code).toBe('auth.passkey_none');
    expect((await server.call('POST /api/settings/passkeys/start-proof', { as: ida })).refusal.code).toBe(
      'auth.passkey_none',
    );
  });

  it('is enough for staff, who keep the last one', async () => {
    const strict = await startServer({ env: { STAFF_SECOND_FACTOR: '1' } });
    try {
      const adam = await strict.register({ roles: ['client', 'admin'] });
      const { device } = await setUpPasskey(strict, adam);
      expect((await strict.call('POST /api/staff/clients', { as: adam })).status).toBe(200);
      const remove = async (id: string) => {
        const { body } = await strict.call('POST /api/settings/passkeys/start-proof', { as: adam });
        const passkey = { attempt: body.attempt, response: device.sign(body) };
        return strict.call('POST /api/settings/passkeys/remove', { as: adam, body: { passkey_id: id, passkey } });
      };
      const [only] = (await strict.call('POST /api/settings/passkeys', { as: adam })).body.passkeys;
      expect(codeOf((await remove(only?.id ?? '')).refusal)).toBe('auth.second_factor_required');
    } finally {
      await strict.close();
    }
  });
});

describe('managing passkeys', () => {
  const remove = (as: Session, passkey_id: string, proof: object) =>
    server.call('POST /api/settings/passkeys/remove', { as, body: { passkey_id, ...proof } });

  it('renames the caller’s own ones only', async () => {
    const { ida } = await someone();
    const other = await server.register();
    const [first] = await list(ida);
    const rename = (as: Session, name: string) =>
      server.call('POST /api/settings/passkeys/rename', { as, body: { passkey_id: first?.id ?? '', name } });
    expect((await rename(ida, 'Old phone')).status).toBe(200);
    expect((await rename(other, 'Mine')).status).toBe(404);
    expect((await list(ida))[0]?.name).toBe('Old phone');
  });

  it('removes them with a proof; with the last one gone the password is enough again', async () => {
    const { ida, email, device, recoveryCodes } = await someone();
    const other = await server.register();
    const elsewhere = server.browser();
    const { body: session } = await signIn(device, {}, elsewhere);
    const [only] = await list(ida);
    const id = only?.id ?? '';
    expect((await remove(other, id, { current_password: goodPassword })).status).toBe(404);
    expect(codeOf((await remove(ida, id, { current_password: goodPassword })).refusal)).toBe('auth.code');
    const removed = await remove(ida, id, { current_password: goodPassword, code: recoveryCodes[0] });
    expect(removed.status).toBe(200);
    expect(await isSignedIn({ ...elsewhere, token: session.token })).toBe(false);
    expect((await emailsTo(server, email))[0]?.subject).toBe('Passkey removed');
    expect(codeOf((await signIn(device)).refusal)).toBe('auth.passkey');
    await expect(server.signIn({ email })).resolves.toBeDefined();
    expect((await remove(ida, id, { current_password: goodPassword })).status).toBe(404);
  });

  it('removes them with all other factors when staff reset those', async () => {
    const { ida, email, device } = await someone();
    const adam = await server.register({ roles: ['client', 'admin'] });
    const action = { client_id: ida.user.id, reason: 'device_lost' as const, comment: 'Called back.' };
    const body = { ...action, current_password: adam.password };
    expect((await server.call('POST /api/staff/clients/second-factor/reset', { as: adam, body })).status).toBe(200);
    expect(codeOf((await signIn(device)).refusal)).toBe('auth.passkey');
    await expect(server.signIn({ email })).resolves.toBeDefined();
  });

  it('voids them with a freeze, and the password alone is still not enough', async () => {
    const { ida, email, device, recoveryCodes } = await someone();
    const link = (await emailsTo(server, email))[0]?.links[0] ?? '';
    const started = await request();
    await server.call('POST /api/freeze', { body: { token: link.split('/').at(-1) ?? '' } });
    expect(codeOf((await response(started.attempt, device.sign(started))).refusal)).toBe('auth.passkey');
    await server.db.run(sql`update person set frozen_at = null where id = ${ida.user.id}`);
    const { challenge, methods } = await challengeOf(email);
    expect(methods).toEqual(['recovery']);
    const as = server.browser();
    const { body } = await server.call('POST /api/login/second-factor', {
      as,
      body: { challenge, code: recoveryCodes[0] ?? '' },
    });
    if (!('token' in body)) throw new Error('not signed in');
    const back: Session = { ...as, ...body, password: goodPassword };
    expect((await list(back)).map(({ works }) => works)).toEqual([false]);
  });
});

it('is off where the address has no domain name', async () => {
  const bare = await startServer({ env: { APP_URL: 'http://192.0.2.7' } });
  const { refusal } = await bare.call('POST /api/login/passkey');
  expect(refusal.code).toBe('auth.passkeys_off');
  await bare.close();
});
