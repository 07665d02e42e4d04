import type { Queries } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';

/** The id of the last request to state the outcome of a transfer, or an id that does not exist. */
export async function lastRequest(db: Queries, transferId: string): Promise<string> {
  const found = await db.maybeOne<{ id: string }>(sql`
    select id from approval_request where transfer_id = ${transferId} order by id desc limit 1`);
  return found?.id ?? newId();
}
