import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { networkKey } from '#server/platform/http/network-key.ts';
import {
  countByNetwork,
  countHit,
  forgetHits,
  giveHitBack,
  giveNetworkHitBack,
} from '#server/platform/http/rate-limit.ts';
import { refuseUntil } from '#server/platform/refusal.ts';

const minute = 60;

/**
 * How many guesses are allowed: for an e-mail from one network, from one network whatever the e-mail, and for an e-mail
 * from everywhere. The last would let a stranger lock a client out, so it does not hold at an address from which that
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
 * Counts a guess before it is looked at, so that any number at once get no more than the limit. Unknown e-mails count
 * alike.
 * @throws Refusal auth.locked
 */
export async function countGuess(app: App, guess: Guess): Promise<void> {
  const { db, clock } = app;
  for (const { name, ...most } of byNetwork) {
    const over = await countByNetwork(db, clock, keyOf(name, guess), guess.address, most);
    if (over) throw refuseUntil('auth.locked', over.endsInS);
  }
  const window = await countHit(db, clock, keyOf('email', guess), ofEmail.windowS);
  if (window.hits > ofEmail.hits && !(await isKnownThere(app, guess))) throw refuseUntil('auth.locked', window.endsInS);
}

/** Takes back a guess that was counted but never looked at. */
export async function takeGuessBack({ db }: App, guess: Guess): Promise<void> {
  for (const { name } of byNetwork) await giveNetworkHitBack(db, keyOf(name, guess), guess.address);
  await giveHitBack(db, keyOf('email', guess));
}

/**
 * Whoever proved to be the client starts afresh at this address. Elsewhere the count of guesses stands: it would be a
 * gift to those who guess from many addresses if each sign-in of the client began it anew.
 */
export async function forgetGuesses({ db }: App, guess: Guess): Promise<void> {
  await forgetHits(db, [...keyOf('pair', guess), networkKey(guess.address)]);
}

/** Whoever reads the client's mail is the client: nothing that others guessed holds him up any longer. */
export async function forgetAllGuesses(app: App, guess: Guess): Promise<void> {
  await forgetGuesses(app, guess);
  await forgetHits(app.db, keyOf('email', guess));
}

/** So many sessions back a place is remembered. */
const mostPlaces = 200;

async function isKnownThere(app: App, { email, address }: Guess): Promise<boolean> {
  const places = await app.db.rows<{ address: string | null }>(sql`
    select s.address from session s join client c on c.id = s.client_id
    where c.email = ${email} order by s.created_at desc limit ${mostPlaces}`);
  return places.some((place) => place.address !== null && networkKey(place.address) === networkKey(address));
}
