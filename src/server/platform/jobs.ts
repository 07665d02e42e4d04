import type { Db, Log } from './db/database.ts';
import { sql } from './db/sql.ts';

export interface Jobs {
  /**
   * Calls `act` about every `everyMs`, in one instance at a time. The lease behind it only saves work: an act that
   * must happen once says so in its own statements.
   * @param leaseS how long a run may take before another instance takes the job over, as after a crash
   */
  every(name: string, everyMs: number, act: () => Promise<void>, leaseS?: number): void;
  /** Runs one job now, whatever the hour, and fails when it fails; for tests and commands. */
  run(name: string): Promise<void>;
  start(): void;
  /** No further runs; waits for those under way. */
  stop(): Promise<void>;
}

interface Job {
  everyMs: number;
  act: () => Promise<void>;
  leaseS: number;
  timer?: NodeJS.Timeout;
  running?: Promise<void> | undefined;
}

const usualLeaseS = 120;

export function openJobs({ db, log }: { db: Db; log: Log }): Jobs {
  const jobs = new Map<string, Job>();
  let started = false;

  async function runIfFree(name: string, { act, leaseS }: Job): Promise<void> {
    await db.run(sql`insert into job (name) values (${name}) on conflict do nothing`);
    // The database's own time, which all instances share.
    const mine = await db.run(sql`
      update job set leased_until = now() + make_interval(secs => ${leaseS}), started_at = now()
      where name = ${name} and leased_until <= now()`);
    if (mine === 0) return;
    let failure: string | null = null;
    try {
      await act();
    } catch (error) {
      failure = error instanceof Error ? error.message : String(error);
      log.error({ err: error, job: name }, 'job failed');
    }
    await db.run(sql`
      update job set leased_until = '-infinity', finished_at = now(), failure = ${failure} where name = ${name}`);
  }

  function schedule(name: string, job: Job): void {
    job.timer = setTimeout(() => {
      job.running = runIfFree(name, job)
        .catch((error: unknown) => log.error({ err: error, job: name }, 'job not run'))
        .finally(() => {
          job.running = undefined;
          if (started) schedule(name, job);
        });
    }, job.everyMs);
  }

  return {
    every(name, everyMs, act, leaseS = usualLeaseS) {
      if (jobs.has(name)) throw new Error(`there are two jobs called ${name}`);
      jobs.set(name, { everyMs, act, leaseS });
    },
    async run(name) {
      const job = jobs.get(name);
      if (!job) throw new Error(`there is no job called ${name}`);
      await job.act();
    },
    start() {
      started = true;
      for (const [name, job] of jobs) schedule(name, job);
    },
    async stop() {
      started = false;
      for (const { timer } of jobs.values()) clearTimeout(timer);
      await Promise.all([...jobs.values()].flatMap(({ running }) => running ?? []));
    },
  };
}
