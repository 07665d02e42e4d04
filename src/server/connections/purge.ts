import type { App } from '#server/platform/app.ts';
import { purgeCalls } from '#server/platform/connections/journal.ts';
import { sql } from '#server/platform/db/sql.ts';

const dayMs = 86_400_000;
const eventDays = 90;
/** Of a provider whose events prove payments: a refund or a dispute may come a year and a half later. */
const proofDays = 730;
const refusedDays = 7;

/** Deletes what is too old: events that wait or have failed stay. */
export async function purge(app: App): Promise<void> {
  const now = app.clock.now().getTime();
  await purgeCalls(app);
  const proving = app.connections.adapters().flatMap(({ name, terms }) => (terms.keepsEvents ? [name] : []));
  await app.db.run(sql`
    delete from inbox_event e using connection c
    where c.id = e.connection_id and e.state in ('done', 'ignored')
      and e.received_at < case when c.adapter = any(${proving}) then ${new Date(now - proofDays * dayMs)}::timestamptz
                               else ${new Date(now - eventDays * dayMs)}::timestamptz end`);
  await app.db.run(sql`delete from refused_hook where minute < ${new Date(now - refusedDays * dayMs)}`);
}
