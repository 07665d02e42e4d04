import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { countHit, giveHitBack, resetHits, type Window } from '#server/platform/http/limits/rate-limit.ts';
import type { Person } from '#server/platform/session/session.ts';

/** What is guessed: the password in an open session, or a code. */
type Secret = 'own-password' | 'second-factor';

/** Who guesses at a proof of a person. */
export interface Guesser {
  clientId: string;
  /** The session or challenge that a link of staff opened, until its person proves to be themselves; else null. */
  link: string | null;
}

export const guesserOf = ({ id, sessionId, provenAt }: Pick<Person, 'id' | 'sessionId' | 'provenAt'>): Guesser => ({
  clientId: id,
  link: provenAt === null ? sessionId : null,
});

const windowS = 900;

/**
 * Guesses after a link of staff count apart, so that they never block the person's own proofs, and few per link, so
 * that one link does not use up the guesses of the next.
 */
const countersOf = (secret: Secret, { clientId, link }: Guesser) =>
  link === null
    ? [{ key: [secret, clientId], max: 10 }]
    : [
        { key: [secret, 'link', link], max: 5 },
        { key: [secret, 'links', clientId], max: 10 },
      ];

/** Counts a guess before the check. @returns the window that is over its limit, and whether it is the first one beyond it */
export async function countGuess(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  secret: Secret,
  guesser: Guesser,
): Promise<(Window & { isFirst: boolean }) | undefined> {
  for (const { key, max } of countersOf(secret, guesser)) {
    const window = await countHit(db, clock, key, windowS);
    if (window.hits > max) return { ...window, isFirst: window.hits === max + 1 };
  }
  return undefined;
}

/** Reverts one guess, as when it proved to be none. */
export async function giveGuessBack({ db }: Pick<App, 'db'>, secret: Secret, guesser: Guesser): Promise<void> {
  for (const { key } of countersOf(secret, guesser)) await giveHitBack(db, key);
}

export async function resetGuesses(tx: Tx, secret: Secret, guesser: Guesser): Promise<void> {
  for (const { key } of countersOf(secret, guesser)) await resetHits(tx, key);
}
