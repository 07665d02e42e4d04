import { randomBytes } from 'node:crypto';
import { tokenLifetimeMs } from '#contract/kernel/constants.ts';
import type { AssertionOptions } from '#contract/auth/passkeys.ts';
import type { App } from '#server/platform/app.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { refuse } from '#server/platform/refusal.ts';
import { hashToken, newToken } from '#server/platform/secrets/token.ts';
import type { RelyingParty } from './relying-party.ts';

/** As long as the hash that is signed. */
const challengeBytes = 32;

/** What a device has to sign, and by what right: an open session, or a right password before. */
export type Purpose =
  | { action: 'register' | 'prove'; sessionId: string }
  | { action: 'sign_in'; signInChallenge?: string | undefined };

export interface Started {
  /** The secret of the caller; only its hash is stored. */
  attempt: string;
  expires_at: string;
  challenge: string;
}

/** Stores what a device has to sign. */
export async function createPasskeyChallenge(
  db: Db | Tx,
  { clock, config }: Pick<App, 'clock' | 'config'>,
  purpose: Purpose,
): Promise<Started> {
  const token = newToken();
  const challenge = randomBytes(challengeBytes).toString('base64url');
  const now = clock.now();
  const expiresAt = new Date(now.getTime() + tokenLifetimeMs.passkeyAttempt);
  const { sessionId, signInChallenge } = { sessionId: null, signInChallenge: undefined, ...purpose };
  await db.run(sql`
    insert into passkey_challenge (hash, action, challenge, session_id, sign_in_challenge, created_at, expires_at)
    values (${hashToken(config, 'passkey attempt', token)}, ${purpose.action}, ${challenge}, ${sessionId},
            ${signInChallenge === undefined ? null : hashToken(config, 'sign-in challenge', signInChallenge)}, ${now}, ${expiresAt})`);
  return { attempt: token, expires_at: expiresAt.toISOString(), challenge };
}

interface RedeemedChallenge {
  challenge: string;
  /** The hash of the sign-in challenge that it belongs to. */
  signInChallenge: Buffer | null;
}

/**
 * Uses an attempt up, whatever the result: of any number of responses one is checked.
 * @throws Refusal auth.passkey_over
 */
export async function redeemPasskeyChallenge(
  { db, clock, config }: Pick<App, 'db' | 'clock' | 'config'>,
  of: { action: Purpose['action']; sessionId?: string },
  token: string,
): Promise<RedeemedChallenge> {
  const taken = await db.maybeOne<RedeemedChallenge>(sql`
    delete from passkey_challenge
    where hash = ${hashToken(config, 'passkey attempt', token)} and action = ${of.action} and session_id is not distinct from ${of.sessionId ?? null}
      and expires_at > ${clock.now()}
    returning challenge, sign_in_challenge as "signInChallenge"`);
  if (!taken) throw refuse('auth.passkey_over');
  return taken;
}

export async function purgePasskeyChallenges({ db, clock }: Pick<App, 'db' | 'clock'>): Promise<void> {
  await db.run(sql`delete from passkey_challenge where expires_at <= ${clock.now()}`);
}

export interface Device {
  id: string;
  type: 'public-key';
  transports: string[];
}

/** The passkeys of a client in the form that a browser needs; `working` leaves out those that a freeze has voided. */
export async function devicesOf(db: Db | Tx, clientId: string, which: 'all' | 'working'): Promise<Device[]> {
  const rows = await db.rows<{ id: string; transports: string[] }>(sql`
    select credential_id as id, transports from passkey
    where person_id = ${clientId} and (revoked_at is null or ${which === 'all'})
    order by created_at desc, id desc`);
  return rows.map(({ id, transports }) => ({ id, type: 'public-key', transports }));
}

/** The request for a signature, in the form of the contract. */
export function assertionOptions(
  party: RelyingParty,
  { challenge, ...started }: Started,
  allowed: Device[],
): AssertionOptions {
  return {
    ...started,
    options: {
      challenge,
      timeout: tokenLifetimeMs.passkeyAttempt,
      rpId: party.id,
      userVerification: 'required',
      allowCredentials: allowed,
    },
  };
}
