import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '#server/platform/app.ts';
import type { SignInAttempt } from '#server/platform/connections/ports/staff-sign-in.ts';
import type { Db } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { refuse } from '#server/platform/refusal.ts';
import { anyHashOf, hashToken, newToken, sign } from '#server/platform/secrets/token.ts';
import type { Exchange } from '../start-session.ts';

const lifeMs = 10 * 60_000;

/** With https the prefix of the name stops a neighbour subdomain from planting the cookie. */
const nameFor = (request: FastifyRequest) => (request.protocol === 'https' ? '__Host-staff-sign-in' : 'staff-sign-in');

function setCookie(request: FastifyRequest, reply: FastifyReply, secret: string): void {
  reply.setCookie(nameFor(request), secret, {
    path: '/',
    httpOnly: true,
    sameSite: 'strict',
    secure: request.protocol === 'https',
    maxAge: lifeMs / 1000,
  });
}

/** Begins an attempt in this browser: another browser cannot end it. Of its secrets only hashes are stored. */
export async function openAttempt(
  app: App,
  { request, reply }: Exchange,
  connectionId: string,
): Promise<SignInAttempt> {
  const state = newToken();
  // Several tabs share the cookie, and each has a state of its own.
  const browser = request.cookies[nameFor(request)] ?? newToken();
  const now = app.clock.now();
  await app.db.run(sql`
    insert into staff_sign_in_attempt (state_hash, browser_hash, connection_id, created_at, expires_at)
    values (${hashToken(app.config, 'staff sign-in state', state)}, ${hashToken(app.config, 'staff sign-in browser', browser)},
            ${connectionId}, ${now}, ${new Date(now.getTime() + lifeMs)})`);
  setCookie(request, reply, browser);
  return secretsOf(app, state, browser);
}

/**
 * Uses an attempt up: of any number of answers one gets it, and only in the browser that began.
 * @throws Refusal auth.sso_over
 */
export async function takeAttempt(
  app: App,
  request: FastifyRequest,
  state: string,
): Promise<SignInAttempt & { connectionId: string }> {
  const browser = request.cookies[nameFor(request)] ?? '';
  const taken = await app.db.maybeOne<{ connectionId: string }>(sql`
    delete from staff_sign_in_attempt
    where state_hash = ${anyHashOf(app.config, 'staff sign-in state', state)}
      and browser_hash = ${anyHashOf(app.config, 'staff sign-in browser', browser)} and expires_at > ${app.clock.now()}
    returning connection_id as "connectionId"`);
  if (!taken) throw refuse('auth.sso_over');
  return { ...taken, ...secretsOf(app, state, browser) };
}

/** Nonce and verifier follow from what the browser and the provider hold, so that neither has to be stored. */
function secretsOf({ config }: Pick<App, 'config'>, state: string, browser: string): SignInAttempt {
  const derive = (purpose: string) => sign(config.appSecret, purpose, `${state} ${browser}`);
  return {
    state,
    nonce: derive('staff sign-in nonce'),
    verifier: derive('staff sign-in verifier'),
    redirectUri: `${config.appUrl}/login/staff`,
  };
}

export async function purgeOldAttempts({ db, clock }: { db: Db; clock: App['clock'] }): Promise<void> {
  await db.run(sql`delete from staff_sign_in_attempt where expires_at <= ${clock.now()}`);
}
