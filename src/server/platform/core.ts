import type { Clock } from './clock.ts';
import type { Config } from './config/config.ts';
import type { Db } from './db/database.ts';
import type { Log } from './monitoring/log.ts';
import type { Metrics } from './monitoring/metrics.ts';

/** What the platform itself is built on. */
export interface Core {
  db: Db;
  config: Config;
  log: Log;
  clock: Clock;
  metrics: Metrics;
}
