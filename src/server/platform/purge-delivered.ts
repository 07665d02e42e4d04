import type { App } from './app.ts';
import { sql } from './db/sql.ts';

/** An event that was delivered is kept for so many days, for whoever looks into what happened. */
const keptDays = 30;
const batch = 5000;

/**
 * Deletes events that were delivered long ago. Nothing refers to them any more: whoever tells an event once keeps its number
 * himself, and numbers are not given twice. What waits or was given up stays.
 */
export async function forgetDelivered({ db, clock }: Pick<App, 'db' | 'clock'>): Promise<void> {
  const oldest = new Date(clock.now().getTime() - keptDays * 86_400_000);
  for (let gone = batch; gone === batch;) {
    gone = await db.run(sql`
      delete from outbox where id in (select id from outbox where delivered_at < ${oldest} order by delivered_at limit ${batch})`);
  }
}
