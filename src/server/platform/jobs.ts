import type { JobName } from '#contract/jobs/names.ts';
import type { Clock } from './clock.ts';
import type { Db, Log } from './db/database.ts';
import { openLeases } from './job-leases.ts';
import { outsideSpans, traced } from './telemetry/trace.ts';

/** A job as this instance knows it; what became of its runs is in the table `job`, which all instances share. */
export interface KnownJob {
  name: JobName;
  everyMs: number;
  /** When this instance polls it again; another one may do so before. Null while it runs here, or is paused. */
  nextAt: Date | null;
}

/** When a job is needed next, unless a call or an event comes first; null when nothing is planned. */
export type NotBefore = Date | null;

type Action = () => Promise<NotBefore | void>;

export interface Jobs {
  /**
   * Calls `action` about every `everyMs`, by whichever instance comes first. The lease behind it only saves work: an
   * action that must happen once ensures that in its own statements.
   * @param action a job that runs often and rarely finds anything returns when it is needed next, by the clock of the
   * product. It then rests for up to a minute, until that time or `wake`
   * @param leaseS how long a run may take before another instance takes the job over, as after a crash
   */
  every(name: JobName, everyMs: number, action: Action, leaseS?: number): void;
  /** The same once a day at three in the morning of this machine, or soon after a start when that was missed. */
  everyNight(name: JobName, action: Action, leaseS?: number): void;
  /**
   * The same once a day at a time of day, as `04:00` in UTC by the clock of the database. A run that was missed, failed
   * or was broken off is made up for within the hour, once its lease has ended.
   * @param action is given when it became due, and must do nothing twice
   */
  everyDay(name: JobName, at: string, action: (since: Date) => Promise<void>, leaseS?: number): void;
  /** A call or an event was served here, so resting jobs may have work: they run again at their pace. */
  wake(): void;
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
  isNightly: boolean;
  /** The time of day at which it is due. */
  at?: string;
  /** When it is due by that, while it polls more often. */
  dueAt?: Date | undefined;
  action: Action;
  leaseS: number;
  timer?: NodeJS.Timeout;
  nextAt?: Date | null;
  running?: Promise<void> | undefined;
}

interface Ran {
  nextMs: number;
  isFailed: boolean;
}

const usualLeaseS = 120;
const dayMs = 86_400_000;
const nightHour = 3;
const usualPauseMs = 10_000;
/** A resting job is run this often: work may come from an instance that ends before it is done. */
const restMs = 60_000;
/** How soon this instance looks again at a job that another one does, and may leave behind. */
const elsewhereMs = 10_000;
/** Jobs that rest, or run once a minute or less, run at whole multiples of this: one statement takes the leases of all. */
const roundMs = 10_000;

const hourMs = 3_600_000;

/** The last moment, up to now, of a time of day in UTC. */
export function lastAt(at: string, now: Date): Date {
  const today = new Date(`${now.toISOString().slice(0, 10)}T${at}:00Z`);
  return today <= now ? today : new Date(today.getTime() - dayMs);
}

function untilNightMs(): number {
  const [now, night] = [Date.now(), new Date()];
  night.setHours(nightHour, 0, 0, 0);
  if (night.getTime() <= now) night.setDate(night.getDate() + 1);
  return night.getTime() - now;
}

