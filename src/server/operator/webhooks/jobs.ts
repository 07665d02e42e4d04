import { keptEventDays } from '#contract/operator-event-names.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { deliverDue } from './turns.ts';

const dayMs = 86_400_000;

/** Sends what is due, and forgets what is old. */
export function webhookJobs(app: App): void {
  let isOver = false;
  app.http.addHook('preClose', async () => {
    isOver = true;
  });
  app.jobs.every('operator.send_webhooks', 1000, () => deliverDue(app, () => isOver));
  app.jobs.every('operator.forget_events', 3_600_000, () => forgetEvents(app));
}

/** Events that are old, with all that became of them. What waits so long waits for an endpoint that is off. */
async function forgetEvents({ db, clock }: App): Promise<void> {
  const oldest = new Date(clock.now().getTime() - keptEventDays * dayMs);
  await db.run(sql`delete from operator_event where at < ${oldest}`);
}
