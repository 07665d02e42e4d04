import type { JobLine } from '#contract/jobs/endpoints.ts';
import type { JobOutcome } from '#contract/jobs/names.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import type { KnownJob } from '#server/platform/jobs.ts';

interface Row {
  name: string;
  startedAt: Date;
  finishedAt: Date | null;
  isLeased: boolean;
  holder: string | null;
  failure: string | null;
  failures: number;
  lastFailure: string | null;
  lastFailedAt: Date | null;
  lastDoneAt: Date | null;
}

/** Every job of this version by name, with its last run on any instance. */
export async function listJobs({ db, jobs }: Pick<App, 'db' | 'jobs'>): Promise<JobLine[]> {
  const rows = await db.rows<Row>(sql`
    select name, started_at as "startedAt", case when finished_at >= started_at then finished_at end as "finishedAt",
           leased_until > now() as "isLeased", holder, failure, failures, last_failure as "lastFailure", last_failed_at as "lastFailedAt", last_done_at as "lastDoneAt"
    from job where started_at is not null`);
  const started = new Map(rows.map((row) => [row.name, row]));
  return jobs.list().map((job) => lineOf(job, started.get(job.name)));
}

function lineOf({ name, everyMs, nextAt }: KnownJob, row: Row | undefined): JobLine {
  const outcome = outcomeOf(row);
  const { startedAt, finishedAt } = row ?? {};
  return {
    name,
    every_ms: everyMs,
    outcome,
    started_at: startedAt?.toISOString() ?? null,
    finished_at: finishedAt?.toISOString() ?? null,
    took_ms: startedAt && finishedAt ? finishedAt.getTime() - startedAt.getTime() : null,
    next_at: outcome === 'running' ? null : (nextAt?.toISOString() ?? null),
    holder: outcome === 'running' ? (row?.holder ?? null) : null,
    failures: row?.failures ?? 0,
    last_failure: row?.lastFailure ?? row?.failure ?? null,
    last_failed_at: row?.lastFailedAt?.toISOString() ?? null,
    last_done_at: row?.lastDoneAt?.toISOString() ?? null,
  };
}

function outcomeOf(row: Row | undefined): JobOutcome {
  if (!row) return 'never';
  if (row.finishedAt) return row.failure === null ? 'done' : 'failed';
  return row.isLeased ? 'running' : 'broken_off';
}
