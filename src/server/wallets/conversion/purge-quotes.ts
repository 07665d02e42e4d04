import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';

/** How long an unused quote is stored, in case of questions. */
const ttlMs = 24 * 3_600_000;

/** Deletes quotes that were never used and are long over. What was used stays, as the reason of its movement. */
export async function purgeQuotes(app: Pick<App, 'db' | 'clock'>): Promise<void> {
  const before = new Date(app.clock.now().getTime() - ttlMs);
  await app.db.run(sql`delete from conversion_quote where transaction_id is null and expires_at < ${before}`);
}
