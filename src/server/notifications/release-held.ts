import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';

interface Freed {
  id: string;
  personId: string;
  reason: string;
}

/**
 * Releases what was held until now: single emails after quiet hours, and one summary for each person. The update makes
 * sure that it happens once, however many instances run.
 */
export async function releaseHeld({ db, clock, outbox }: App): Promise<void> {
  await db.tx(async (tx) => {
    const freed = await tx.rows<Freed>(sql`
      update notification_delivery d set state = 'queued', due_at = null, changed_at = ${clock.now()}
      from notification n
      where n.id = d.notification_id and d.state = 'held' and d.channel = 'email' and d.due_at <= ${clock.now()}
      returning n.id, n.person_id as "personId", d.reason`);
    const single = freed.filter(({ reason }) => reason === 'quiet').map(({ id }) => ({ notificationId: id }));
    await outbox.emitEach(tx, 'notifications.email_due', single);
    const together = freed.filter(({ reason }) => reason === 'digest');
    const summaries = [...new Set(together.map(({ personId }) => personId))].map((personId) => ({
      personId,
      notificationIds: together.filter((each) => each.personId === personId).map(({ id }) => id),
    }));
    await outbox.emitEach(tx, 'notifications.digest_due', summaries);
  });
}

/** Deletes what is older than the installation's retention period. */
export async function purgeOld({ db, clock, config }: App): Promise<void> {
  const until = new Date(clock.now().getTime() - config.notificationDays * 86_400_000);
  await db.run(sql`delete from notification where created_at < ${until}`);
}
