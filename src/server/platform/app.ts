import type { FastifyInstance } from 'fastify';
import type { Core } from './core.ts';
import type { Condition } from './monitoring/readiness.ts';
import type { DemoClock } from './demo-clock.ts';
import type { Files } from './files/files.ts';
import type { OperatorSettings } from './settings.ts';
import type { Jobs } from './jobs.ts';
import type { Outbox } from './outbox/outbox.ts';
import type { PersonalData } from './people/personal-data.ts';
import type { ApprovalHandlers } from './approvals/approval-handlers.ts';
import type { Connections } from './connections/connections.ts';
import type { Realtime } from './realtime/realtime.ts';
import type { KnownSessions } from './session/known-sessions.ts';
import type { SessionRow } from './session/session.ts';
import type { SecurityLog } from './monitoring/security-log.ts';
import type { Text } from './text.ts';
import type { WaitingWork } from './monitoring/waiting-work.ts';
import type { Webhooks } from './webhooks.ts';

/** What every module gets: the outside world and nothing of another module. */
export interface App extends Core {
  http: FastifyInstance;
  /** The settings that staff change while it runs. */
  settings: OperatorSettings;
  /** The same clock where staff may move it: in a demo. */
  demoClock: DemoClock | null;
  text: Text;
  files: Files;
  /** The stored data about one person, as each module lists it. */
  personalData: PersonalData;
  /** The handlers by which each module applies what two people approved. */
  approvalHandlers: ApprovalHandlers;
  /** The providers of the operator. */
  connections: Connections;
  securityLog: SecurityLog;
  knownSessions: KnownSessions<SessionRow>;
  outbox: Outbox;
  /** What each module publishes for programs of the operator. */
  webhooks: Webhooks;
  jobs: Jobs;
  /** How long the queues of each module have waited, for those who watch the figures. */
  waitingWork: WaitingWork;
  /** Database, clock and disk, as they are found. */
  condition: Condition;
  realtime: Realtime;
}
