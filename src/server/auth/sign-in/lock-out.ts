import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { networkKey } from '#server/platform/http/limits/network-key.ts';
import {
  countByNetwork,
  countHit,
  resetHits,
  giveHitBack,
  giveNetworkHitBack,
} from '#server/platform/http/limits/rate-limit.ts';
import { refuseUntil } from '#server/platform/refusal.ts';

const minute = 60;

/**
 * The limits of guesses: for an email from one network, from one network whatever the email, and for an email from
 * everywhere. The last one would let a stranger lock a client out, so it does not apply at an address from which that
 * client has signed in before.
 */
const byNetwork = [
  { name: 'pair', hits: 5, windowS: 15 * minute },
  { name: 'address', hits: 50, windowS: 15 * minute },
] as const;
const ofEmail = { hits: 100, windowS: 60 * minute };

type Kind = (typeof byNetwork)[number]['name'] | 'email';

export interface Guess {
  email: string;
  address: string;
}

const keyOf = (kind: Kind, { email }: Guess) => ['sign-in', kind, ...(kind === 'address' ? [] : [email])];

/**
 * Counts a guess before the check, so that concurrent guesses get no more than the limit. Unknown emails count in the
 * same way.
 * @throws Refusal auth.locked
 */
export async function countGuess(app: App, guess: Guess): Promise<void> {
  const { db, clock } = app;
  for (const { name, ...max } of byNetwork) {
    const over = await countByNetwork(db, clock, keyOf(name, guess), guess.address, max);
    if (over) throw refuseUntil('auth.locked', over.endsInS);
  }
  const window = await countHit(db, clock, keyOf('email', guess), ofEmail.windowS);
  if (window.hits > ofEmail.hits && !(await isKnownThere(app, guess))) throw refuseUntil('auth.locked', window.endsInS);
}

/** Takes back a guess that was counted but never checked. */
export async function takeGuessBack({ db }: App, guess: Guess): Promise<void> {
  for (const { name } of byNetwork) await giveNetworkHitBack(db, keyOf(name, guess), guess.address);
  await giveHitBack(db, keyOf('email', guess));
}

/**
 * Resets the counts of a proven client at this address. The count from everywhere stays: if each sign-in of the client
 * reset it, those who guess from many addresses would gain.
 */
export async function resetGuesses({ db }: App, guess: Guess): Promise<void> {
  await resetHits(db, [...keyOf('pair', guess), networkKey(guess.address)]);
}

/** A person who can read the client's email is the client: guesses of others no longer lock them out. */
export async function resetAllGuesses(app: App, guess: Guess): Promise<void> {
  await resetGuesses(app, guess);
  await resetHits(app.db, keyOf('email', guess));
}

/** An address is known for this many sessions. */
const maxAddresses = 200;

async function isKnownThere(app: App, { email, address }: Guess): Promise<boolean> {
  const addresses = await app.db.rows<{ address: string | null }>(sql`
    select s.address from session s join person c on c.id = s.person_id
    where c.email = ${email} order by s.created_at desc limit ${maxAddresses}`);
  return addresses.some((index) => index.address !== null && networkKey(index.address) === networkKey(address));
}
