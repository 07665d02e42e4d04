import type { EventName } from '#contract/modules.ts';
import type { Queries } from '../db/database.ts';
import { sql } from '../db/sql.ts';
import { waitedS } from './queue.ts';

/** When an event that has failed was first due: without what its queue has made it wait since. */
export const firstDue = sql`next_attempt_at - make_interval(secs => (${waitedS}::int[])[attempts - under_way::int + 1])`;

/** So many events that fail are an outage, of the mail server for example; fewer say nothing of the others. */
const manyFail = 10;

interface Waiting {
  name: EventName;
  count: number;
  /** When the next attempt is due. */
  next: Date;
  /** When those that have failed were first due, the earliest ones. */
  failing: Date[] | null;
}

/** The events that wait, by name. */
export const readWaiting = (db: Queries): Promise<Waiting[]> =>
  db.rows<Waiting>(sql`
    select name, count(*)::int as count, min(next_attempt_at) as next,
           (array_agg(${firstDue} order by ${firstDue}) filter (where failed_at is not null))[1:${manyFail}::int] as failing
    from outbox where delivered_at is null and given_up_at is null group by name`);

/** How long an event has been due without an attempt, or as many as an outage makes have failed; in milliseconds. */
export function findLateMs(waiting: readonly Waiting[], now: Date): number {
  const failing = waiting.flatMap((each) => each.failing ?? []).toSorted((a, b) => a.getTime() - b.getTime());
  const since = [...waiting.map(({ next }) => next), ...failing.slice(manyFail - 1)];
  return Math.max(0, ...since.map((at) => now.getTime() - at.getTime()));
}
