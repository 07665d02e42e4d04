import type { App } from '#server/platform/app.ts';
import { writeAudit } from '#server/platform/audit.ts';
import { sql } from '#server/platform/db/sql.ts';
import { notFound, refuse } from '#server/platform/refusal.ts';
import type { Client } from '#server/platform/session.ts';

interface Row {
  name: string;
  isDelivered: boolean;
  isUnderWay: boolean;
  isDue: boolean;
}

/**
 * Makes an event due now; what was given up is given up again if that attempt fails, too. Whoever comes second finds it due
 * and changes nothing.
 * @throws Refusal `http.not_found`, `jobs.delivered`, `jobs.under_way`
 */
export async function tryAgain(app: App, me: Client, id: string): Promise<{ status: 'ok' }> {
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
      act: 'jobs.try_again',
      details: { event: id, name: event.name },
    });
  });
  return { status: 'ok' };
}

/** The same for all that were given up: what kept them from arriving is mended, as a mail server that was down. */
export async function tryAllAgain(app: App, me: Client): Promise<{ count: number }> {
  const now = app.clock.now();
  const count = await app.db.tx(async (tx) => {
    const events = await tx.run(sql`
      update outbox set next_attempt_at = ${now}, given_up_at = null where given_up_at is not null`);
    if (events > 0) {
      await writeAudit(tx, app.clock, {
        actorId: me.id,
        act: 'jobs.try_all_again',
        details: { events: String(events) },
      });
    }
    return events;
  });
  return { count };
}
