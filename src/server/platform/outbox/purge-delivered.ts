import type { App } from '../app.ts';
import { sql } from '../db/sql.ts';

/** The number of days for which delivered events stay, for investigations. */
const retentionDays = 30;
const batch = 5000;

/**
 * Deletes events that were delivered long ago. Nothing refers to them any more: a listener that must act once stores
 * the event's number itself, and numbers are not reused. Pending events and those that were given up stay.
 */
export async function purgeDelivered({ db, clock }: Pick<App, 'db' | 'clock'>): Promise<void> {
  const oldest = new Date(clock.now().getTime() - retentionDays * 86_400_000);
  for (let gone = batch; gone === batch;) {
    gone = await db.run(sql`
      delete from outbox where id in (select id from outbox where delivered_at < ${oldest} order by delivered_at limit ${batch})`);
  }
}
