import { eventRetentionDays } from '#contract/operator/event-names.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import type { Waiting } from '#server/platform/monitoring/waiting-work.ts';
import { deliverDue } from './turns.ts';

const dayMs = 86_400_000;

/** Sends what is due, deletes what is old, and shows since when an endpoint receives nothing. */
export function webhookJobs(app: App): void {
  let isOver = false;
  app.http.addHook('preClose', async () => {
    isOver = true;
  });
  app.jobs.every('operator.send_webhooks', 1000, () => deliverDue(app, () => isOver));
  app.jobs.every('operator.purge_events', 3_600_000, () => purgeEvents(app));
  // One that an administrator has turned off is meant to receive nothing.
  app.waitingWork.add('webhooks', () =>
    app.db.one<Waiting>(sql`
      select min(failing_since) as since from webhook_endpoint where state in ('active', 'disabled')`),
  );
}

/**
 * Deletes old events with all their deliveries. A delivery that is still pending after this time belongs to an endpoint
 * that is off.
 */
async function purgeEvents({ db, clock }: App): Promise<void> {
  const oldest = new Date(clock.now().getTime() - eventRetentionDays * dayMs);
  await db.run(sql`delete from operator_event where at < ${oldest}`);
}
