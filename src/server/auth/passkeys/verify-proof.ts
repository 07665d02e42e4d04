import type { AssertionOptions } from '#contract/auth/passkeys.ts';
import type { PasskeyResponse } from '#contract/auth/proof.ts';
import type { App } from '#server/platform/app.ts';
import { refuse } from '#server/platform/refusal.ts';
import type { Person } from '#server/platform/session/session.ts';
import { assertionOptions, createPasskeyChallenge, devicesOf, redeemPasskeyChallenge } from './passkey-challenge.ts';
import { relyingParty } from './relying-party.ts';
import { findPasskey, readSignature, type TakePasskey } from './verify.ts';

/** Requests one of the caller's passkeys, in place of password and code. */
export async function startProof(app: App, me: Person): Promise<AssertionOptions> {
  const party = relyingParty(app.settings.brand(me.brand));
  const devices = await devicesOf(app.db, me.id, 'working');
  if (devices.length === 0) throw refuse('auth.passkey_none');
  return assertionOptions(
    party,
    await createPasskeyChallenge(app.db, app, { action: 'prove', sessionId: me.sessionId }),
    devices,
  );
}

/** Proves by a passkey that the client is at the open screen. @throws Refusal auth.passkey_over, auth.passkey */
export async function proveByPasskey(
  app: App,
  me: Person,
  { attempt, response }: { attempt: string; response: PasskeyResponse },
): Promise<TakePasskey> {
  const party = relyingParty(app.settings.brand(me.brand));
  const { challenge } = await redeemPasskeyChallenge(app, { action: 'prove', sessionId: me.sessionId }, attempt);
  const passkey = await findPasskey(app, response.id);
  if (passkey?.clientId !== me.id) throw refuse('auth.passkey');
  return readSignature(app, party, passkey, challenge, response);
}
