import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { findScreening } from './provider.ts';
import { screenDue } from './run-batch.ts';

const dayMs = 86_400_000;
/** A list may date a change to before it published it. */
const overlapDays = 2;
const fullDays = 7;

/**
 * Compares every client once a night: with what has changed on the lists since the last finished run, and once a week, or
 * after a change of the connection, with all of them. The run and its names are written by one statement each in one transaction, so a night has one run; names
 * that were not compared by the next night are taken over by its run.
 */
export async function screenEverybody(app: App): Promise<void> {
  const screening = await findScreening(app);
  if (!screening) return;
  await startRun(app, screening.id);
  // With what is left `screening.due` goes on, and fails for as long as the provider does.
  await screenDue(app).catch((error: unknown) => app.log.warn({ err: error }, 'the night did not compare every name'));
}

async function startRun(app: App, connectionId: string): Promise<void> {
  const at = app.clock.now();
  const id = newId();
  await app.db.tx(async (tx) => {
    const { screenedBy } = await tx.one<{ screenedBy: string }>(sql`
      select id || ' ' || version as "screenedBy" from connection where id = ${connectionId}`);
    const { since, full } = await tx.one<{ since: Date | null; full: Date | null }>(sql`
      select max(started_at) as since, max(started_at) filter (where changed_since is null and screened_by = ${screenedBy}) as full
      from screening_run where finished_at is not null`);
    const isFull = since === null || full === null || at.getTime() - full.getTime() >= fullDays * dayMs - dayMs / 2;
    const changedSince = isFull ? null : dayOf(new Date(since.getTime() - overlapDays * dayMs));
    const started = await tx.run(sql`
      insert into screening_run (id, period, changed_since, screened_by, started_at)
      values (${id}, ${dayOf(at)}, ${changedSince}, ${screenedBy}, ${at})
      on conflict (period) do nothing`);
    if (started === 0) return;
    // What an earlier night left over is compared with the longer span of changes of the two.
    await tx.run(sql`
      insert into screening_due (client_id, subject, reason, run_id, changed_since, requested_at, next_at)
      select c.id, s.subject, 'nightly', ${id}, ${changedSince}, clock_timestamp(), ${at}
      from person c
      cross join lateral (
        select '' as subject union
        select left(d.holder, 300) from payment_destination d
        where d.client_id = c.id and d.removed_at is null and d.holder <> c.full_name) s
      where c.closed_at is null and c.roles && '{client}'
      on conflict (client_id, subject) do update
      set run_id = excluded.run_id, attempts = 0,
          changed_since = case when num_nonnulls(screening_due.changed_since, excluded.changed_since) = 2
                          then least(screening_due.changed_since, excluded.changed_since) end,
          requested_at = excluded.requested_at, next_at = excluded.next_at
      where screening_due.run_id is not null`);
    // Names before their runs, in the order in which an answer locks them.
    await tx.run(sql`
      update screening_run set taken_over_at = ${at} where finished_at is null and taken_over_at is null and id <> ${id}`);
  });
}

const dayOf = (at: Date) => at.toISOString().slice(0, 10);
