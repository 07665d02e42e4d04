import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { passkeysEndpoints, type AssertionOptions } from '#contract/auth/passkeys.ts';
import type { PasskeyResponse } from '#contract/auth/proof.ts';
import { tokenLifetimeMs } from '#contract/kernel/constants.ts';
import { sql } from '#server/platform/db/sql.ts';
import type { Browser } from '#test/browser.ts';
import { setUpPasskey, softwareAuthenticator } from '#test/auth/passkey.ts';
import { setUpTotp } from '#test/auth/second-factor.ts';
import { forge } from '#test/database/forge.ts';
import { ofOtherProofs, refusalsOf } from '#test/endpoints/refusals.ts';
import { goodPassword, startServer, type Session, type TestServer } from '#test/server.ts';
import { countGuess } from '../sign-in/lock-out.ts';

/** Ten hashes come with each first passkey. */
vi.setConfig({ testTimeout: 90_000 });

const never = 'A'.repeat(43);
const wrong = { current_password: 'wrong' };
const { meets, unmet } = refusalsOf(passkeysEndpoints);

let server: TestServer;
/** At an address without a domain name, where no passkey works. */
let bare: TestServer;
let bea: Session;
beforeAll(async () => {
  server = await startServer({ env: { STAFF_SECOND_FACTOR: '1' } });
  bare = await startServer({ env: { APP_URL: 'http://192.0.2.7' } });
  bea = await bare.register();
});
afterAll(async () => {
  await server.close();
  await bare.close();
});

async function withPasskey() {
  const as = await server.register();
  return { as, ...(await setUpPasskey(server, as)) };
}

/** As many more as a person may have. */
const addTen = ({ user }: Session) =>
  server.db.run(sql`
    insert into passkey (id, person_id, credential_id, public_key, counter, name, synced, created_at)
    select gen_random_uuid(), ${user.id}, ${user.id} || n, '', 0, 'Key', false, now() from generate_series(1, 10) n`);
const removeAll = ({ user }: Session) => server.db.run(sql`delete from passkey where person_id = ${user.id}`);

/** What follows a right password in a new browser. */
async function challengeOf({ user }: Session): Promise<string> {
  const body = { email: user.email, password: goodPassword };
  const { body: found } = await server.call('POST /api/login', { as: server.browser(), body });
  if (!('challenge' in found)) throw new Error('signed in with a password alone');
  return found.challenge;
}

const request = (body: { challenge?: string } = {}, at = server) =>
  at.call('POST /api/login/passkey', { as: at.browser(), body });

meets('auth.start_passkey_sign_in', async () => {
  const ida = await server.register();
  await setUpTotp(server, ida);
  const challenge = await challengeOf(ida);
  return [() => request({ challenge: never }, bare), () => request({ challenge: never }), () => request({ challenge })];
});

meets(
  'auth.sign_in_by_passkey',
  async () => {
    const { as, device } = await withPasskey();
    const { id, email } = as.user;
    const challenge = await challengeOf(as);
    server.clock.advance(60_000);
    const [unknown, after] = [(await request({ challenge })).body, (await request({ challenge })).body];
    // The challenge is over a minute before the attempts.
    server.clock.advance(tokenLifetimeMs.signInChallenge - 60_000);
    const locked = server.browser();
    for (let n = 0; n < 5; n += 1) await countGuess(server.app, { email, address: locked.address });
    const alone = async (): Promise<AssertionOptions> => (await request()).body;
    await server.db.run(sql`update person set frozen_at = now() where id = ${id}`);
    await forge(server.ownerUrl, sql`update person set email_verified_at = now() where id = ${id}`);
    const answer = (attempt: string, passkey: PasskeyResponse, by: Browser = server.browser(), at = server) =>
      at.call('POST /api/login/passkey/verify', { as: by, body: { attempt, passkey } });
    const forged = device.sign(after, { forged: true });
    return [
      () => answer(never, forged, bare.browser(), bare),
      () => answer(never, forged),
      async () => answer((await alone()).attempt, forged, locked),
      () => answer(unknown.attempt, { ...forged, id: 'AAAA', rawId: 'AAAA' }),
      () => answer(after.attempt, forged),
      async () => {
        const started = await alone();
        return answer(started.attempt, device.sign(started));
      },
      async () => {
        await forge(server.ownerUrl, sql`update person set email_verified_at = null where id = ${id}`);
        const started = await alone();
        return answer(started.attempt, device.sign(started));
      },
    ];
  },
  ['auth.other_site', 'auth.sso_required'],
);

const start = (as: Session, body: object = wrong, at = server) =>
  at.call('POST /api/settings/passkeys/start', { as, body });

meets(
  'auth.start_passkey',
  async () => {
    const ida = await server.register();
    await addTen(ida);
    return [
      () => start(bea, wrong, bare),
      () => start(ida),
      async () => {
        await removeAll(ida);
        return start(ida);
      },
    ];
  },
  ofOtherProofs,
);

meets('auth.add_passkey', async () => {
  const { device } = await withPasskey();
  const ida = await server.register();
  const started = async () => (await start(ida, { current_password: ida.password })).body;
  const [first, second, third] = [await started(), await started(), await started()];
  await addTen(ida);
  const add = (attempt: string, passkey: object, as = ida, at = server) =>
    at.call('POST /api/settings/passkeys/add', { as, body: { attempt, name: 'Key', passkey } });
  const elsewhere = softwareAuthenticator(server).make(first, { origin: 'https://elsewhere.example' });
  return [
    () => add(never, elsewhere, bea, bare),
    () => add(never, elsewhere),
    () => add(first.attempt, elsewhere),
    () => add(second.attempt, device.make(second)),
    async () => {
      await removeAll(ida);
      return add(third.attempt, device.make(third));
    },
  ];
});

const passkeyOf = async (as: Session) =>
  (await server.call('POST /api/settings/passkeys', { as })).body.passkeys[0]?.id ?? '';

meets('auth.rename_passkey', async () => {
  const [ida, { as }] = [await server.register(), await withPasskey()];
  const body = { passkey_id: await passkeyOf(as), name: 'Tablet' };
  return [() => server.call('POST /api/settings/passkeys/rename', { as: ida, body })];
});

meets(
  'auth.remove_passkey',
  async () => {
    const { as: ida } = await withPasskey();
    const anna = await server.register({ roles: ['client', 'support'] });
    await setUpPasskey(server, anna);
    const remove = (as: Session, passkey_id: string) =>
      server.call('POST /api/settings/passkeys/remove', { as, body: { passkey_id, ...wrong } });
    const [ofIda, ofAnna] = [await passkeyOf(ida), await passkeyOf(anna)];
    return [() => remove(anna, randomUUID()), () => remove(anna, ofAnna), () => remove(ida, ofIda)];
  },
  ofOtherProofs,
);

meets('auth.start_proof', async () => {
  const ida = await server.register();
  const startProof = (as: Session, at = server) => at.call('POST /api/settings/passkeys/start-proof', { as });
  return [() => startProof(bea, bare), () => startProof(ida)];
});

it('leaves no refusal unmet', () => expect(unmet()).toEqual([]));
