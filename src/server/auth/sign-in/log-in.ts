import type { Challenged, User } from '#contract/auth/endpoints.ts';
import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { refuse } from '#server/platform/refusal.ts';
import { openPerson } from '#server/platform/secrets/row-macs.ts';
import { anyHashOf } from '#server/platform/secrets/token.ts';
import { sendSession, type Exchange } from '../start-session.ts';
import { countGuess, resetGuesses, takeGuessBack, type Guess } from './lock-out.ts';
import { challenge } from '../second-factor/challenge.ts';
import { hashPassword, isOutdated, passwordFits } from '../password-hash.ts';
import { readDevice } from '../new-device/known-devices.ts';
import { completeSignIn } from '../new-device/complete-sign-in.ts';

interface Credentials {
  email: string;
  password: string;
  remember?: boolean | undefined;
}

interface SignedIn {
  token: string;
  user: User;
}

interface Found {
  id: string;
  passwordHash: string;
  blocked: boolean;
  /** The client has yet to confirm the address, and the operator requires that first. */
  isUnconfirmed: boolean;
  /** Whether this client has signed in with the calling device before. */
  isKnownDevice: boolean;
}

/**
 * Signs in, or asks for the second factor. An unknown email, a wrong password, a blocked client and an unconfirmed
 * address get the same response, after the same work.
 */
export async function logIn(app: App, exchange: Exchange, body: Credentials): Promise<SignedIn | Challenged> {
  const guess = { email: body.email, address: exchange.request.ip };
  await countGuess(app, guess);
  const found = await findByPassword(app, guess, body.password, readDevice(exchange.request));
  await takeGuessBack(app, guess);
  await resetGuesses(app, guess);
  const who = { clientId: found.id, remember: body.remember ?? false };
  const started = await app.db.tx(async (tx) => {
    const { needsSecondStep } = await lockPassword(tx, found);
    return needsSecondStep ? challenge(tx, app, who) : completeSignIn(tx, app, exchange, who);
  });
  if (isOutdated(found.passwordHash)) await strengthen(app, found, body.password);
  return 'challenge' in started ? started : sendSession(app, exchange, started);
}

async function findByPassword(app: App, guess: Guess, password: string, device: string): Promise<Found> {
  const found = await app.db.maybeOne<Found>(sql`
    select id, password_hash as "passwordHash", blocked_at is not null as blocked,
           confirms_first and email_verified_at is null as "isUnconfirmed",
           exists (select from known_device d where d.person_id = person.id and d.hash = ${anyHashOf(app.config, 'known device', device)}) as "isKnownDevice"
    from person where email = ${guess.email}`);
  const known = found?.isKnownDevice ? device : undefined;
  const fits = await passwordFits(found?.passwordHash, password, known).catch(async (busy: unknown) => {
    await takeGuessBack(app, guess);
    throw busy;
  });
  if (!found || !fits || found.blocked || found.isUnconfirmed) throw refuse('auth.credentials');
  return found;
}

/** A concurrent password reset has ended all sessions; one that began with the old password must not outlive it. */
async function lockPassword(tx: Tx, { id, passwordHash }: Found): Promise<{ needsSecondStep: boolean }> {
  const same = await tx.maybeOne<{ needsSecondStep: boolean }>(sql`
    select second_factor_at is not null as "needsSecondStep" from person
    where id = ${id} and password_hash = ${passwordHash} for share`);
  if (!same) throw refuse('auth.credentials');
  return same;
}

/** Replaces a hash of other settings while the password is at hand; if the queue is full, at the next sign-in. */
async function strengthen(app: App, found: Found, password: string): Promise<void> {
  const fresh = await hashPassword(password).catch(() => found.passwordHash);
  await app.db.tx(async (tx) => {
    await openPerson(tx, app.config, found.id);
    await tx.run(
      sql`update person set password_hash = ${fresh} where id = ${found.id} and password_hash = ${found.passwordHash}`,
    );
  });
}
