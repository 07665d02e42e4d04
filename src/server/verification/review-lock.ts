import type { Queries } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';

/** Whether a reviewer has the case now. */
export async function isReviewed(db: Queries, clientId: string, at: Date): Promise<boolean> {
  const found = await db.rows(sql`
    select from verification_case where client_id = ${clientId} and reviewed_until > ${at}`);
  return found.length > 0;
}
