import { sql } from '#server/platform/db/sql.ts';
import type { Db, Tx } from '#server/platform/db/database.ts';
import type { Clock } from '#server/platform/clock.ts';
import { refuse } from '#server/platform/refusal.ts';
import { hashToken, newToken } from '#server/platform/token.ts';

export type TokenPurpose = 'email_verification' | 'password_reset' | 'autologin';

interface NewToken {
  purpose: TokenPurpose;
  clientId: string;
  /** The address that the token proves. */
  email: string;
  lifetimeMs: number;
  issuedBy?: string;
}

/** Makes a link's secret and voids the client's older ones of that purpose. Only the hash is stored. */
export async function issueToken(tx: Tx, clock: Clock, of: NewToken): Promise<{ token: string; expiresAt: Date }> {
  const now = clock.now();
  const expiresAt = new Date(now.getTime() + of.lifetimeMs);
  const { token, hash } = newToken();
  await voidTokens(tx, clock, of.clientId, of.purpose);
  await tx.run(sql`
    insert into one_time_token (hash, purpose, client_id, email, issued_by, created_at, expires_at)
    values (${hash}, ${of.purpose}, ${of.clientId}, ${of.email}, ${of.issuedBy ?? null}, ${now}, ${expiresAt})`);
  return { token, expiresAt };
}

export async function voidTokens(tx: Tx, clock: Clock, clientId: string, purpose: TokenPurpose): Promise<void> {
  await tx.run(sql`
    update one_time_token set voided_at = ${clock.now()}
    where client_id = ${clientId} and purpose = ${purpose} and used_at is null and voided_at is null`);
}

export interface TokenRow {
  clientId: string;
  email: string;
  issuedBy: string | null;
}

/**
 * Uses a token up: of any number of callers one gets it.
 * @throws Refusal auth.token_unknown, auth.token_used, auth.token_expired, in this order
 */
export async function takeToken(tx: Tx, clock: Clock, purpose: TokenPurpose, token: string): Promise<TokenRow> {
  const now = clock.now();
  const taken = await tx.maybeOne<TokenRow>(sql`
    update one_time_token set used_at = ${now}
    where hash = ${hashToken(token)} and purpose = ${purpose} and used_at is null and voided_at is null and expires_at > ${now}
    returning client_id as "clientId", email, issued_by as "issuedBy"`);
  if (taken) return taken;
  await checkToken(tx, clock, purpose, token);
  throw refuse('auth.token_used');
}

/** Says why a token does not work, without using up one that does. */
export async function checkToken(db: Db | Tx, clock: Clock, purpose: TokenPurpose, token: string): Promise<void> {
  const found = await db.maybeOne<{ usedAt: Date | null; voidedAt: Date | null; expiresAt: Date }>(sql`
    select used_at as "usedAt", voided_at as "voidedAt", expires_at as "expiresAt" from one_time_token
    where hash = ${hashToken(token)} and purpose = ${purpose}`);
  if (!found) throw refuse('auth.token_unknown');
  if (found.usedAt) throw refuse('auth.token_used');
  if (found.voidedAt || found.expiresAt <= clock.now()) throw refuse('auth.token_expired');
}
