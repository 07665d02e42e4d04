import type { App } from '#server/platform/app.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { areGenuine, type Witness } from '#server/platform/secrets/row-mac-check.ts';
import { sql } from '#server/platform/db/sql.ts';
import { joinedMacColumns, macColumns, type TwoMacs } from '#server/platform/secrets/row-macs.ts';
import { refuse } from '#server/platform/refusal.ts';
import type { Person } from '#server/platform/session/session.ts';
import { sessionLives } from '#server/platform/session/lives.ts';
import { hashToken } from '#server/platform/secrets/token.ts';

/** What a token opens: one account, held by one person. */
export interface Redeemed {
  /** How the platform calls the account. */
  number: bigint;
  clientId: string;
  holder: string;
  /** From which it was issued, and with which what it opens ends. */
  sessionId: string | null;
}

/**
 * Uses a token up. It is void if its account or client was closed since, or if its session no longer
 * counts or, renewed by a key, is not the caller's.
 * @throws Refusal `auth.token_unknown`, `auth.token_used`, `auth.token_expired`
 */
export async function redeemPlatformToken(
  db: Queries,
  world: Witness & Pick<App, 'clock'>,
  token: string,
  caller?: Pick<Person, 'sessionId'> | null,
): Promise<Redeemed> {
  const { clock, config } = world;
  const hash = hashToken(config, 'platform sign-in', token);
  const now = clock.now();
  const redeemed = await db.maybeOne<Redeemed & { tokenId: string } & TwoMacs>(sql`
    update platform_token p set used_at = ${now}
    from trading_account t, person c
    where p.hash = ${hash} and p.used_at is null and p.expires_at > ${now}
      and t.id = p.account_id and t.status = 'active' and t.client_id = p.client_id and c.id = p.client_id and c.blocked_at is null
      and c.frozen_at is null
      and ${sessionLives(sql`p.session_id`, now, caller)}
    returning t.number, t.client_id as "clientId", p.session_id as "sessionId", c.full_name as holder,
              left(encode(p.hash, 'hex'), 16) as "tokenId", ${macColumns('platform_token')}, ${joinedMacColumns('person')}`);
  if (redeemed) {
    const { number, clientId, holder, sessionId, tokenId } = redeemed;
    if (!areGenuine(world, redeemed, ['platform_token', tokenId], ['person', clientId]))
      throw refuse('auth.token_unknown');
    return { number, clientId, holder, sessionId };
  }
  const found = await db.maybeOne<{ usedAt: Date | null; expiresAt: Date }>(sql`
    select used_at as "usedAt", expires_at as "expiresAt" from platform_token where hash = ${hash}`);
  if (found?.usedAt) throw refuse('auth.token_used');
  if (found && found.expiresAt <= now) throw refuse('auth.token_expired');
  throw refuse('auth.token_unknown');
}
