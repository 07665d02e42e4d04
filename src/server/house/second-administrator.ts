import type { Queries, Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { refuse } from '#server/platform/refusal.ts';

/** Who stands beside an author of a change. */
interface Seconds {
  /** Whether it takes another administrator at all. */
  needed: boolean;
  /** Those who may confirm it now. */
  confirmers: string[];
}

/** As the database reckons it, which refuses a version that lacks its second person. */
export async function secondsOf(db: Queries, authorId: string, now: Date): Promise<Seconds> {
  const rows = await db.rows<{ id: string; mayConfirm: boolean }>(sql`
    select id, may_confirm as "mayConfirm" from second_administrators(${authorId}, ${now})`);
  return { needed: rows.length > 0, confirmers: rows.filter(({ mayConfirm }) => mayConfirm).map(({ id }) => id) };
}

/**
 * Holds who is an administrator until the transaction ends: whoever gives or takes the role, or shuts one out, waits.
 * Answers those who may act.
 * @throws Refusal `http.forbidden` for one who lost the role since he called
 */
export async function holdAdministrators(tx: Tx, meId: string): Promise<ReadonlySet<string>> {
  const rows = await tx.rows<{ id: string }>(sql`
    select id from client
    where 'admin' = any(roles) and blocked_at is null and frozen_at is null and closed_at is null order by id for share`);
  const able = new Set(rows.map(({ id }) => id));
  if (!able.has(meId)) throw refuse('http.forbidden');
  return able;
}
