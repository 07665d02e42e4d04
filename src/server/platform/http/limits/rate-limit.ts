import { sql } from '../../db/sql.ts';
import type { Db, Tx } from '../../db/database.ts';
import type { Clock } from '../../clock.ts';
import { sha256 } from '../../secrets/token.ts';
import { networksOf } from './network-key.ts';

export interface Window {
  hits: number;
  /** Seconds until the next window starts. */
  endsInS: number;
}

/** The stored key of a counter: a hash, so that the table holds no address and no email. */
function keyOf(parts: readonly string[]): string {
  return sha256(parts.join('\0')).toString('base64url');
}

/** Counts one hit, or several, in a fixed window, across all instances, and returns the count with these. */
export async function countHit(
  db: Db | Tx,
  clock: Clock,
  parts: readonly string[],
  windowS: number,
  hits = 1,
): Promise<Window> {
  const now = clock.now();
  const oldest = new Date(now.getTime() - windowS * 1000);
  const row = await db.one<{ hits: number; startedAt: Date }>(sql`
    insert into rate_window as w (key, started_at, hits) values (${keyOf(parts)}, ${now}, ${hits})
    on conflict (key) do update set
      hits = case when w.started_at <= ${oldest} then ${hits}::int else w.hits + ${hits}::int end,
      started_at = case when w.started_at <= ${oldest} then ${now} else w.started_at end
    returning hits, started_at as "startedAt"`);
  return { hits: row.hits, endsInS: (row.startedAt.getTime() + windowS * 1000 - now.getTime()) / 1000 };
}

export interface Limit {
  hits: number;
  windowS: number;
}

/**
 * Counts one hit of an address in its network and, where that is within the limit, in each wider net around it: a flood
 * from one network stops at that network's limit and uses up little of the limits of its neighbours.
 * @returns the window that is over its limit, if one is
 */
export async function countByNetwork(
  db: Db,
  clock: Clock,
  parts: readonly string[],
  address: string,
  limit: Limit,
): Promise<Window | undefined> {
  for (const { key, share } of networksOf(address)) {
    const window = await countHit(db, clock, [...parts, key], limit.windowS);
    if (window.hits > limit.hits * share) return window;
  }
  return undefined;
}

/** Reverts one hit in every net that it was counted in. */
export async function giveNetworkHitBack(db: Db, parts: readonly string[], address: string): Promise<void> {
  for (const { key } of networksOf(address)) await giveHitBack(db, [...parts, key]);
}

/** Reverts one hit, as when it proved to be no guess. */
export async function giveHitBack(db: Db, parts: readonly string[]): Promise<void> {
  await db.run(sql`update rate_window set hits = hits - 1 where key = ${keyOf(parts)} and hits > 0`);
}

export async function resetHits(db: Db | Tx, parts: readonly string[]): Promise<void> {
  await db.run(sql`delete from rate_window where key = ${keyOf(parts)}`);
}

const longestWindowDays = 2;

/** Deletes windows that ended long ago, so that the table holds only recent callers. */
export async function purgeOldHits({ db, clock }: { db: Db; clock: Clock }): Promise<void> {
  const oldest = new Date(clock.now().getTime() - longestWindowDays * 86_400_000);
  await db.run(sql`delete from rate_window where started_at < ${oldest}`);
}
