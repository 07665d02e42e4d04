import { sql } from '#server/platform/db/sql.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import type { App } from '#server/platform/app.ts';
import type { Clock } from '#server/platform/clock.ts';
import { refuse } from '#server/platform/refusal.ts';
import { isGenuine, type Witness } from '#server/platform/secrets/row-mac-check.ts';
import { macColumns, signNewRow, type RowMac } from '#server/platform/secrets/row-macs.ts';
import { anyHashOf, hashToken, newToken } from '#server/platform/secrets/token.ts';
import { lockClient } from '#server/verification/settle.ts';

export type TokenPurpose = 'email_verification' | 'password_reset' | 'autologin' | 'freeze';

interface NewToken {
  purpose: TokenPurpose;
  clientId: string;
  /** The address that the token proves. */
  email: string;
  lifetimeMs: number;
  issuedBy?: string;
  /** The operator key of the program that requested it. */
  keyId?: string;
  /** A secret that can be returned again; without it a random one is made. */
  secret?: string;
  /** Older links of the purpose stay valid. */
  keepsOlder?: boolean;
}

/**
 * Creates a link's secret and voids the client's older ones of that purpose, unless they may stay. Only the hash is
 * stored.
 */
export async function issueToken(
  tx: Tx,
  { clock, config }: Pick<App, 'clock' | 'config'>,
  of: NewToken,
): Promise<{ token: string; expiresAt: Date }> {
  const now = clock.now();
  const expiresAt = new Date(now.getTime() + of.lifetimeMs);
  const token = of.secret ?? newToken();
  // Of two at once the second waits here, and then sees the first and voids it.
  await lockClient(tx, of.clientId);
  if (!of.keepsOlder) await voidTokens(tx, clock, of.clientId, of.purpose);
  const hash = hashToken(config, 'one-time link', token);
  await tx.run(sql`
    insert into one_time_token (hash, purpose, person_id, email, issued_by, key_id, created_at, expires_at)
    values (${hash}, ${of.purpose}, ${of.clientId}, ${of.email}, ${of.issuedBy ?? null}, ${of.keyId ?? null}, ${now},
            ${expiresAt})`);
  await signNewRow(tx, config, 'one_time_token', sql`t.hash = ${hash}`);
  return { token, expiresAt };
}

/** @param emailedTo only those that went to this address */
export async function voidTokens(
  tx: Tx,
  clock: Clock,
  clientId: string,
  purpose: TokenPurpose,
  emailedTo?: string,
): Promise<void> {
  await tx.run(sql`
    update one_time_token set voided_at = ${clock.now()}
    where person_id = ${clientId} and purpose = ${purpose} and used_at is null and voided_at is null
      and (${emailedTo ?? null}::text is null or email = ${emailedTo ?? null})`);
}

/** The client of a token. */
export interface TokenOwner {
  clientId: string;
  /** The address that got the token: the client's present one, except for a freeze token. */
  email: string;
  firstName: string;
  secondName: string;
  issuedBy: string | null;
  /** The name of the operator key of the program that requested it. */
  key: string | null;
}

/**
 * Uses a token up: of any number of callers one gets it. Its client is locked first, as in all code that voids tokens.
 * @throws Refusal auth.token_unknown, auth.token_used, auth.token_expired, in this order
 */
export async function takeToken(
  tx: Tx,
  world: Witness & Pick<App, 'clock'>,
  purpose: TokenPurpose,
  token: string,
): Promise<TokenOwner> {
  const { clock, config } = world;
  const owner = await checkToken(tx, world, purpose, token);
  await lockClient(tx, owner.clientId);
  const taken = await tx.run(sql`
    update one_time_token set used_at = ${clock.now()}
    where hash = ${anyHashOf(config, 'one-time link', token)} and used_at is null and voided_at is null`);
  if (taken === 0) throw refuse('auth.token_used');
  return owner;
}

/**
 * Returns the client of a token, without using it up. A token is unknown if its client is blocked or has another
 * address by now; only a freeze token still works for the former address. So is one whose key was revoked, or whose
 * issuer is blocked or frozen. One that a newer link has replaced counts as expired.
 * @throws Refusal as takeToken
 */
export async function checkToken(
  db: Db | Tx,
  world: Witness & Pick<App, 'clock'>,
  purpose: TokenPurpose,
  token: string,
): Promise<TokenOwner> {
  const { clock, config } = world;
  const found = await db.maybeOne<TokenOwner & RowMac & { used: boolean; voided: boolean; expiresAt: Date }>(sql`
    select t.person_id as "clientId", t.email, c.first_name as "firstName", c.second_name as "secondName",
           t.issued_by as "issuedBy", (select name from operator_key where id = t.key_id) as key, t.used_at is not null as used, t.voided_at is not null as voided,
           t.expires_at as "expiresAt", ${macColumns('one_time_token')}
    from one_time_token t join person c on c.id = t.person_id and (c.email = t.email or t.purpose = 'freeze')
    where t.hash = ${anyHashOf(config, 'one-time link', token)} and t.purpose = ${purpose} and c.blocked_at is null
      and not exists (select from operator_key k where k.id = t.key_id and k.revoked_at is not null)
      and not exists (select from person i where i.id = t.issued_by and coalesce(i.blocked_at, i.frozen_at) is not null)`);
  if (!found) throw refuse('auth.token_unknown');
  const { used, voided, expiresAt, content, mac, ...owner } = found;
  if (!isGenuine(world, 'one_time_token', owner.clientId, { content, mac })) throw refuse('auth.token_unknown');
  if (used) throw refuse('auth.token_used');
  if (voided || expiresAt <= clock.now()) throw refuse('auth.token_expired');
  return owner;
}
