import type { Queries } from '../db/database.ts';
import { sql } from '../db/sql.ts';

/** All administrators who are not blocked, except those named: the recipients of notices. */
export const administratorsBut = (db: Queries, ...ids: string[]): Promise<string[]> => thoseWith(db, ['admin'], ids);

/** All administrators and compliance, but for those named. */
export const overseersBut = (db: Queries, ...ids: string[]): Promise<string[]> =>
  thoseWith(db, ['compliance', 'admin'], ids);

async function thoseWith(db: Queries, roles: string[], but: string[]): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`
    select id from person where roles && ${roles}::text[] and blocked_at is null and id <> all(${but}::uuid[]) order by id`);
  return rows.map(({ id }) => id);
}
