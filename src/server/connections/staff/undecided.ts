import type { Queries } from '#server/platform/db/database.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';

/** So many are counted at most: more says no more. */
const most = 1000;

/** How many payments at a connection only its provider can decide. */
export const undecidedAt = (id: Sql): Sql => sql`
  (select count(distinct u.payment_id)::int
   from (select payment_id from undecided_at_provider where connection_id = ${id} limit ${most}) u)`;

export async function countUndecided(db: Queries, id: string): Promise<number> {
  const { count } = await db.one<{ count: number }>(sql`select ${undecidedAt(sql`${id}::uuid`)} as count`);
  return count;
}
