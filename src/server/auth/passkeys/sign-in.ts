import type { z } from 'zod';
import type { User } from '#contract/auth.ts';
import type { AskToSign, passkeysEndpoints } from '#contract/passkeys.ts';
import type { App } from '#server/platform/app.ts';
import { refuse } from '#server/platform/refusal.ts';
import { answerSession, beginSession, type Exchange } from '../start-session.ts';
import { countGuess, forgetGuesses, takeGuessBack } from '../lock-out.ts';
import { findChallenge, openChallenge, takeChallenge } from '../second-factor/challenge.ts';
import { askToSign, beginAttempt, devicesOf, takeAttempt } from './passkey-challenge.ts';
import { relyingParty } from './relying-party.ts';
import { findPasskey, readSignature } from './verify.ts';

/** Asks for any passkey of this site, or, once a password was right, for one of that client. */
export async function beginPasskeySignIn(app: App, signInChallenge: string | undefined): Promise<AskToSign> {
  const party = relyingParty(app.config);
  if (signInChallenge === undefined) return askToSign(party, await beginAttempt(app.db, app, { act: 'sign_in' }), []);
  const { clientId } = await findChallenge(app, signInChallenge);
  const devices = await devicesOf(app.db, clientId, 'working');
  if (devices.length === 0) throw refuse('auth.passkey_none');
  return askToSign(party, await beginAttempt(app.db, app, { act: 'sign_in', signInChallenge }), devices);
}

type Answering = z.output<(typeof passkeysEndpoints)['auth.sign_in_by_passkey']['body']>;

/**
 * Signs in with a passkey. Its device has made sure who is there, so it stands for both factors. Guesses count as those
 * at a password do; what is unknown answers as what is wrong.
 */
export async function signInByPasskey(
  app: App,
  exchange: Exchange,
  body: Answering,
): Promise<{ token: string; user: User }> {
  const party = relyingParty(app.config);
  const { challenge, signInChallenge } = await takeAttempt(app, { act: 'sign_in' }, body.attempt);
  const passkey = await findPasskey(app, body.passkey.id);
  const guess = { email: passkey?.email ?? `passkey ${body.passkey.id}`, address: exchange.request.ip };
  await countGuess(app, guess);
  if (!passkey) throw refuse('auth.passkey');
  const open = signInChallenge && (await openChallenge(app, signInChallenge));
  if (open && open.clientId !== passkey.clientId) throw refuse('auth.passkey');
  const take = await readSignature(app, party, passkey, challenge, body.passkey);
  await takeGuessBack(app, guess);
  await forgetGuesses(app, guess);
  const session = await app.db.tx(async (tx) => {
    if (signInChallenge) await takeChallenge(tx, signInChallenge);
    await take(tx);
    const remember = open ? open.remember : (body.remember ?? false);
    const issued = open?.issuedBy ? { issuedBy: open.issuedBy } : {};
    return beginSession(tx, app, exchange, { clientId: passkey.clientId, remember, isProven: true, ...issued });
  });
  return answerSession(app, exchange, session);
}