/** @param pauseMs how long overdue jobs wait after a start */
export function openJobs(
  { db, log, clock }: { db: Db; log: Log; clock: Clock },
  { pauseMs = usualPauseMs } = {},
): Jobs {
  const jobs = new Map<JobName, Job>();
  const resting = new Set<JobName>();
  const leases = openLeases(db);
  let started = false;
  let starting: Promise<void> = Promise.resolve();
  let wakes = 0;

  /** @returns in how many milliseconds to run it again, and whether it failed */
  async function runIfFree(name: JobName, { everyMs, action, leaseS }: Job, since?: Date): Promise<Ran> {
    const seen = wakes;
    if (!(await leases.take({ name, everyMs, leaseS, since })))
      return { nextMs: Math.max(everyMs, Math.min(elsewhereMs, leaseS * 1000)), isFailed: false };
    let failure: unknown;
    let notBefore: NotBefore | undefined;
    const start = {
      name: `job ${name}`,
      kind: 'internal',
      attributes: { 'atrium.job': name },
      parent: undefined,
    } as const;
    await traced(
      () => start,
      async (span) => {
        try {
          notBefore = (await action()) as NotBefore | undefined;
        } catch (error) {
          failure = error;
          span?.fail(error);
          log.error({ err: error, job: name }, 'job failed');
        }
      },
    );
    await leases.end({ name, failure });
    const isFailed = failure !== undefined;
    if (notBefore === undefined || wakes > seen) return { nextMs: everyMs, isFailed };
    const plannedMs = notBefore === null ? restMs : notBefore.getTime() - clock.now().getTime();
    return { nextMs: Math.max(everyMs, Math.min(plannedMs, restMs)), isFailed };
  }

  /** The lease decides whether it is due, so asking every hour makes up for what was missed, also by another instance. */
  async function runIfDue(name: JobName, job: Job, at: string): Promise<number> {
    const { isFailed } = await runIfFree(name, job, lastAt(at, await leases.now()));
    const now = await leases.now();
    const untilDueMs = lastAt(at, now).getTime() + dayMs - now.getTime();
    job.dueAt = isFailed ? undefined : new Date(Date.now() + untilDueMs);
    return Math.min(hourMs, untilDueMs);
  }

  /**
   * The interval must not start again with each start of the server, or a daily job would never run; nor must the first
   * one.
   */
  async function scheduleAll(): Promise<void> {
    const agoMs = await leases.know([...jobs.keys()]);
    if (!started) return;
    for (const [name, job] of jobs) {
      const leftMs = job.everyMs - (agoMs.get(name) ?? 0);
      const isNext = job.isNightly && leftMs > 0;
      const soonMs = Math.min(job.everyMs, pauseMs);
      schedule(name, job, isNext ? untilNightMs() : job.at === undefined ? Math.max(soonMs, leftMs) : soonMs);
    }
  }

  function schedule(name: JobName, job: Job, inMs = job.everyMs): void {
    const isResting = inMs > job.everyMs;
    if (isResting) resting.add(name);
    const isExact = inMs < elsewhereMs || (!isResting && inMs < restMs);
    const at = isExact ? Date.now() + inMs : Math.ceil((Date.now() + inMs) / roundMs) * roundMs;
    job.nextAt = new Date(at);
    const plan = (run: () => void) => outsideSpans(() => setTimeout(run, at - Date.now()));
    job.timer = plan(() => {
      job.nextAt = null;
      resting.delete(name);
      const { at: timeOfDay } = job;
      const run =
        timeOfDay === undefined ? runIfFree(name, job).then(({ nextMs }) => nextMs) : runIfDue(name, job, timeOfDay);
      job.running = run
        .catch((error: unknown) => {
          log.error({ err: error, job: name }, 'job not run');
          return timeOfDay === undefined ? job.everyMs : hourMs;
        })
        .then((nextMs) => {
          job.running = undefined;
          if (started) schedule(name, job, job.isNightly ? untilNightMs() : nextMs);
        });
    });
  }

  function add(name: JobName, { leaseS = usualLeaseS, ...job }: Omit<Job, 'leaseS'> & { leaseS?: number | undefined }) {
    if (jobs.has(name)) throw new Error(`there are two jobs called ${name}`);
    jobs.set(name, { ...job, leaseS });
  }

  return {
    every: (name, everyMs, action, leaseS) => add(name, { everyMs, isNightly: false, action, leaseS }),
    everyNight: (name, action, leaseS) => add(name, { everyMs: dayMs, isNightly: true, action, leaseS }),
    everyDay(name, at, action, leaseS) {
      const run = async () => action(lastAt(at, await leases.now()));
      add(name, { everyMs: dayMs, isNightly: false, at, action: run, leaseS });
    },
    wake() {
      wakes += 1;
      for (const name of resting) {
        const job = jobs.get(name);
        if (!job) continue;
        clearTimeout(job.timer);
        resting.delete(name);
        schedule(name, job);
      }
    },
    list: () =>
      [...jobs]
        .map(([name, { everyMs, nextAt = null, dueAt }]) => ({ name, everyMs, nextAt: nextAt && (dueAt ?? nextAt) }))
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
      resting.clear();
      for (const job of jobs.values()) {
        clearTimeout(job.timer);
        job.nextAt = null;
      }
      await Promise.all([...jobs.values()].flatMap(({ running }) => running ?? []));
    },
  };
}
