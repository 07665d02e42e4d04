import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { authEndpoints } from '#contract/auth/endpoints.ts';
import { sql } from '#server/platform/db/sql.ts';
import { countHit, resetHits } from '#server/platform/http/limits/rate-limit.ts';
import { setUpPasskey } from '#test/auth/passkey.ts';
import { copyOf, keyedBrowsers, newKey } from '#test/auth/session-key.ts';
import { forge } from '#test/database/forge.ts';
import { ofOtherProofs, refusalsOf } from '#test/endpoints/refusals.ts';
import {
  goodPassword,
  newApplicant,
  startServer,
  type RefusalBody,
  type Session,
  type TestServer,
} from '#test/server.ts';
import { issueToken, takeToken, type TokenPurpose } from './one-time-token.ts';
import { countGuess } from './sign-in/lock-out.ts';

/** Ten hashes come with a passkey. */
vi.setConfig({ testTimeout: 90_000 });

const never = 'A'.repeat(43);
const lifetimeMs = 60_000;
const { meets, unmet } = refusalsOf(authEndpoints);

let server: TestServer;
/** It emails a code to those who sign in from a new device. */
let strict: TestServer;
const { keyed, renew } = keyedBrowsers(() => server);
beforeAll(async () => {
  server = await startServer();
  strict = await startServer({ env: { NEW_DEVICE_CODE: '1' } });
});
afterAll(async () => {
  await server.close();
  await strict.close();
});

/** Their names are in the first three of these passwords; each fits one requirement more than the one before. */
const named = { first_name: 'Liverpool', second_name: 'Aaaa' };
const weak = ['aaaa', 'aaaaaaaaaaaa', 'Liverpool2024!', 'qwertyuiop'];
const unlike = { password: 'aaaa', password_confirmation: 'bbbb' };
const twice = (password: string) => ({ password, password_confirmation: password });

/** Frozen, and changed without the program. */
async function upset({ user }: Session, at = server): Promise<void> {
  await at.db.run(sql`update person set frozen_at = now() where id = ${user.id}`);
  await forge(at.ownerUrl, sql`update person set email_verified_at = now() where id = ${user.id}`);
}
const onlyFrozen = ({ user }: Session, at = server) =>
  forge(at.ownerUrl, sql`update person set email_verified_at = null where id = ${user.id}`);

/** A link that was issued to a person. */
async function linkOf({ user }: Session, purpose: TokenPurpose): Promise<string> {
  const of = { purpose, clientId: user.id, email: user.email, lifetimeMs };
  return (await server.app.db.tx((tx) => issueToken(tx, server.app, of))).token;
}

/** A link that was used and one that was not, after their time. */
async function spent(purpose: TokenPurpose) {
  const used = await linkOf(await server.register(), purpose);
  const late = await linkOf(await server.register(), purpose);
  await server.app.db.tx((tx) => takeToken(tx, server.app, purpose, used));
  server.clock.advance(lifetimeMs);
  return { used, late };
}

meets('auth.register', async () => {
  const taken = (await server.register()).user.email;
  const wrong = { ...newApplicant(), ...named, ...unlike, email: taken, country: 'ZZ', phone: '1', documents: [] };
  const send = (change: object) =>
    server.call('POST /api/register', { as: server.browser(), body: { ...wrong, terms: true, ...change } });
  const good = twice(goodPassword);
  return [
    () => send({ terms: false }),
    () => send({}),
    ...weak.map((password) => () => send(twice(password))),
    () => send(good),
    () => send({ ...good, country: 'DE' }),
    () => send({ ...good, country: 'DE', phone: '' }),
    () => send({ ...good, country: 'DE', phone: '', email: newApplicant().email }),
  ];
});

meets(
  'auth.login',
  async () => {
    const ida = await strict.register();
    const { id, email } = ida.user;
    const locked = strict.browser();
    for (let n = 0; n < 5; n += 1) await countGuess(strict.app, { email, address: locked.address });
    await countHit(strict.db, strict.clock, ['email', 'sign-in-code', id], 3600, 10);
    await upset(ida, strict);
    const logIn = (password: string, as = strict.browser()) =>
      strict.call('POST /api/login', { as, body: { email, password } });
    return [
      () => logIn('wrong', locked),
      () => logIn('wrong'),
      () => logIn(goodPassword),
      async () => {
        await onlyFrozen(ida, strict);
        return logIn(goodPassword);
      },
      async () => {
        await strict.db.run(sql`update person set frozen_at = null where id = ${id}`);
        return logIn(goodPassword);
      },
    ];
  },
  ['auth.other_site', 'auth.sso_required'],
);

