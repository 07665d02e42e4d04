import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { User } from '#contract/auth/endpoints.ts';
import type { AssertionOptions, passkeysEndpoints } from '#contract/auth/passkeys.ts';
import type { App } from '#server/platform/app.ts';
import { refuse } from '#server/platform/refusal.ts';
import { sendSession, startSession, type Exchange } from '../start-session.ts';
import { countGuess, resetGuesses, takeGuessBack } from '../sign-in/lock-out.ts';
import { findChallenge, openChallenge, takeChallenge } from '../second-factor/challenge.ts';
import { assertionOptions, createPasskeyChallenge, devicesOf, redeemPasskeyChallenge } from './passkey-challenge.ts';
import { relyingParty } from './relying-party.ts';
import { findPasskey, readSignature } from './verify.ts';

/** Requests any passkey of this site, or, after a right password, one of that client. */
export async function startPasskeySignIn(
  app: App,
  { brand }: Pick<FastifyRequest, 'brand'>,
  signInChallenge: string | undefined,
): Promise<AssertionOptions> {
  const party = relyingParty(brand);
  if (signInChallenge === undefined)
    return assertionOptions(party, await createPasskeyChallenge(app.db, app, { action: 'sign_in' }), []);
  const { clientId } = await findChallenge(app, signInChallenge);
  const devices = await devicesOf(app.db, clientId, 'working');
  if (devices.length === 0) throw refuse('auth.passkey_none');
  return assertionOptions(
    party,
    await createPasskeyChallenge(app.db, app, { action: 'sign_in', signInChallenge }),
    devices,
  );
}

type Answering = z.output<(typeof passkeysEndpoints)['auth.sign_in_by_passkey']['body']>;

/**
 * Signs in with a passkey. Its device has verified the user, so it counts as both factors. Guesses count like wrong
 * passwords, and an unknown passkey gets the same response as a wrong one.
 */
export async function signInByPasskey(
  app: App,
  exchange: Exchange,
  body: Answering,
): Promise<{ token: string; user: User }> {
  const party = relyingParty(exchange.request.brand);
  const { challenge, signInChallenge } = await redeemPasskeyChallenge(app, { action: 'sign_in' }, body.attempt);
  const passkey = await findPasskey(app, body.passkey.id);
  const guess = { email: passkey?.email ?? `passkey ${body.passkey.id}`, address: exchange.request.ip };
  await countGuess(app, guess);
  if (!passkey) throw refuse('auth.passkey');
  const open = signInChallenge && (await openChallenge(app, signInChallenge));
  if (open && open.clientId !== passkey.clientId) throw refuse('auth.passkey');
  const take = await readSignature(app, party, passkey, challenge, body.passkey);
  await takeGuessBack(app, guess);
  await resetGuesses(app, guess);
  const session = await app.db.tx(async (tx) => {
    if (signInChallenge) await takeChallenge(tx, signInChallenge);
    await take(tx);
    const remember = open ? open.remember : (body.remember ?? false);
    const issued = open?.issuedBy ? { issuedBy: open.issuedBy } : {};
    const single = open?.staffSignInId ? { staffSignInId: open.staffSignInId } : {};
    return startSession(tx, app, exchange, {
      clientId: passkey.clientId,
      remember,
      isProven: true,
      ...issued,
      ...single,
    });
  });
  return sendSession(app, exchange, session);
}
