import type { UndeliveredEvent } from '#contract/jobs/endpoints.ts';
import type { UndeliveredState } from '#contract/jobs/names.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';

const pageSize = 50;

/** Counts the undelivered events in the outbox, with the age of the oldest. */
export async function countEvents({ db }: Pick<App, 'db'>) {
  const counts = await db.one<{ waiting: number; oldestAt: Date | null; failing: number; givenUp: number }>(sql`
    select open.waiting, open.failing, open."oldestAt",
           (select count(*)::int from outbox where given_up_at is not null) as "givenUp"
    from (select count(*)::int as waiting, count(failed_at)::int as failing, min(created_at) as "oldestAt"
          from outbox where delivered_at is null and given_up_at is null) open`);
  return {
    waiting: counts.waiting,
    oldest_at: counts.oldestAt?.toISOString() ?? null,
    failing: counts.failing,
    given_up: counts.givenUp,
  };
}

interface Row {
  id: bigint;
  name: string;
  attempts: number;
  createdAt: Date;
  failedAt: Date | null;
  error: string | null;
  nextAt: Date | null;
}

/** Events with a failed attempt, or with no attempts left. Their content is not shown. */
export async function listUndelivered(
  { db }: Pick<App, 'db'>,
  {
    state,
    cursor = null,
    limit = pageSize,
  }: { state: UndeliveredState; cursor?: string | null | undefined; limit?: number },
) {
  const matches =
    state === 'given_up'
      ? sql`given_up_at is not null`
      : sql`delivered_at is null and given_up_at is null and failed_at is not null`;
  const rows = await db.rows<Row>(sql`
    select id, name, attempts, created_at as "createdAt", failed_at as "failedAt", error,
           case when given_up_at is null and not under_way then next_attempt_at end as "nextAt"
    from outbox where ${matches} and (${cursor}::bigint is null or id < ${cursor}::bigint)
    order by id desc limit ${limit + 1}`);
  const page = rows.slice(0, limit);
  return {
    events: page.map((row): UndeliveredEvent => ({
      id: String(row.id),
      name: row.name,
      state,
      attempts: row.attempts,
      created_at: row.createdAt.toISOString(),
      failed_at: row.failedAt?.toISOString() ?? null,
      error: row.error,
      next_attempt_at: row.nextAt?.toISOString() ?? null,
    })),
    next_cursor: rows.length > limit ? String(page.at(-1)?.id) : null,
  };
}