meets('auth.renew_session', async () => {
  const ida = await keyed();
  const stranger = { ...copyOf(ida), token: never };
  return [stranger, ida].map((as) => () => renew(as, never, newKey().privateKey));
});

meets('auth.verify_email', async () => {
  const { late } = await spent('email_verification');
  const verify = (token: string) => server.call('POST /api/email/verify', { as: server.browser(), body: { token } });
  return [() => verify(never), () => verify(late)];
});

meets('auth.check_restore_code', async () => {
  const { used, late } = await spent('password_reset');
  const check = (token: string) => server.call('POST /api/restore-code', { as: server.browser(), body: { token } });
  return [() => check(never), () => check(used), () => check(late)];
});

meets('auth.reset_password', async () => {
  const { used, late } = await spent('password_reset');
  const open = await linkOf(await server.register(named), 'password_reset');
  const reset = (token: string, passwords: typeof unlike = unlike) =>
    server.call('POST /api/password/reset', { as: server.browser(), body: { token, ...passwords } });
  return [
    ...[never, used, late, open].map((token) => () => reset(token)),
    ...weak.map((password) => () => reset(open, twice(password))),
  ];
});

/** Frozen clients and those under review with an open link, after the links that do not work. */
async function byLink(open: (token: string) => Promise<{ refusal: RefusalBody }>) {
  const { used, late } = await spent('autologin');
  const ida = await server.register();
  const link = await linkOf(ida, 'autologin');
  await upset(ida);
  return [
    ...[never, used, late, link].map((token) => () => open(token)),
    async () => {
      await onlyFrozen(ida);
      return open(link);
    },
  ];
}
const openByGet = (token: string, headers: Record<string, string> = {}) =>
  server.call('GET /api/autologin/:token', { as: server.browser(), params: { token }, headers });

meets(
  'auth.autologin',
  async () => [() => openByGet(never, { 'sec-fetch-site': 'cross-site' }), ...(await byLink(openByGet))],
  ['auth.other_site'],
);

meets(
  'auth.autologin_post',
  () => byLink((token) => server.call('POST /api/autologin', { as: server.browser(), body: { token } })),
  ['auth.other_site'],
);

meets(
  'auth.issue_autologin',
  async () => {
    const admin = await server.register({ roles: ['client', 'admin'] });
    const anna = await server.register({ roles: ['client', 'support'] });
    const ida = await server.register();
    for (const { user } of [anna, ida])
      await server.db.run(sql`update person set frozen_at = now() where id = ${user.id}`);
    const issue = (client_id: string, current_password = admin.password) =>
      server.call('POST /api/staff/autologin', {
        as: admin,
        body: { client_id, reason: 'Asked by phone', current_password },
      });
    const none = randomUUID();
    return [() => issue(none, 'wrong'), ...[none, anna.user.id, ida.user.id].map((id) => () => issue(id))];
  },
  ofOtherProofs,
);

meets('auth.change_password', async () => {
  const ida = await server.register(named);
  const guesses = ['own-password', ida.user.id];
  await countHit(server.db, server.clock, guesses, 900, 10);
  const change = (current_password: string, passwords: typeof unlike = unlike) =>
    server.call('POST /api/settings/password', { as: ida, body: { current_password, ...passwords } });
  return [
    () => change('wrong'),
    async () => {
      await resetHits(server.db, guesses);
      return change('wrong');
    },
    () => change(ida.password),
    ...weak.map((password) => () => change(ida.password, twice(password))),
  ];
});

meets('auth.prove', async () => {
  const ida = await server.register();
  const { device } = await setUpPasskey(server, ida);
  const guesses = ['second-factor', ida.user.id];
  await countHit(server.db, server.clock, guesses, 900, 10);
  const { body: started } = await server.call('POST /api/settings/passkeys/start-proof', { as: ida });
  const response = device.sign(started, { forged: true });
  const prove = (proof: object) => server.call('POST /api/session/prove', { as: ida, body: { code: '1', ...proof } });
  return [
    () => prove({ current_password: 'wrong' }),
    () => prove({ current_password: ida.password }),
    async () => {
      await resetHits(server.db, guesses);
      return prove({ current_password: ida.password });
    },
    () => prove({ passkey: { attempt: never, response } }),
    () => prove({ passkey: { attempt: started.attempt, response } }),
  ];
});

meets(
  'auth.revoke_session',
  async () => {
    const ida = await server.register();
    const session_id = randomUUID();
    return ['wrong', ida.password].map(
      (current_password) => () =>
        server.call('POST /api/settings/sessions/revoke', { as: ida, body: { session_id, current_password } }),
    );
  },
  ofOtherProofs,
);

it('leaves no refusal unmet', () => expect(unmet()).toEqual([]));
