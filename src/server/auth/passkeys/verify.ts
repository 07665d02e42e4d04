import type { z } from 'zod';
import type { passkeysEndpoints } from '#contract/auth/passkeys.ts';
import type { PasskeyResponse } from '#contract/auth/proof.ts';
import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { isGenuine, type Witness } from '#server/platform/secrets/row-mac-check.ts';
import { macColumns, type RowMac } from '#server/platform/secrets/row-macs.ts';
import { refuse } from '#server/platform/refusal.ts';
import type { RelyingParty } from './relying-party.ts';

/** ES256, EdDSA and RS256: every device in use signs with one of them. */
export const algorithms = [-7, -8, -257];

/** The library reads attestations of every maker. It takes a while to load, and most calls never need it. */
const library = () => import('@simplewebauthn/server');

export interface Passkey {
  id: string;
  clientId: string;
  email: string;
  credentialId: string;
  publicKey: Buffer;
}

/** A working passkey of a client who may sign in, by its credential id. */
export async function findPasskey(
  world: Witness & Pick<App, 'db'>,
  credentialId: string,
): Promise<Passkey | undefined> {
  const found = await world.db.maybeOne<Passkey & RowMac>(sql`
    select p.id, p.person_id as "clientId", c.email, p.credential_id as "credentialId", p.public_key as "publicKey",
           ${macColumns('passkey')}
    from passkey p join person c on c.id = p.person_id
    where p.credential_id = ${credentialId} and p.revoked_at is null and c.blocked_at is null`);
  return found && isGenuine(world, 'passkey', found.id, found) ? found : undefined;
}

/** Records a use of a passkey, in the transaction of what it allows. */
export type TakePasskey = (tx: Tx) => Promise<void>;

const userHandleOf = (clientId: string) => Buffer.from(clientId.replaceAll('-', ''), 'hex').toString('base64url');

/**
 * Verifies a signature: of our challenge, at our address, with user verification, and with the key of this passkey. The
 * reason of a failure goes only to the log.
 * @throws Refusal auth.passkey
 */
export async function readSignature(
  app: App,
  party: RelyingParty,
  passkey: Passkey,
  challenge: string,
  response: PasskeyResponse,
): Promise<TakePasskey> {
  const fail = (reason: string) => {
    app.log.warn({ passkeyId: passkey.id, reason }, 'a passkey was refused');
    return refuse('auth.passkey');
  };
  const { userHandle, ...signed } = response.response;
  if (userHandle !== undefined && userHandle !== userHandleOf(passkey.clientId)) throw fail('made for somebody else');
  const { verifyAuthenticationResponse } = await library();
  const read = await verifyAuthenticationResponse({
    response: { ...response, response: signed, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    // The counter is checked where it is stored; here two calls at once would both find it valid.
    credential: { id: passkey.credentialId, publicKey: new Uint8Array(passkey.publicKey), counter: 0 },
    requireUserVerification: true,
  }).catch((error: unknown) => {
    throw fail(String(error));
  });
  if (!read.verified) throw fail('the signature is wrong');
  const { newCounter, credentialBackedUp } = read.authenticationInfo;
  return async (tx) => {
    const used = await tx.run(sql`
      update passkey set counter = ${newCounter}, synced = ${credentialBackedUp}, used_at = ${app.clock.now()}
      where id = ${passkey.id} and revoked_at is null and (counter < ${newCounter} or (counter = 0 and ${newCounter} = 0))`);
    if (used === 0) throw fail(`its counter went back to ${newCounter}: there may be a copy of it`);
  };
}

type Made = z.output<(typeof passkeysEndpoints)['auth.add_passkey']['body']>['passkey'];

export interface NewPasskey {
  credentialId: string;
  publicKey: Uint8Array;
  counter: number;
  synced: boolean;
}

/** Verifies a new passkey from a device. @throws Refusal auth.passkey */
export async function readNewPasskey(
  app: App,
  party: RelyingParty,
  challenge: string,
  made: Made,
): Promise<NewPasskey> {
  const { verifyRegistrationResponse } = await library();
  const { clientDataJSON, attestationObject } = made.response;
  const read = await verifyRegistrationResponse({
    response: { ...made, response: { clientDataJSON, attestationObject }, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  }).catch((error: unknown) => {
    app.log.warn({ reason: String(error) }, 'a new passkey was refused');
    throw refuse('auth.passkey');
  });
  if (!read.verified) throw refuse('auth.passkey');
  const { credential, credentialBackedUp } = read.registrationInfo;
  return {
    credentialId: credential.id,
    publicKey: credential.publicKey,
    counter: credential.counter,
    synced: credentialBackedUp,
  };
}
