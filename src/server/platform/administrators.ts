import type { Queries } from './db/database.ts';
import { sql } from './db/sql.ts';

/** Everybody who is an administrator and may come in, but for those named: whom it is worth telling. */
export async function administratorsBut(db: Queries, ...ids: string[]): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`
    select id from client where 'admin' = any(roles) and blocked_at is null and id <> all(${ids}::uuid[]) order by id`);
  return rows.map(({ id }) => id);
}
