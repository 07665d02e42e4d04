import type { JobName } from '#contract/jobs/names.ts';
import { hostname } from 'node:os';
import type { Db, Log } from './db/database.ts';
import { sql } from './db/sql.ts';
import { errorLine } from './monitoring/error-line.ts';

/** A job as this instance knows it; what became of its runs is in the table `job`, which all instances share. */
export interface KnownJob {
  name: JobName;
  everyMs: number;
  /** When this instance polls it again; another one may do so before. Null while it runs here, or is paused. */
  nextAt: Date | null;
}

export interface Jobs {
  /**
   * Calls `action` about every `everyMs`, in one instance at a time. The lease behind it only saves work: an action
   * that must happen once ensures that in its own statements.
   * @param leaseS how long a run may take before another instance takes the job over, as after a crash
   */
  every(name: JobName, everyMs: number, action: () => Promise<void>, leaseS?: number): void;
  /** Every job there is, by name. */
  list(): KnownJob[];
  /** Runs one job now, whatever the hour, and fails when it fails; for tests and commands. */
  run(name: JobName): Promise<void>;
  start(): void;
  /** No further runs; waits for those under way. */
  stop(): Promise<void>;
}

interface Job {
  everyMs: number;
  action: () => Promise<void>;
  leaseS: number;
  timer?: NodeJS.Timeout;
  nextAt?: Date | null;
  running?: Promise<void> | undefined;
}

const usualLeaseS = 120;
/** How long overdue jobs wait after a start. */
const pauseMs = 10_000;
const holder = `${hostname().slice(0, 80)}:${process.pid}`;

export function openJobs({ db, log }: { db: Db; log: Log }): Jobs {
  const jobs = new Map<JobName, Job>();
  let started = false;
  let starting: Promise<void> = Promise.resolve();

  const know = (name: string) => db.run(sql`insert into job (name) values (${name}) on conflict do nothing`);

  async function runIfFree(name: string, { action, leaseS }: Job): Promise<void> {
    await know(name);
    // The database's own time, which all instances share.
    const mine = await db.run(sql`
      update job set leased_until = now() + make_interval(secs => ${leaseS}), started_at = now(), holder = ${holder}
      where name = ${name} and leased_until <= now()`);
    if (mine === 0) return;
    let failure: string | null = null;
    try {
      await action();
    } catch (error) {
      failure = errorLine(error);
      log.error({ err: error, job: name }, 'job failed');
    }
    await db.run(sql`
      update job set leased_until = '-infinity', finished_at = now(), failure = ${failure},
        failures = case when ${failure}::text is null then 0 else failures + 1 end,
        last_failure = coalesce(${failure}, last_failure),
        last_failed_at = case when ${failure}::text is null then last_failed_at else now() end
      where name = ${name}`);
  }

  /**
   * The interval must not start again with each start of the server, or a daily job would never run; nor must the first
   * one.
   */
  async function scheduleAll(): Promise<void> {
    for (const name of jobs.keys()) await know(name);
    const startedNow = await db.rows<{ name: string; agoMs: number }>(sql`
      select name, (extract(epoch from now() - coalesce(started_at, known_at)) * 1000)::float8 as "agoMs" from job`);
    const agoMs = new Map(startedNow.map((row) => [row.name, row.agoMs]));
    if (!started) return;
    for (const [name, job] of jobs) {
      schedule(name, job, Math.max(Math.min(job.everyMs, pauseMs), job.everyMs - (agoMs.get(name) ?? 0)));
    }
  }

  function schedule(name: string, job: Job, inMs = job.everyMs): void {
    job.nextAt = new Date(Date.now() + inMs);
    job.timer = setTimeout(() => {
      job.nextAt = null;
      job.running = runIfFree(name, job)
        .catch((error: unknown) => log.error({ err: error, job: name }, 'job not run'))
        .finally(() => {
          job.running = undefined;
          if (started) schedule(name, job);
        });
    }, inMs);
  }

  return {
    every(name, everyMs, action, leaseS = usualLeaseS) {
      if (jobs.has(name)) throw new Error(`there are two jobs called ${name}`);
      jobs.set(name, { everyMs, action, leaseS });
    },
    list: () =>
      [...jobs]
        .map(([name, { everyMs, nextAt = null }]) => ({ name, everyMs, nextAt }))
        .toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    async run(name) {
      const job = jobs.get(name);
      if (!job) throw new Error(`there is no job called ${name}`);
      await job.action();
    },
    start() {
      started = true;
      starting = scheduleAll().catch((error: unknown) => {
        log.error({ err: error }, 'jobs');
        for (const [name, job] of jobs) schedule(name, job);
      });
    },
    async stop() {
      started = false;
      await starting;
      for (const job of jobs.values()) {
        clearTimeout(job.timer);
        job.nextAt = null;
      }
      await Promise.all([...jobs.values()].flatMap(({ running }) => running ?? []));
    },
  };
}
