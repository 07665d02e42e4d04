import { Gauge } from 'prom-client';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/database.ts';
import { sql, type Sql } from '../db/sql.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';

/** What waits for a job or for people. Each module adds its queues. */
export interface WaitingWork {
  /** @param oldest the moment since when the oldest item waits, or null, as a subquery that an index serves */
  add(queue: string, oldest: () => Sql): void;
}

interface World {
  db: Db;
  clock: Clock;
  log: Log;
  metrics: Metrics;
}

/** Shows how long the oldest item of each queue waits, and how long each job has failed, whenever figures are collected. */
export function openWaitingWork(world: World): WaitingWork {
  const { db, clock } = world;
  const queues = new Map<string, () => Sql>();
  addGauge(world, {
    name: 'atrium_work_waiting_seconds',
    help: 'How long the oldest item of a queue has waited, by queue; 0 when nothing waits',
    label: 'queue',
    async read() {
      const [first, ...others] = [...queues].map(
        ([queue, oldest]) => sql`select ${queue}::text as label, (${oldest()}) as since`,
      );
      if (!first) return [];
      const rows = await db.rows<{ label: string; since: Date | null }>(
        others.reduce((all, each) => sql`${all} union all ${each}`, first),
      );
      const now = clock.now().getTime();
      return rows.map(({ label, since }) => ({ label, seconds: since ? (now - since.getTime()) / 1000 : 0 }));
    },
  });
  addGauge(world, {
    name: 'atrium_job_failing_seconds',
    help: 'How long ago a job last succeeded whose latest run failed, by job; 0 when that succeeded',
    label: 'job',
    read: () =>
      db.rows<Value>(sql`
        select name as label, case when failure is null then 0 else extract(epoch from now() - coalesce(last_done_at, known_at)) end::float8 as seconds
        from job`),
  });
  return { add: (queue, oldest) => void queues.set(queue, oldest) };
}

interface Value {
  label: string;
  seconds: number;
}

/** A figure that is read when figures are collected. While the database is away it has no values. */
function addGauge(
  { log, metrics: { registry } }: World,
  { name, help, label, read }: { name: string; help: string; label: string; read: () => Promise<Value[]> },
): void {
  const gauge = new Gauge({
    name,
    help,
    labelNames: [label],
    registers: [],
    async collect() {
      const values = await read().catch((error: unknown) => {
        log.warn({ err: error, figure: name }, 'a figure was not read');
        return [];
      });
      this.reset();
      for (const value of values) this.set({ [label]: value.label }, Math.max(0, value.seconds));
    },
  });
  registry.registerMetric(gauge);
}
