import { setTimeout as sleep } from 'node:timers/promises';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { deliverDueOf } from './deliver.ts';

/** So many are sent to one endpoint at the same time. There are few endpoints: `webhooksAtMost`. */
const atOnce = 5;
/** While somebody is still being sent to, so often it is looked for others to whom something has become due. */
const lookEveryMs = 1000;

/**
 * Sends all that is due. Every endpoint has a turn of its own, which nobody else waits for: one that hangs keeps only
 * itself waiting. Several processes may do so at the same time.
 * @param isOver whether the server is about to go: what is under way is finished, and nothing else begun
 */
export async function deliverDue(app: App, isOver: () => boolean): Promise<void> {
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
      await Promise.race([Promise.all(turns.values()), sleep(lookEveryMs, undefined, { ref: false })]);
    } while (turns.size > 0);
  } finally {
    // Where a look failed they are still under way.
    await Promise.all(turns.values());
  }
}

async function turn(app: App, endpointId: string, isOver: () => boolean): Promise<void> {
  const lines = Array.from({ length: atOnce }, () => deliverDueOf(app, endpointId, isOver));
  const ends = await Promise.allSettled(lines);
  for (const end of ends) {
    if (end.status === 'rejected') app.log.error({ err: end.reason as unknown, endpointId }, 'webhooks not sent');
  }
}

/** Those to whom something is due. */
async function endpointsDue({ db, clock }: App): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`
    select e.id from webhook_endpoint e
    where e.state = 'active' and exists (
      select from webhook_delivery d
      where d.endpoint_id = e.id and d.state = 'pending' and d.next_attempt_at <= ${clock.now()})
    order by e.id`);
  return rows.map(({ id }) => id);
}
