import { randomBytes } from 'node:crypto';
import { tokenLifetimeMs } from '#contract/constants.ts';
import type { AskToSign } from '#contract/passkeys.ts';
import type { App } from '#server/platform/app.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { refuse } from '#server/platform/refusal.ts';
import { hashToken, newToken } from '#server/platform/token.ts';
import type { RelyingParty } from './relying-party.ts';

/** As long as the hash that is signed. */
const challengeBytes = 32;

/** What a device is asked for, and on whose word: a session of settings, or a password that was right before. */
export type Purpose =
  | { act: 'register' | 'prove'; sessionId: string }
  | { act: 'sign_in'; signInChallenge?: string | undefined };

export interface Begun {
  /** The secret of whoever asked; only its hash is stored. */
  attempt: string;
  expires_at: string;
  challenge: string;
}

/** Notes what a device is to sign. */
export async function beginAttempt(
  db: Db | Tx,
  { clock, config }: Pick<App, 'clock' | 'config'>,
  purpose: Purpose,
): Promise<Begun> {
  const token = newToken();
  const challenge = randomBytes(challengeBytes).toString('base64url');
  const now = clock.now();
  const expiresAt = new Date(now.getTime() + tokenLifetimeMs.passkeyAttempt);
  const { sessionId, signInChallenge } = { sessionId: null, signInChallenge: undefined, ...purpose };
  await db.run(sql`
    insert into passkey_attempt (hash, act, challenge, session_id, sign_in_challenge, created_at, expires_at)
    values (${hashToken(config, 'passkey attempt', token)}, ${purpose.act}, ${challenge}, ${sessionId},
            ${signInChallenge === undefined ? null : hashToken(config, 'sign-in challenge', signInChallenge)}, ${now}, ${expiresAt})`);
  return { attempt: token, expires_at: expiresAt.toISOString(), challenge };
}

interface Taken {
  challenge: string;
  /** The hash of the sign-in challenge that it goes with. */
  signInChallenge: Buffer | null;
}

/**
 * Uses an attempt up, whatever comes of it: of any number of answers one is looked at.
 * @throws Refusal auth.passkey_over
 */
export async function takeAttempt(
  { db, clock, config }: Pick<App, 'db' | 'clock' | 'config'>,
  of: { act: Purpose['act']; sessionId?: string },
  token: string,
): Promise<Taken> {
  const taken = await db.maybeOne<Taken>(sql`
    delete from passkey_attempt
    where hash = ${hashToken(config, 'passkey attempt', token)} and act = ${of.act} and session_id is not distinct from ${of.sessionId ?? null}
      and expires_at > ${clock.now()}
    returning challenge, sign_in_challenge as "signInChallenge"`);
  if (!taken) throw refuse('auth.passkey_over');
  return taken;
}

export async function forgetOldAttempts({ db, clock }: Pick<App, 'db' | 'clock'>): Promise<void> {
  await db.run(sql`delete from passkey_attempt where expires_at <= ${clock.now()}`);
}

export interface Device {
  id: string;
  type: 'public-key';
  transports: string[];
}

/** The passkeys of a client as a browser looks for them; without those that a freeze made worthless, if so wished. */
export async function devicesOf(db: Db | Tx, clientId: string, which: 'all' | 'working'): Promise<Device[]> {
  const rows = await db.rows<{ id: string; transports: string[] }>(sql`
    select credential_id as id, transports from passkey
    where client_id = ${clientId} and (revoked_at is null or ${which === 'all'})
    order by created_at desc, id desc`);
  return rows.map(({ id, transports }) => ({ id, type: 'public-key', transports }));
}

/** The question for a signature, as the contract shapes it. */
export function askToSign(party: RelyingParty, { challenge, ...begun }: Begun, allowed: Device[]): AskToSign {
  return {
    ...begun,
    options: {
      challenge,
      timeout: tokenLifetimeMs.passkeyAttempt,
      rpId: party.id,
      userVerification: 'required',
      allowCredentials: allowed,
    },
  };
}
