import { sql } from '#server/platform/db/sql.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import type { App } from '#server/platform/app.ts';
import type { Clock } from '#server/platform/clock.ts';
import { refuse } from '#server/platform/refusal.ts';
import { isGenuine, type Witness } from '#server/platform/row-mac-check.ts';
import { macColumns, sealNew, type RowMac } from '#server/platform/row-macs.ts';
import { anyHashOf, hashToken, newToken } from '#server/platform/token.ts';
import { lockClient } from '#server/verification/settle.ts';

export type TokenPurpose = 'email_verification' | 'password_reset' | 'autologin' | 'freeze';

interface NewToken {
  purpose: TokenPurpose;
  clientId: string;
  /** The address that the token proves. */
  email: string;
  lifetimeMs: number;
  issuedBy?: string;
  /** Of the operator, by which a program asked for it. */
  keyId?: string;
  /** One that can be told again; else it is made up. */
  secret?: string;
  /** Older links of the purpose go on working. */
  keepOlder?: boolean;
}

/** Makes a link's secret and voids the client's older ones of that purpose, unless they may stay. Only the hash is stored. */
export async function issueToken(
  tx: Tx,
  { clock, config }: Pick<App, 'clock' | 'config'>,
  of: NewToken,
): Promise<{ token: string; expiresAt: Date }> {
  const now = clock.now();
  const expiresAt = new Date(now.getTime() + of.lifetimeMs);
  const token = of.secret ?? newToken();
  // Of two made at once the second waits here, and then sees the first to void it.
  await lockClient(tx, of.clientId);
  if (!of.keepOlder) await voidTokens(tx, clock, of.clientId, of.purpose);
  const hash = hashToken(config, 'one-time link', token);
  await tx.run(sql`
    insert into one_time_token (hash, purpose, client_id, email, issued_by, key_id, created_at, expires_at)
    values (${hash}, ${of.purpose}, ${of.clientId}, ${of.email}, ${of.issuedBy ?? null}, ${of.keyId ?? null}, ${now},
            ${expiresAt})`);
  await sealNew(tx, config, 'one_time_token', sql`t.hash = ${hash}`);
  return { token, expiresAt };
}

/** @param mailedTo only those that went to this address */
export async function voidTokens(
  tx: Tx,
  clock: Clock,
  clientId: string,
  purpose: TokenPurpose,
  mailedTo?: string,
): Promise<void> {
  await tx.run(sql`
    update one_time_token set voided_at = ${clock.now()}
    where client_id = ${clientId} and purpose = ${purpose} and used_at is null and voided_at is null
      and (${mailedTo ?? null}::text is null or email = ${mailedTo ?? null})`);
}

/** Whom a token stands for. */
export interface TokenOwner {
  clientId: string;
  /** The address that the token was mailed to: the client's present one, but for a token that freezes. */
  email: string;
  firstName: string;
  secondName: string;
  issuedBy: string | null;
  /** The name of the key by which a program asked for it. */
  key: string | null;
}

/**
 * Uses a token up: of any number of callers one gets it. Its client is locked first, as by all who void his tokens.
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
 * Says whom a token stands for, without using it up. One whose client is blocked, or has another address by now, is
 * unknown; only freezing is left to whoever had the former address. One that a newer link has replaced counts as expired.
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
    select t.client_id as "clientId", t.email, c.first_name as "firstName", c.second_name as "secondName",
           t.issued_by as "issuedBy", (select name from operator_key where id = t.key_id) as key, t.used_at is not null as used, t.voided_at is not null as voided,
           t.expires_at as "expiresAt", ${macColumns('one_time_token')}
    from one_time_token t join client c on c.id = t.client_id and (c.email = t.email or t.purpose = 'freeze')
    where t.hash = ${anyHashOf(config, 'one-time link', token)} and t.purpose = ${purpose} and c.blocked_at is null`);
  if (!found) throw refuse('auth.token_unknown');
  const { used, voided, expiresAt, content, mac, ...owner } = found;
  if (!isGenuine(world, 'one_time_token', owner.clientId, { content, mac })) throw refuse('auth.token_unknown');
  if (used) throw refuse('auth.token_used');
  if (voided || expiresAt <= clock.now()) throw refuse('auth.token_expired');
  return owner;
}
