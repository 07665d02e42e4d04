import type { App } from '#server/platform/app.ts';
import { writeAudit } from '#server/platform/audit/audit.ts';
import { sql } from '#server/platform/db/sql.ts';
import { notFound, refuse } from '#server/platform/refusal.ts';
import type { Person } from '#server/platform/session/session.ts';

interface Row {
  name: string;
  isDelivered: boolean;
  isUnderWay: boolean;
  isDue: boolean;
}

/**
 * Makes an event due now. An event without attempts left gets one more. A concurrent second caller finds it due and
 * changes nothing.
 * @throws Refusal `http.not_found`, `jobs.delivered`, `jobs.under_way`
 */
export async function tryAgain(app: App, me: Person, id: string): Promise<{ status: 'ok' }> {
  const now = app.clock.now();
  await app.db.tx(async (tx) => {
    const event = await tx.maybeOne<Row>(sql`
      select name, delivered_at is not null as "isDelivered", under_way and next_attempt_at > ${now} as "isUnderWay",
             given_up_at is null and next_attempt_at <= ${now} as "isDue"
      from outbox where id = ${id}::bigint for update`);
    if (!event) throw notFound();
    if (event.isDelivered) throw refuse('jobs.delivered');
    if (event.isUnderWay) throw refuse('jobs.under_way');
    if (event.isDue) return;
    await tx.run(sql`update outbox set next_attempt_at = ${now}, given_up_at = null where id = ${id}::bigint`);
    await writeAudit(tx, app.clock, {
      actorId: me.id,
      action: 'jobs.try_again',
      details: { event: id, name: event.name },
    });
  });
  return { status: 'ok' };
}

/** The same for all events without attempts left, after the cause (such as a mail server that was down) is mended. */
export async function tryAllAgain(app: App, me: Person): Promise<{ count: number }> {
  const now = app.clock.now();
  const count = await app.db.tx(async (tx) => {
    const events = await tx.run(sql`
      update outbox set next_attempt_at = ${now}, given_up_at = null where given_up_at is not null`);
    if (events > 0) {
      await writeAudit(tx, app.clock, {
        actorId: me.id,
        action: 'jobs.try_all_again',
        details: { events: String(events) },
      });
    }
    return events;
  });
  return { count };
}
