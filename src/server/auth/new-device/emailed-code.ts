import { randomInt } from 'node:crypto';
import type { Challenged } from '#contract/auth/endpoints.ts';
import { tokenLifetimeMs } from '#contract/kernel/constants.ts';
import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { countHit } from '#server/platform/http/limits/rate-limit.ts';
import { newId } from '#server/platform/id.ts';
import { refuse, refuseField, refuseUntil } from '#server/platform/refusal.ts';
import { signNewRow } from '#server/platform/secrets/row-macs.ts';
import { hashToken, newToken, sign } from '#server/platform/secrets/token.ts';
import type { Guesser } from '../count-guess.ts';
import { countCodeGuess } from '../second-factor/redeem-code.ts';

const codeLength = 6;
const max = { attempts: 5, emailsPerHour: 10 };
/** Between two emails. */
const pauseS = 60;

interface Who {
  clientId: string;
  remember: boolean;
  staffSignInId?: string;
}

/** Requests an email with a code, to be typed with the challenge. The code is made when the email is sent. */
export async function requestEmailedCode(
  tx: Tx,
  app: App,
  { clientId, remember, staffSignInId }: Who,
  address: string,
): Promise<Challenged> {
  await mayEmail(app, clientId);
  const token = newToken();
  const id = newId();
  const now = app.clock.now();
  const expiresAt = new Date(now.getTime() + tokenLifetimeMs.signInChallenge);
  await tx.run(sql`
    insert into sign_in_challenge (hash, id, person_id, staff_sign_in_id, remember, needs_email_code, created_at, expires_at)
    values (${hashToken(app.config, 'sign-in challenge', token)}, ${id}, ${clientId}, ${staffSignInId ?? null}, ${remember}, true, ${now}, ${expiresAt})`);
  await signNewRow(tx, app.config, 'sign_in_challenge', sql`h.id = ${id}`);
  await app.outbox.emit(tx, 'auth.sign_in_code_requested', {
    clientId,
    challengeId: id,
    address,
    at: now.toISOString(),
  });
  return { challenge: token, methods: ['email'], expires_at: expiresAt.toISOString() };
}

/** @throws Refusal http.too_many */
async function mayEmail(app: App, clientId: string): Promise<void> {
  const window = await countHit(app.db, app.clock, ['email', 'sign-in-code', clientId], 3600);
  if (window.hits > max.emailsPerHour) throw refuseUntil('http.too_many', window.endsInS);
}

/** Keyed, because there are only a million codes to try. */
const hashCode = ({ config }: Pick<App, 'config'>, id: string, code: string) =>
  sign(config.appSecret, 'sign-in-code', `${id}:${code}`);

/** Creates the code for the email; the one before is void. Undefined when no challenge is open any more. */
export async function issueSignInCode(app: App, id: string): Promise<{ code: string; minutes: number } | undefined> {
  const code = String(randomInt(10 ** codeLength)).padStart(codeLength, '0');
  const issued = await app.db.run(sql`
    update sign_in_challenge set code_hash = ${hashCode(app, id, code)}
    where id = ${id} and needs_email_code and expires_at > ${app.clock.now()}`);
  return issued === 0 ? undefined : { code, minutes: tokenLifetimeMs.signInChallenge / 60_000 };
}

/**
 * Checks an emailed code. The statement that checks it also counts a wrong one, so concurrent guesses are no more than
 * sequential ones; it counts at the client's second factor as well.
 * @throws Refusal auth.locked, auth.challenge_over, auth.code
 */
export async function checkEmailedCode(app: App, guesser: Guesser, hash: Buffer, code: string): Promise<void> {
  await countCodeGuess(app, guesser);
  const open = await app.db.maybeOne<{ id: string }>(sql`select id from sign_in_challenge where hash = ${hash}`);
  const guessed = open && hashCode(app, open.id, code);
  const tried = await app.db.maybeOne<{ right: boolean }>(sql`
    update sign_in_challenge set code_attempts = code_attempts + (code_hash is distinct from ${guessed ?? ''})::int
    where hash = ${hash} and code_attempts < ${max.attempts}
    returning coalesce(code_hash = ${guessed ?? ''}, false) as right`);
  if (!tried) throw refuse('auth.challenge_over');
  if (!tried.right) throw refuseField('code', 'auth.code');
}

/** Emails a new code, not too often. @throws Refusal auth.challenge_over, http.too_many */
export async function resendCode(app: App, token: string, address: string): Promise<{ expires_at: string }> {
  const now = app.clock.now();
  const open = await app.db.maybeOne<{ id: string; clientId: string }>(sql`
    select id, person_id as "clientId" from sign_in_challenge
    where hash = ${hashToken(app.config, 'sign-in challenge', token)} and needs_email_code and expires_at > ${now} and code_attempts < ${max.attempts}`);
  if (!open) throw refuse('auth.challenge_over');
  const pause = await countHit(app.db, app.clock, ['sign-in-code', open.id], pauseS);
  if (pause.hits > 1) throw refuseUntil('http.too_many', pause.endsInS);
  await mayEmail(app, open.clientId);
  const expiresAt = new Date(now.getTime() + tokenLifetimeMs.signInChallenge);
  await app.db.tx(async (tx) => {
    await tx.run(sql`update sign_in_challenge set expires_at = ${expiresAt} where id = ${open.id}`);
    const facts = { clientId: open.clientId, challengeId: open.id, address, at: now.toISOString() };
    await app.outbox.emit(tx, 'auth.sign_in_code_requested', facts);
  });
  return { expires_at: expiresAt.toISOString() };
}
