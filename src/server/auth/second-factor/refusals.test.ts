import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { secondFactorEndpoints } from '#contract/auth/second-factor.ts';
import type { Route } from '#contract/api.ts';
import { sql } from '#server/platform/db/sql.ts';
import { countHit, resetHits } from '#server/platform/http/limits/rate-limit.ts';
import { setUpTotp } from '#test/auth/second-factor.ts';
import { forge } from '#test/database/forge.ts';
import { ofOtherProofs, refusalsOf } from '#test/endpoints/refusals.ts';
import { goodPassword, startServer, type Session, type TestServer } from '#test/server.ts';
import { issueToken } from '../one-time-token.ts';

/** Ten hashes come with each second factor. */
vi.setConfig({ testTimeout: 90_000 });

const never = 'A'.repeat(43);
const { meets, unmet } = refusalsOf(secondFactorEndpoints);

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ env: { NEW_DEVICE_CODE: '1', STAFF_SECOND_FACTOR: '1' } });
});
afterAll(() => server.close());

const act = (route: Route, as: Session, body: object = { current_password: 'wrong' }) =>
  server.call(route, { as, body });
const guess = (of: Session) => countHit(server.db, server.clock, ['second-factor', of.user.id], 900, 10);
const forgetGuesses = (of: Session) => resetHits(server.db, ['second-factor', of.user.id]);

/** What follows a right password in a new browser. */
async function challengeOf({ user }: Session): Promise<string> {
  const body = { email: user.email, password: goodPassword };
  const { body: found } = await server.call('POST /api/login', { as: server.browser(), body });
  if (!('challenge' in found)) throw new Error('signed in with a password alone');
  return found.challenge;
}

meets(
  'auth.verify_challenge',
  async () => {
    const ida = await server.register();
    const { id } = ida.user;
    const app = await setUpTotp(server, ida);
    const challenge = await challengeOf(ida);
    await countHit(server.db, server.clock, ['email', 'sign-in-code', id], 3600, 10);
    await server.db.run(sql`update person set frozen_at = now() where id = ${id}`);
    await forge(server.ownerUrl, sql`update person set email_verified_at = now() where id = ${id}`);
    await guess(ida);
    const answer = (code: string, of = challenge) =>
      server.call('POST /api/login/second-factor', { as: server.browser(), body: { challenge: of, code } });
    return [
      () => answer('12345', never),
      () => answer('12345'),
      async () => {
        await forgetGuesses(ida);
        return answer('12345');
      },
      () => answer(app.code()),
      async () => {
        await forge(server.ownerUrl, sql`update person set email_verified_at = null where id = ${id}`);
        return answer(app.code());
      },
      async () => {
        await server.db.run(sql`update person set frozen_at = null where id = ${id}`);
        return answer(app.code());
      },
    ];
  },
  ['auth.other_site', 'auth.sso_required'],
);

meets('auth.resend_sign_in_code', async () => {
  const challenge = await challengeOf(await server.register());
  const resend = (of: string) => server.call('POST /api/login/code', { as: server.browser(), body: { challenge: of } });
  return [
    () => resend(never),
    async () => {
      await resend(challenge);
      return resend(challenge);
    },
  ];
});

meets(
  'auth.start_totp',
  async () => {
    const [ida, mia] = [await server.register(), await server.register()];
    await setUpTotp(server, ida);
    return [ida, mia].map((as) => () => act('POST /api/settings/second-factor/totp', as));
  },
  ofOtherProofs,
);

meets('auth.confirm_totp', async () => {
  const ida = await server.register();
  await guess(ida);
  const confirm = () => act('POST /api/settings/second-factor/totp/confirm', ida, { code: '12345' });
  return [
    confirm,
    async () => {
      await act('POST /api/settings/second-factor/totp', ida, { current_password: ida.password });
      return confirm();
    },
    async () => {
      await forgetGuesses(ida);
      return confirm();
    },
  ];
});

meets(
  'auth.remove_totp',
  async () => {
    const [ida, mia] = [await server.register(), await server.register()];
    const anna = await server.register({ roles: ['client', 'support'] });
    for (const as of [anna, mia]) await setUpTotp(server, as);
    return [ida, anna, mia].map((as) => () => act('POST /api/settings/second-factor/totp/remove', as));
  },
  ofOtherProofs,
);

meets(
  'auth.new_recovery_codes',
  async () => {
    const [ida, mia] = [await server.register(), await server.register()];
    await setUpTotp(server, mia);
    return [ida, mia].map((as) => () => act('POST /api/settings/second-factor/recovery-codes', as));
  },
  ofOtherProofs,
);

meets('auth.freeze', async () => {
  const freeze = (token: string) => server.call('POST /api/freeze', { as: server.browser(), body: { token } });
  const lifetimeMs = 60_000;
  const link = async () => {
    const { id: clientId, email } = (await server.register()).user;
    const issued = { purpose: 'freeze', clientId, email, lifetimeMs } as const;
    return (await server.app.db.tx((tx) => issueToken(tx, server.app, issued))).token;
  };
  const [used, late] = [await link(), await link()];
  await freeze(used);
  server.clock.advance(lifetimeMs);
  return [() => freeze(never), () => freeze(used), () => freeze(late)];
});

it('leaves no refusal unmet', () => expect(unmet()).toEqual([]));
