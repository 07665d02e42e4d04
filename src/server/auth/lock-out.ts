import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { countHit, forgetHits, giveHitBack } from '#server/platform/http/rate-limit.ts';
import { refuseUntil } from '#server/platform/refusal.ts';

const minute = 60;

/**
 * How many guesses are allowed: for an e-mail from one address, from one address whatever the e-mail, and for an e-mail
 * from everywhere. The last would let a stranger lock a client out, so it does not hold at an address from which that
 * client has signed in before.
 */
const limits = [
  { name: 'pair', hits: 5, windowS: 15 * minute },
  { name: 'address', hits: 50, windowS: 15 * minute },
  { name: 'email', hits: 100, windowS: 60 * minute },
] as const;

type Kind = (typeof limits)[number]['name'];

export interface Guess {
  email: string;
  address: string;
}

const keyOf = (kind: Kind, { email, address }: Guess) => [
  'sign-in',
  kind,
  ...(kind === 'address' ? [] : [email]),
  ...(kind === 'email' ? [] : [address]),
];

/**
 * Counts a guess before it is looked at, so that any number at once get no more than the limit. Unknown e-mails count
 * alike.
 * @throws Refusal auth.locked
 */
export async function countGuess(app: App, guess: Guess): Promise<void> {
  for (const { name, hits, windowS } of limits) {
    const window = await countHit(app.db, app.clock, keyOf(name, guess), windowS);
    if (window.hits <= hits || (name === 'email' && (await isKnownThere(app, guess)))) continue;
    throw refuseUntil('auth.locked', window.endsInS);
  }
}

/** Takes back a guess that was counted but never looked at. */
export async function takeGuessBack({ db }: App, guess: Guess): Promise<void> {
  for (const { name } of limits) await giveHitBack(db, keyOf(name, guess));
}

/**
 * Whoever proved to be the client starts afresh at this address. Elsewhere the count of guesses stands: it would be a
 * gift to those who guess from many addresses if each sign-in of the client began it anew.
 */
export async function forgetGuesses({ db }: App, guess: Guess): Promise<void> {
  await forgetHits(db, keyOf('pair', guess));
}

/** Whoever reads the client's mail is the client: nothing that others guessed holds him up any longer. */
export async function forgetAllGuesses({ db }: App, guess: Guess): Promise<void> {
  for (const name of ['pair', 'email'] as const) await forgetHits(db, keyOf(name, guess));
}

async function isKnownThere(app: App, { email, address }: Guess): Promise<boolean> {
  const found = await app.db.rows(sql`
    select 1 from session s join client c on c.id = s.client_id
    where c.email = ${email} and s.address = ${address} limit 1`);
  return found.length > 0;
}
