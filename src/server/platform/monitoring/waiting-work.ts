import { Gauge } from 'prom-client';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/database.ts';
import { sql } from '../db/sql.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';

/** What waits for a job or for people. Each module adds its queues. */
export interface WaitingWork {
  /** @param oldest reads since when the oldest item waits, null when nothing does; an index serves it */
  add(queue: string, oldest: () => Promise<Waiting>): void;
}

export interface Waiting {
  since: Date | null;
}

interface World {
  db: Db;
  clock: Clock;
  log: Log;
  metrics: Metrics;
}

/** However often figures are collected, the database is asked once in this time. */
const readEveryMs = 60_000;

/** Shows how long the oldest item of each queue waits, and how long each job has failed, where figures are collected. */
export function openWaitingWork(world: World): WaitingWork {
  const { db, clock } = world;
  const queues = new Map<string, () => Promise<Waiting>>();
  addGauge(world, {
    name: 'atrium_work_waiting_seconds',
    help: 'How long the oldest item of a queue has waited, by queue; 0 when nothing waits',
    label: 'queue',
    async read() {
      const values = await Promise.all(
        [...queues].map(async ([label, oldest]) => {
          const found = await oldest().catch(unread(world, `${label} of atrium_work_waiting_seconds`));
          if (!found) return [];
          return [{ label, seconds: found.since ? (clock.now().getTime() - found.since.getTime()) / 1000 : 0 }];
        }),
      );
      return values.flat();
    },
  });
  addGauge(world, {
    name: 'atrium_job_failing_seconds',
    help: 'How long ago a job last succeeded whose latest run failed, by job; 0 when that succeeded',
    label: 'job',
    // One that has not run for two days is of an earlier version, or of a setting that is off.
    read: () =>
      db.rows<Value>(sql`
        select name as label, case when failure is null then 0 else extract(epoch from now() - coalesce(last_done_at, known_at)) end::float8 as seconds
        from job where finished_at > now() - interval '2 days'`),
  });
  return { add: (queue, oldest) => void queues.set(queue, oldest) };
}

interface Value {
  label: string;
  seconds: number;
}

/** While the database is away, a figure has no values. */
function addGauge(
  { clock, log, metrics: { registry } }: World,
  { name, help, label, read }: { name: string; help: string; label: string; read: () => Promise<Value[]> },
): void {
  let nextMs = -Infinity;
  const gauge = new Gauge({
    name,
    help,
    labelNames: [label],
    registers: [],
    async collect() {
      const nowMs = clock.now().getTime();
      if (nowMs < nextMs) return;
      nextMs = nowMs + readEveryMs;
      const values = await read().catch(unread({ log }, name));
      this.reset();
      for (const value of values ?? []) this.set({ [label]: value.label }, Math.max(0, value.seconds));
    },
  });
  registry.registerMetric(gauge);
}

/** A figure that is missing is no reason to leave out the others. */
const unread =
  ({ log }: Pick<World, 'log'>, figure: string) =>
  (error: unknown): undefined => {
    log.warn({ err: error, figure }, 'a figure was not read');
    return undefined;
  };
