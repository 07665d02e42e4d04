import type { FastifyInstance } from 'fastify';
import type { Clock } from './clock.ts';
import type { Condition } from './readiness.ts';
import type { Config } from './config.ts';
import type { Db } from './db/database.ts';
import type { DemoClock } from './demo-clock.ts';
import type { Files } from './files/files.ts';
import type { House } from './settings.ts';
import type { Jobs } from './jobs.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';
import type { Outbox } from './outbox.ts';
import type { PersonalData } from './personal-data.ts';
import type { Matters } from './approvals/approval-handlers.ts';
import type { Realtime } from './realtime/realtime.ts';
import type { SecurityLog } from './security-log.ts';
import type { Text } from './text.ts';

/** What every room is handed: the outside world and nothing of another room. */
export interface App {
  http: FastifyInstance;
  db: Db;
  config: Config;
  /** The settings that staff change while it runs. */
  house: House;
  log: Log;
  clock: Clock;
  /** The same clock where staff may move it: in a demo. */
  demoClock: DemoClock | null;
  text: Text;
  files: Files;
  /** What is kept about one person, as each room tells it. */
  personalData: PersonalData;
  /** What takes two people, as each room puts it into force. */
  matters: Matters;
  securityLog: SecurityLog;
  outbox: Outbox;
  jobs: Jobs;
  metrics: Metrics;
  /** Database, clock and disk, as they are found. */
  condition: Condition;
  realtime: Realtime;
}
