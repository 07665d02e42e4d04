import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { PasskeyAnswer } from '#contract/proof.ts';
import { sql } from '#server/platform/db/sql.ts';
import type { Browser } from '#test/browser.ts';
import { mailsTo } from '#test/mailbox.ts';
import { setUpPasskey, softwareAuthenticator, type Misdeed, type SoftwareAuthenticator } from '#test/passkey.ts';
import { setUpTotp } from '#test/second-factor.ts';
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

const ask = async (challenge?: string) =>
  (await server.call('POST /api/login/passkey', { body: challenge ? { challenge } : {} })).body;

const answer = (attempt: string, passkey: PasskeyAnswer, as: Browser = server.browser()) =>
  server.call('POST /api/login/passkey/answer', { as, body: { attempt, passkey } });

async function signIn(device: SoftwareAuthenticator, wrong: Misdeed = {}, as: Browser = server.browser()) {
  const asked = await ask();
  return answer(asked.attempt, device.sign(asked, wrong), as);
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
  const { body } = await server.call('POST /api/settings/passkeys/prove', { as });
  return { attempt: body.attempt, answer: device.sign(body, wrong) };
}

describe('adding a passkey', () => {
  it('takes the password, brings recovery codes, ends other sessions and is told by mail', async () => {
    const ida = await server.register();
    const other = await server.signIn({ email: ida.user.email });
    const begin = (body: object) => server.call('POST /api/settings/passkeys/begin', { as: ida, body });
    expect(codeOf((await begin({})).refusal)).toBe('validation.required');
    expect(codeOf((await begin({ current_password: 'not this' })).refusal)).toBe('auth.current_password');
    const { recoveryCodes } = await setUpPasskey(server, ida, '  My   phone ');
    expect(recoveryCodes).toHaveLength(10);
    expect(await list(ida)).toMatchObject([{ name: 'My phone', works: true, synced: false, used_at: null }]);
    expect([await isSignedIn(ida), await isSignedIn(other)]).toEqual([true, false]);
    const [mail] = await mailsTo(server, ida.user.email);
    expect(mail?.subject).toBe('A passkey was added');
    expect(mail?.links[0]).toMatch(/\/en\/freeze\/[\w-]{43}$/);
    const { body: limits } = await server.call('POST /api/payments/limits', { as: ida });
    expect(limits.withdrawals_blocked_until).not.toBeNull();
    const { body: factor } = await server.call('POST /api/settings/second-factor', { as: ida });
    expect(factor).toMatchObject({ on: true, totp_since: null, recovery_codes_left: 10 });
  });

  it('asks for more than the password once there is a second factor; a passkey is enough', async () => {
    const { ida, device, recoveryCodes } = await someone();
    const begin = (body: object) => server.call('POST /api/settings/passkeys/begin', { as: ida, body });
    expect(codeOf((await begin({ current_password: goodPassword })).refusal)).toBe('auth.code');
    expect((await begin({ current_password: goodPassword, code: recoveryCodes[0] })).status).toBe(200);
    const proof = await proofOf(device, ida);
    const { body } = await begin({ passkey: proof });
    expect(body.options.excludeCredentials.map(({ id }) => id)).toEqual([device.credentialId]);
    const tablet = softwareAuthenticator(server);
    const added = await server.call('POST /api/settings/passkeys/add', {
      as: ida,
      body: { attempt: body.attempt, name: 'Tablet', passkey: tablet.make(body) },
    });
    expect(added.body.recovery_codes).toEqual([]);
    expect((await list(ida)).map(({ name }) => name)).toEqual(['Tablet', 'Phone']);
    expect(codeOf((await begin({ passkey: proof })).refusal)).toBe('auth.passkey_over');
    const stranger = await someone();
    expect(codeOf((await begin({ passkey: await proofOf(stranger.device, stranger.ida) })).refusal)).toBe(
      'auth.passkey_over',
    );
    const { body: mine } = await server.call('POST /api/settings/passkeys/prove', { as: ida });
    const byStranger = { attempt: mine.attempt, answer: stranger.device.sign(mine) };
    expect(codeOf((await begin({ passkey: byStranger })).refusal)).toBe('auth.passkey');
  });

  it('refuses what was not made here, now, by its owner, and once', async () => {
    const ida = await server.register();
    const other = await server.register();
    const begin = async (as: Session) =>
      (await server.call('POST /api/settings/passkeys/begin', { as, body: { current_password: goodPassword } })).body;
    const add = (as: Session, attempt: string, passkey: ReturnType<SoftwareAuthenticator['make']>) =>
      server.call('POST /api/settings/passkeys/add', { as, body: { attempt, name: 'Key', passkey } });
    const device = softwareAuthenticator(server);
    const ofOther = await begin(other);
    expect(codeOf((await add(ida, ofOther.attempt, device.make(ofOther))).refusal)).toBe('auth.passkey_over');
    const late = await begin(ida);
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
      const begun = await begin(ida);
      const refused = await add(ida, begun.attempt, device.make(begun, wrong));
      expect([wrong, refused.status, codeOf(refused.refusal)]).toEqual([wrong, 409, 'auth.passkey']);
      expect(codeOf((await add(ida, begun.attempt, device.make(begun))).refusal)).toBe('auth.passkey_over');
    }
    const good = await begin(ida);
    const many = await Promise.all(Array.from({ length: 6 }, () => add(ida, good.attempt, device.make(good))));
    expect(many.filter(({ status }) => status === 200)).toHaveLength(1);
    const again = await begin(other);
    expect(codeOf((await add(other, again.attempt, device.make(again))).refusal)).toBe('auth.passkey_taken');
  });

  it('stops at ten', async () => {
    const { ida, device } = await someone();
    const begin = async () =>
      server.call('POST /api/settings/passkeys/begin', { as: ida, body: { passkey: await proofOf(device, ida) } });
    // One after the other: the device counts.
    const begun = [];
    for (let nth = 0; nth < 12; nth += 1) begun.push(await begin());
    const added = await Promise.all(
      begun.map(({ body }) =>
        server.call('POST /api/settings/passkeys/add', {
          as: ida,
          body: { attempt: body.attempt, name: 'Key', passkey: softwareAuthenticator(server).make(body) },
        }),
      ),
    );
    expect(added.filter(({ status }) => status === 200)).toHaveLength(9);
    expect(added.filter(({ refusal }) => refusal.code === 'auth.passkey_limit')).toHaveLength(3);
    expect(await list(ida)).toHaveLength(10);
    expect(codeOf((await begin()).refusal)).toBe('auth.passkey_limit');
  });
});

