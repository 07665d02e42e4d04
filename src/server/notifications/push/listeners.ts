import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { deliverPush } from './deliver.ts';
import { removeEnded, subscriptionsOf } from './subscriptions.ts';

/** Sends what is due to devices, each separately. */
export function pushListeners(app: App): void {
  app.outbox.on('notifications.push_due', (event) => deliverPush(app, event), 'outside');
  app.jobs.every('notifications.purge_devices', 3_600_000, () => removeEnded(app));
}

/** Notifies every device of a person when the transaction commits. */
export async function push(
  { outbox, clock }: Pick<App, 'outbox' | 'clock'>,
  tx: Tx,
  personId: string,
  notificationIds: string[],
): Promise<void> {
  const devices = await subscriptionsOf(tx, personId, clock.now());
  await outbox.emitEach(
    tx,
    'notifications.push_due',
    devices.map(({ id }) => ({ subscriptionId: id, notificationIds })),
  );
}

/** Releases what was held until now, one message for each person however much it is. */
export async function releasePushes(app: App): Promise<void> {
  const { db, clock } = app;
  await db.tx(async (tx) => {
    const freed = await tx.rows<{ id: string; personId: string }>(sql`
      update notification_delivery d set state = 'queued', due_at = null, changed_at = ${clock.now()}
      from notification n
      where n.id = d.notification_id and d.state = 'held' and d.channel = 'push' and d.due_at <= ${clock.now()}
      returning n.id, n.person_id as "personId"`);
    for (const personId of new Set(freed.map((each) => each.personId))) {
      const own = freed.filter((each) => each.personId === personId).map(({ id }) => id);
      await push(app, tx, personId, own);
    }
  });
}
