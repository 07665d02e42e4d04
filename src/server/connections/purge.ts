import type { App } from '#server/platform/app.ts';
import { purgeCalls } from '#server/platform/connections/journal.ts';
import { sql } from '#server/platform/db/sql.ts';

const dayMs = 86_400_000;
const eventDays = 90;
const refusedDays = 7;

/** Deletes what is too old: events that wait or have failed stay. */
export async function purge(app: App): Promise<void> {
  const now = app.clock.now().getTime();
  await purgeCalls(app);
  await app.db.run(sql`
    delete from inbox_event where received_at < ${new Date(now - eventDays * dayMs)} and state in ('done', 'ignored')`);
  await app.db.run(sql`delete from refused_hook where minute < ${new Date(now - refusedDays * dayMs)}`);
}