describe('signing in with a passkey alone', () => {
  it('needs no name, no password and no code', async () => {
    const { email, device, ida } = await someone();
    const as = server.browser();
    const asked = await ask();
    expect(asked.options).toMatchObject({ rpId: 'atrium.test', userVerification: 'required', allowCredentials: [] });
    const { status, body } = await answer(asked.attempt, device.sign(asked), as);
    expect([status, body.user.email]).toEqual([200, email]);
    expect(await isSignedIn({ ...as, token: body.token })).toBe(true);
    expect((await list(ida))[0]?.used_at).toBe(server.clock.now().toISOString());
  });

  it('refuses what was not signed here, now, by its owner, and once', async () => {
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
    const asked = await ask();
    const signed = device.sign(asked);
    expect((await answer(asked.attempt, signed)).status).toBe(200);
    expect(codeOf((await answer(asked.attempt, signed)).refusal)).toBe('auth.passkey_over');
    const fresh = await ask();
    expect(codeOf((await answer(fresh.attempt, signed)).refusal)).toBe('auth.passkey');
    const late = await ask();
    server.clock.advance(5 * 60_000);
    expect(codeOf((await answer(late.attempt, device.sign(late))).refusal)).toBe('auth.passkey_over');
    const { body: settings } = await server.call('POST /api/settings/passkeys/prove', { as: ida });
    expect(codeOf((await answer(settings.attempt, device.sign(settings))).refusal)).toBe('auth.passkey_over');
    await server.db.run(sql`update client set blocked_at = now() where id = ${ida.user.id}`);
    expect(codeOf((await signIn(device)).refusal)).toBe('auth.passkey');
  });

  it('refuses a counter that does not go on, and logs it', async () => {
    const { device } = await someone();
    expect((await signIn(device, { counter: 7 })).status).toBe(200);
    const logged = () => server.logged.filter((line) => line.includes('counter went back')).length;
    const before = logged();
    for (const counter of [7, 6, 0]) expect(codeOf((await signIn(device, { counter })).refusal)).toBe('auth.passkey');
    expect(logged()).toBe(before + 3);
    expect((await signIn(device, { counter: 8 })).status).toBe(200);
    const asked = await Promise.all([ask(), ask(), ask(), ask()]);
    const copies = await Promise.all(asked.map((one) => answer(one.attempt, device.sign(one, { counter: 9 }))));
    expect(copies.filter(({ status }) => status === 200)).toHaveLength(1);
    await server.db.run(sql`update passkey set counter = 0 where credential_id = ${device.credentialId}`);
    expect((await signIn(device, { counter: 0 })).status).toBe(200);
    expect((await signIn(device, { counter: 0 })).status).toBe(200);
  });

  it('lets one of many in who answer one question at once', async () => {
    const { device } = await someone();
    const asked = await ask();
    const signed = device.sign(asked);
    const answers = await Promise.all(Array.from({ length: 8 }, () => answer(asked.attempt, signed)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ refusal }) => refusal.code === 'auth.passkey_over')).toHaveLength(7);
  });

  it('counts wrong ones as wrong passwords, unknown ones alike', async () => {
    const { email, device } = await someone();
    const as = server.browser();
    for (let guess = 0; guess < 5; guess += 1)
      expect(codeOf((await signIn(device, { forged: true }, as)).refusal)).toBe('auth.passkey');
    const locked = await signIn(device, {}, as);
    expect([locked.status, locked.refusal.code]).toEqual([429, 'auth.locked']);
    const { refusal } = await server.call('POST /api/login', { as, body: { email, password: goodPassword } });
    expect(refusal.code).toBe('auth.locked');
    expect((await signIn(device)).status).toBe(200);
    const nobody = softwareAuthenticator(server);
    const elsewhere = server.browser();
    for (let guess = 0; guess < 5; guess += 1)
      expect(codeOf((await signIn(nobody, {}, elsewhere)).refusal)).toBe('auth.passkey');
    expect(codeOf((await signIn(nobody, {}, elsewhere)).refusal)).toBe('auth.locked');
  });

  it('is refused while the profile is frozen', async () => {
    const { ida, device } = await someone();
    await server.db.run(sql`update client set frozen_at = now() where id = ${ida.user.id}`);
    expect(codeOf((await signIn(device)).refusal)).toBe('auth.frozen');
  });
});

