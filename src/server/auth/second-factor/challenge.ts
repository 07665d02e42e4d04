import type { z } from 'zod';
import { tokenLifetimeMs } from '#contract/kernel/constants.ts';
import type { Challenged, User } from '#contract/auth/endpoints.ts';
import type { secondFactorEndpoints } from '#contract/auth/second-factor.ts';
import type { App } from '#server/platform/app.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { refuse, refuseField } from '#server/platform/refusal.ts';
import { isGenuine } from '#server/platform/secrets/row-mac-check.ts';
import { macColumns, signNewRow, type RowMac } from '#server/platform/secrets/row-macs.ts';
import { hashToken, newToken } from '#server/platform/secrets/token.ts';
import { sendSession, startSession, type Exchange } from '../start-session.ts';
import { checkEmailedCode } from '../new-device/emailed-code.ts';
import { completeSignIn } from '../new-device/complete-sign-in.ts';
import { resetGuesses, type Guesser } from '../count-guess.ts';
import { countCodeGuess, readCode, type TakeCode } from './redeem-code.ts';

/**
 * Records that the password, or a link or single sign-on in its place, was right, and what must follow. Only the caller gets the secret
 * of the challenge.
 */
export async function challenge(
  tx: Tx,
  { clock, config }: App,
  {
    clientId,
    remember,
    issuedBy,
    staffSignInId,
  }: { clientId: string; remember: boolean; issuedBy?: string; staffSignInId?: string },
): Promise<Challenged> {
  const token = newToken();
  const now = clock.now();
  const expiresAt = new Date(now.getTime() + tokenLifetimeMs.signInChallenge);
  const hash = hashToken(config, 'sign-in challenge', token);
  await tx.run(sql`
    insert into sign_in_challenge (hash, person_id, remember, issued_by, staff_sign_in_id, created_at, expires_at)
    values (${hash}, ${clientId}, ${remember}, ${issuedBy ?? null}, ${staffSignInId ?? null}, ${now}, ${expiresAt})`);
  await signNewRow(tx, config, 'sign_in_challenge', sql`h.hash = ${hash}`);
  const own = ['passkey', 'totp', 'recovery'] as const;
  const has = await tx.one<Record<(typeof own)[number], boolean>>(sql`
    select exists (select 1 from passkey where person_id = ${clientId} and revoked_at is null) as passkey,
           exists (select 1 from totp where person_id = ${clientId} and confirmed_at is not null) as totp,
           exists (select 1 from recovery_code where person_id = ${clientId} and used_at is null) as recovery`);
  const methods = own.filter((method) => has[method]);
  return { challenge: token, methods, expires_at: expiresAt.toISOString() };
}

interface Open {
  clientId: string;
  remember: boolean;
  /** A code was emailed, in place of another factor. */
  needsEmailedCode: boolean;
  /** The member of staff who issued the link that replaced the password. */
  issuedBy: string | null;
  /** The single sign-on that replaced the password. */
  staffSignInId: string | null;
}

/** The open challenge of a token. @throws Refusal auth.challenge_over */
export const findChallenge = (app: App, token: string): Promise<Open> =>
  openChallenge(app, hashToken(app.config, 'sign-in challenge', token));

/** The same by the hash. @throws Refusal auth.challenge_over */
export async function openChallenge(app: App, hash: Buffer): Promise<Open> {
  const found = await app.db.maybeOne<Open & RowMac>(sql`
    select h.person_id as "clientId", h.remember, h.needs_email_code as "needsEmailedCode",
           h.issued_by as "issuedBy", h.staff_sign_in_id as "staffSignInId", ${macColumns('sign_in_challenge')}
    from sign_in_challenge h join person c on c.id = h.person_id
    where h.hash = ${hash} and h.expires_at > ${app.clock.now()} and c.blocked_at is null`);
  if (!found || !isGenuine(app, 'sign_in_challenge', found.clientId, found)) throw refuse('auth.challenge_over');
  const { content: _c, mac: _m, ...open } = found;
  return open;
}

/** Of any number of concurrent responses one gets it. @throws Refusal auth.challenge_over */
export async function takeChallenge(tx: Tx, hash: Buffer): Promise<void> {
  const taken = await tx.run(sql`delete from sign_in_challenge where hash = ${hash}`);
  if (taken === 0) throw refuse('auth.challenge_over');
}

/** A new password voids the challenges that began with the old one. */
export async function dropChallenges(tx: Tx, clientId: string): Promise<void> {
  await tx.run(sql`delete from sign_in_challenge where person_id = ${clientId}`);
}

export async function purgeOldChallenges({ db, clock }: { db: Db; clock: App['clock'] }): Promise<void> {
  await db.run(sql`delete from sign_in_challenge where expires_at <= ${clock.now()}`);
}

type Answering = z.output<(typeof secondFactorEndpoints)['auth.verify_challenge']['body']>;

/** Signs in with the code that follows the password. A wrong one leaves the challenge open. */
export async function verifyChallenge(
  app: App,
  exchange: Exchange,
  body: Answering,
): Promise<{ token: string; user: User } | Challenged> {
  const { clientId, remember, needsEmailedCode, issuedBy, staffSignInId } = await findChallenge(app, body.challenge);
  const hash = hashToken(app.config, 'sign-in challenge', body.challenge);
  const guesser = { clientId, link: issuedBy && hash.toString('hex') };
  const take = needsEmailedCode
    ? await readEmailedCode(app, guesser, hash, body.code)
    : await readSecond(app, guesser, body.code);
  const started = await app.db.tx(async (tx) => {
    if (!(await take(tx))) throw refuseField('code', 'auth.code');
    await takeChallenge(tx, hash);
    await resetGuesses(tx, 'second-factor', guesser);
    // The code proves the identity of a person who opened a link of staff; an emailed one alone proves less after single sign-on.
    const who = {
      clientId,
      remember,
      isProven: !(needsEmailedCode && staffSignInId),
      ...(issuedBy ? { issuedBy } : {}),
      ...(staffSignInId ? { staffSignInId } : {}),
    };
    // A link of staff does not make the device known.
    return needsEmailedCode || issuedBy ? startSession(tx, app, exchange, who) : completeSignIn(tx, app, exchange, who);
  });
  return 'challenge' in started ? started : sendSession(app, exchange, started);
}

async function readSecond(app: App, guesser: Guesser, code: string): Promise<TakeCode> {
  await countCodeGuess(app, guesser);
  return readCode(app, guesser.clientId, code);
}

/** It is used up with the challenge. */
async function readEmailedCode(app: App, guesser: Guesser, hash: Buffer, code: string): Promise<TakeCode> {
  await checkEmailedCode(app, guesser, hash, code);
  return async () => true;
}
