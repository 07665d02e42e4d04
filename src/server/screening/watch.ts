import { oldListHours } from '#contract/screening/names.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import type { Waiting } from '#server/platform/monitoring/waiting-work.ts';

/** What monitoring is to know: hits without a decision, names without an answer, and lists that are old. */
export function watchScreening({ db, clock, waitingWork }: App): void {
  waitingWork.add('screening_hits', () =>
    db.one<Waiting>(
      sql`select min(found_at) as since from screening_hit where state = 'open' and superseded_at is null`,
    ),
  );
  // Those of a night take as long as there are clients; of them only what has failed waits. When a name was requested is
  // known by the clock of the database.
  waitingWork.add('screening_names', () =>
    db.one<Waiting>(sql`
      select ${clock.now()}::timestamptz - (clock_timestamp() - min(d.requested_at)) as since
      from screening_due d join person c on c.id = d.client_id
      where (d.run_id is null or d.attempts > 0) and c.closed_at is null and ${isOn}`),
  );
  waitingWork.add('screening_lists', async () => {
    const last = await db.maybeOne<Waiting>(sql`
      select list_updated_at + ${oldListHours} * interval '1 hour' as since from screening_check where ${isOn}
      order by at desc limit 1`);
    return last ?? { since: null };
  });
}

/** Without a connection names wait because the operator wants it so. */
const isOn = sql`exists (select from connection where port = 'screening' and state = 'on')`;