describe('as a second factor', () => {
  it('follows the password, of that client alone, and remembers what was wished then', async () => {
    const { email, device } = await someone();
    const { challenge, methods } = await challengeOf(email);
    expect(methods).toEqual(['passkey', 'recovery']);
    const stranger = await someone();
    const asked = await ask(challenge);
    expect(asked.options.allowCredentials).toEqual([
      { id: device.credentialId, type: 'public-key', transports: ['internal'] },
    ]);
    expect(codeOf((await answer(asked.attempt, stranger.device.sign(asked))).refusal)).toBe('auth.passkey');
    const again = await ask(challenge);
    const done = await answer(again.attempt, device.sign(again));
    expect([done.status, done.body.user.email]).toEqual([200, email]);
    expect(done.headers.getSetCookie().join()).toContain(`Max-Age=${365 * 86_400}`);
    const over = await server.call('POST /api/login/passkey', { body: { challenge } });
    expect(over.refusal.code).toBe('auth.challenge_over');
  });

  it('is worth nothing once the challenge is taken, and one of many takes it', async () => {
    const { email, device, recoveryCodes } = await someone();
    const { challenge } = await challengeOf(email);
    const asked = await Promise.all([ask(challenge), ask(challenge), ask(challenge)]);
    const answers = await Promise.all([
      ...asked.map((one) => answer(one.attempt, device.sign(one))),
      server.call('POST /api/login/second-factor', {
        as: server.browser(),
        body: { challenge, code: recoveryCodes[0] ?? '' },
      }),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('is not asked for where there is none', async () => {
    const ida = await server.register();
    await setUpTotp(server, ida);
    const { challenge, methods } = await challengeOf(ida.user.email);
    expect(methods).toEqual(['totp', 'recovery']);
    const none = await server.call('POST /api/login/passkey', { body: { challenge } });
    expect(none.refusal.code).toBe('auth.passkey_none');
    expect((await server.call('POST /api/settings/passkeys/prove', { as: ida })).refusal.code).toBe(
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
        const { body } = await strict.call('POST /api/settings/passkeys/prove', { as: adam });
        const passkey = { attempt: body.attempt, answer: device.sign(body) };
        return strict.call('POST /api/settings/passkeys/remove', { as: adam, body: { passkey_id: id, passkey } });
      };
      const [only] = (await strict.call('POST /api/settings/passkeys', { as: adam })).body.passkeys;
      expect(codeOf((await remove(only?.id ?? '')).refusal)).toBe('auth.second_factor_required');
    } finally {
      await strict.close();
    }
  });
});

describe('keeping passkeys', () => {
  const remove = (as: Session, passkey_id: string, proof: object) =>
    server.call('POST /api/settings/passkeys/remove', { as, body: { passkey_id, ...proof } });

  it('names them anew, the own ones only', async () => {
    const { ida } = await someone();
    const other = await server.register();
    const [first] = await list(ida);
    const rename = (as: Session, name: string) =>
      server.call('POST /api/settings/passkeys/rename', { as, body: { passkey_id: first?.id ?? '', name } });
    expect((await rename(ida, 'Old phone')).status).toBe(200);
    expect((await rename(other, 'Mine')).status).toBe(404);
    expect((await list(ida))[0]?.name).toBe('Old phone');
  });

  it('removes them with a proof; with the last the password is enough again', async () => {
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
    expect((await mailsTo(server, email))[0]?.subject).toBe('A passkey was removed');
    expect(codeOf((await signIn(device)).refusal)).toBe('auth.passkey');
    await expect(server.signIn({ email })).resolves.toBeDefined();
    expect((await remove(ida, id, { current_password: goodPassword })).status).toBe(404);
  });

  it('go with all other factors when staff turn those off', async () => {
    const { ida, email, device } = await someone();
    const adam = await server.register({ roles: ['client', 'admin'] });
    const act = { client_id: ida.user.id, reason: 'device_lost' as const, comment: 'Called back.' };
    const body = { ...act, current_password: adam.password };
    expect((await server.call('POST /api/staff/clients/second-factor/reset', { as: adam, body })).status).toBe(200);
    expect(codeOf((await signIn(device)).refusal)).toBe('auth.passkey');
    await expect(server.signIn({ email })).resolves.toBeDefined();
  });

  it('are worthless once the profile was frozen, and still no password alone is enough', async () => {
    const { ida, email, device, recoveryCodes } = await someone();
    const link = (await mailsTo(server, email))[0]?.links[0] ?? '';
    const asked = await ask();
    await server.call('POST /api/freeze', { body: { token: link.split('/').at(-1) ?? '' } });
    expect(codeOf((await answer(asked.attempt, device.sign(asked))).refusal)).toBe('auth.passkey');
    await server.db.run(sql`update client set frozen_at = null where id = ${ida.user.id}`);
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

it('is off where the address has no name', async () => {
  const bare = await startServer({ env: { APP_URL: 'http://192.0.2.7' } });
  const { refusal } = await bare.call('POST /api/login/passkey');
  expect(refusal.code).toBe('auth.passkeys_off');
  await bare.close();
});
