import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { JobName } from '#contract/jobs/names.ts';
import { createBatcher } from './batcher.ts';
import type { Db } from './db/database.ts';
import { sql } from './db/sql.ts';
import { errorLine } from './monitoring/error-line.ts';

interface Lease {
  name: JobName;
  everyMs: number;
  leaseS: number;
  /** When a job of a fixed time of day became due; it has no other period then. */
  since?: Date | undefined;
}
interface Ended {
  name: JobName;
  /** What the run threw; undefined when it went well. */
  failure: unknown;
}

/** Which instance runs a job, and what became of its runs. Calls at one moment share a statement. */
export interface Leases {
  /** Whether this instance may run it now: no other one does, or did less than a period ago, or since it became due. */
  take(lease: Lease): Promise<boolean>;
  end(run: Ended): Promise<void>;
  /** The clock of the database, which all instances share. */
  now(): Promise<Date>;
  /** Adds unknown ones. @returns how many milliseconds ago each was started, or added */
  know(names: readonly JobName[]): Promise<Map<string, number>>;
}

const holder = `${hostname().slice(0, 80)}:${process.pid}`;
/** Jobs that begin together end nearly together. They are recorded at whole multiples of this time, by one statement. */
const gatherMs = 250;
/** Timers of two instances differ a little, and a run that comes early must not be lost. */
const early = 0.8;

export function openLeases(db: Db): Leases {
  /** Rows are locked by name, so that two instances never wait for one another. The time is that of the database, which all share. */
  const take = createBatcher<Lease, boolean>(async (leases) => {
    const sorted = leases.toSorted((a, b) => (a.name < b.name ? -1 : 1));
    const taken = await db.rows<{ name: string }>(sql`
      with wanted as (
        select * from unnest(
          ${sorted.map(({ name }) => name)}::text[],
          ${sorted.map(({ leaseS }) => leaseS)}::float8[],
          ${sorted.map(({ everyMs }) => (everyMs * early) / 1000)}::float8[],
          ${sorted.map(({ since }) => since ?? null)}::timestamptz[]) as w (name, lease_s, every_s, since))
      insert into job as j (name, leased_until, started_at, holder)
      select name, now() + make_interval(secs => lease_s), now(), ${holder} from wanted
      on conflict (name) do update
      set leased_until = excluded.leased_until, started_at = excluded.started_at, holder = excluded.holder
      where j.leased_until <= now() and (
        select case
          when since is null then coalesce(j.started_at, '-infinity') <= now() - make_interval(secs => every_s)
          -- A time to come is that of a clock that was wrong.
          else coalesce(j.last_done_at, '-infinity') < since or j.last_done_at > now() end
        from wanted where wanted.name = j.name)
      returning name`);
    const names = new Set(taken.map(({ name }) => name));
    return leases.map(({ name }) => names.has(name));
  });

  const end = createBatcher<Ended, void>(async (runs) => {
    const failures = runs.map(({ failure }) => (failure === undefined ? null : errorLine(failure)));
    await db.run(sql`
      update job j set leased_until = '-infinity', finished_at = now(), failure = run.failure,
        last_done_at = case when run.failure is null then now() else j.last_done_at end,
        failures = case when run.failure is null then 0 else j.failures + 1 end,
        last_failure = coalesce(run.failure, j.last_failure),
        last_failed_at = case when run.failure is null then j.last_failed_at else now() end
      from (select job.name, ended.failure
            from unnest(${runs.map(({ name }) => name)}::text[], ${failures}::text[]) ended (name, failure)
            join job using (name) order by job.name for update of job) run
      where j.name = run.name`);
    return runs.map(() => undefined);
  });

  return {
    take,
    async now() {
      const { now } = await db.one<{ now: Date }>(sql`select now()`);
      return now;
    },
    async end(run) {
      await sleep(gatherMs - (Date.now() % gatherMs));
      await end(run);
    },
    async know(names) {
      await db.run(sql`
        insert into job (name) select unnest(${[...names].toSorted()}::text[]) on conflict do nothing`);
      const rows = await db.rows<{ name: string; agoMs: number }>(sql`
        select name, (extract(epoch from now() - coalesce(started_at, known_at)) * 1000)::float8 as "agoMs" from job`);
      return new Map(rows.map((row) => [row.name, row.agoMs]));
    },
  };
}
