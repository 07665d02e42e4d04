import { setTimeout as sleep } from 'node:timers/promises';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { deliverDueOf } from './deliver.ts';

/** How many are sent to one endpoint at the same time. There are few endpoints: `webhooksAtMost`. */
const atOnce = 5;
/** While an endpoint is being sent to, this is how often other endpoints with due deliveries are looked for. */
const pollEveryMs = 1000;

/**
 * Sends all that is due. Every endpoint has its own queue: one that hangs delays only itself. Several processes may run
 * this at the same time.
 * @param isOver whether the server is about to stop: deliveries in progress are finished, and no new ones start
 * @returns when the next one is due; null when none is
 */
export async function deliverDue(app: App, isOver: () => boolean): Promise<Date | null> {
  const turns = new Map<string, Promise<void>>();
  try {
    do {
      for (const id of await endpointsDue(app)) {
        if (!turns.has(id))
          turns.set(
            id,
            turn(app, id, isOver).finally(() => turns.delete(id)),
          );
      }
      await Promise.race([Promise.all(turns.values()), sleep(pollEveryMs, undefined, { ref: false })]);
    } while (turns.size > 0);
  } finally {
    // After a failed poll they may still run.
    await Promise.all(turns.values());
  }
  const { next } = await app.db.one<{ next: Date | null }>(sql`
    select min(d.next_attempt_at) as next from webhook_delivery d join webhook_endpoint e on e.id = d.endpoint_id
    where d.state = 'pending' and e.state = 'active'`);
  return next;
}

async function turn(app: App, endpointId: string, isOver: () => boolean): Promise<void> {
  const lines = Array.from({ length: atOnce }, () => deliverDueOf(app, endpointId, isOver));
  const ends = await Promise.allSettled(lines);
  for (const end of ends) {
    if (end.status === 'rejected') app.log.error({ err: end.reason as unknown, endpointId }, 'webhooks not sent');
  }
}

/** The endpoints with due deliveries. */
async function endpointsDue({ db, clock }: App): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`
    select e.id from webhook_endpoint e
    where e.state = 'active' and exists (
      select from webhook_delivery d
      where d.endpoint_id = e.id and d.state = 'pending' and d.next_attempt_at <= ${clock.now()})
    order by e.id`);
  return rows.map(({ id }) => id);
}
