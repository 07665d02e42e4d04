import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';

/** How long a quote that nobody used is kept for questions. */
const keptMs = 24 * 3_600_000;

/** Deletes quotes that were never used and are long over. What was used stays, as the reason of its movement. */
export async function forgetQuotes(app: Pick<App, 'db' | 'clock'>): Promise<void> {
  const before = new Date(app.clock.now().getTime() - keptMs);
  await app.db.run(sql`delete from conversion_quote where transaction_id is null and expires_at < ${before}`);
}
