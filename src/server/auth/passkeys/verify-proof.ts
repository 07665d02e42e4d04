import type { AskToSign } from '#contract/passkeys.ts';
import type { PasskeyAnswer } from '#contract/proof.ts';
import type { App } from '#server/platform/app.ts';
import { refuse } from '#server/platform/refusal.ts';
import type { Client } from '#server/platform/session.ts';
import { askToSign, beginAttempt, devicesOf, takeAttempt } from './passkey-challenge.ts';
import { relyingParty } from './relying-party.ts';
import { findPasskey, readSignature, type TakePasskey } from './verify.ts';

/** Asks for one of the own passkeys, in place of password and code. */
export async function beginProof(app: App, me: Client): Promise<AskToSign> {
  const party = relyingParty(app.config);
  const devices = await devicesOf(app.db, me.id, 'working');
  if (devices.length === 0) throw refuse('auth.passkey_none');
  return askToSign(party, await beginAttempt(app.db, app, { act: 'prove', sessionId: me.sessionId }), devices);
}

/**
 * Whether it is the client himself at his open screen, by a passkey of his.
 * @throws Refusal auth.passkey_over, auth.passkey
 */
export async function proveByPasskey(
  app: App,
  me: Client,
  { attempt, answer }: { attempt: string; answer: PasskeyAnswer },
): Promise<TakePasskey> {
  const party = relyingParty(app.config);
  const { challenge } = await takeAttempt(app, { act: 'prove', sessionId: me.sessionId }, attempt);
  const passkey = await findPasskey(app, answer.id);
  if (passkey?.clientId !== me.id) throw refuse('auth.passkey');
  return readSignature(app, party, passkey, challenge, answer);
}
