import { resolve } from 'node:path';
import { clockHeader } from '#contract/kernel/constants.ts';
import type { App } from './platform/app.ts';
import { auditJobs } from '#server/platform/audit/chain.ts';
import type { Clock } from './platform/clock.ts';
import { systemClock } from './platform/clock.ts';
import { openCondition } from '#server/platform/monitoring/readiness.ts';
import type { Config } from '#server/platform/config/config.ts';
import { scheduleBackups } from '#server/platform/db/backup/schedule/jobs.ts';
import { watchBackups } from '#server/platform/db/backup/schedule/watch.ts';
import type { ScratchDatabase } from './platform/db/backup/scratch.ts';
import type { Db } from './platform/db/database.ts';
import { openDemoClock, type DemoClock } from './platform/demo-clock.ts';
import { purgeDelivered } from '#server/platform/outbox/purge-delivered.ts';
import { openFiles } from './platform/files/files.ts';
import { serveFiles } from './platform/files/routes.ts';
import { serveApiPage } from '#server/platform/http/pages/api-page.ts';
import { serveCatalogues } from '#server/platform/http/pages/catalogues.ts';
import { openDrain, type Drain } from './platform/http/drain.ts';
import { serveCspReports } from '#server/platform/http/security/csp-reports.ts';
import { serveHealth } from './platform/http/health.ts';
import { serveSecurityTxt } from '#server/platform/http/security/security-txt.ts';
import { servePages } from '#server/platform/http/pages/page.ts';
import { purgeOldHits } from '#server/platform/http/limits/rate-limit.ts';
import { answerOtherRoutes, openHttp } from './platform/http/server.ts';
import { openSettings, type OperatorSettings } from '#server/platform/settings.ts';
import type { Log } from '#server/platform/monitoring/log.ts';
import { openJobs } from './platform/jobs.ts';
import { openMetrics } from '#server/platform/monitoring/metrics.ts';
import { openWaitingWork } from '#server/platform/monitoring/waiting-work.ts';
import { openOutbox } from '#server/platform/outbox/outbox.ts';
import { openWebhooks } from '#server/platform/webhooks.ts';
import { openPersonalData } from '#server/platform/people/personal-data.ts';
import { openApprovalHandlers } from '#server/platform/approvals/approval-handlers.ts';
import { openConnections } from './platform/connections/connections.ts';
import { openRealtimeOf } from './platform/realtime/open.ts';
import type { Telemetry } from '#server/platform/telemetry/telemetry.ts';
import { purgeSecurityLog, openSecurityLog } from '#server/platform/monitoring/security-log.ts';
import { readCatalogues } from './platform/text.ts';
import { modules } from './modules.ts';
import { serveReads } from './platform/http/reads/serve-reads.ts';
import { openKnownSessions } from './platform/session/known-sessions.ts';
import type { SessionRow } from './platform/session/session.ts';

/** What a server is started with. A test passes its own database and clock. */
export interface World {
  config: Config;
  db: Db;
  log: Log;
  clock?: Clock;
  /** The project's folder, which holds `locales/` and `dist/`. */
  folder: string;
  /** False leaves the pages out, for tests of the calls alone. */
  pages?: boolean;
  /** Modules in place of the product's; for benchmarks. */
  modules?: typeof modules;
  /** The database for restore tests; without it there are none. */
  scratch?: ScratchDatabase;
  /** Opened before the log, whose lines it copies; stopped by the caller. */
  telemetry?: Telemetry;
  /** Given by the caller that stops the server. */
  drain?: Drain;
}

/** Builds the app: the platform, then the modules. Nothing listens yet and the outbox does not run. */
export async function buildApp(world: World): Promise<App> {
  const { config, db, log, clock: real = systemClock, drain = openDrain() } = world;
  const demoClock = config.demo ? await openDemoClock(db, log, real, config) : null;
  const clock = demoClock ?? real;
  const catalogues = readCatalogues(resolve(world.folder, 'locales'));
  const metrics = openMetrics();
  world.telemetry?.follow({ log, metrics });
  const settings = await openSettings(world);
  const backups = watchBackups(world);
  const base = {
    config,
    settings,
    db,
    log,
    clock,
    demoClock,
    text: catalogues.text,
    metrics,
    waitingWork: openWaitingWork({ ...world, clock, metrics }),
    condition: openCondition({ db, config, log, metrics, backups }),
    files: openFiles({ config }),
    personalData: openPersonalData(),
    approvalHandlers: openApprovalHandlers(),
    connections: openConnections({ ...world, clock, metrics }),
    securityLog: openSecurityLog({ db, clock, log, config }),
    knownSessions: openKnownSessions<SessionRow>(db, config.sessions.keptMs),
  };
  const http = await openHttp(base);
  drain.follow(http);
  followSettings(http, settings);
  if (demoClock) runWith(http, demoClock);
  const outbox = openOutbox(base);
  const { realtime, serve } = openRealtimeOf({ ...base, http, outbox });
  const app: App = { ...base, http, outbox, webhooks: openWebhooks(outbox), jobs: openJobs(base), realtime };
  await serveApiPage(http, base);
  serveHealth(app, drain.isDraining);
  serveSecurityTxt(app);
  serveCspReports(app);
  serveCatalogues(http, catalogues);
  serveFiles(app);
  serveReads(app);
  serve(app);
  wakeJobs(app);
  auditJobs(app);
  app.jobs.every('platform.purge_rate_windows', 3_600_000, () => purgeOldHits(app));
  app.jobs.every('platform.purge_delivered', 3_600_000, () => purgeDelivered(app));
  startSecurityLog(app);
  http.addHook('onClose', async () => base.knownSessions.stop());
  scheduleBackups(app, { ...world, backups });
  for (const module of world.modules ?? modules) module(app);
  if (world.pages ?? true) await servePages(http, base, catalogues.version, resolve(world.folder, 'dist/web'));
  else answerOtherRoutes(http);
  await http.ready();
  return app;
}

/** Jobs rest while nothing is called and nothing delivered here; probes and pages make no work. */
function wakeJobs({ http, jobs, outbox }: App): void {
  outbox.onDelivered(jobs.wake);
  http.addHook('onResponse', async ({ routeOptions }) => {
    if (routeOptions.config.endpoint !== undefined) jobs.wake();
  });
}

function followSettings(http: App['http'], settings: OperatorSettings): void {
  http.addHook('onListen', async () => settings.follow());
  http.addHook('preClose', async () => settings.stop());
}

/** The last entries are written before the server stops. */
function startSecurityLog({ http, jobs, securityLog, db, clock, config }: App): void {
  http.addHook('onClose', async () => securityLog.write());
  jobs.every('platform.purge_security_log', 86_400_000, () => purgeSecurityLog(db, clock, config.securityLogDays));
}

/** Follows a demo's clock while the server listens; each response says how many milliseconds it is ahead. */
function runWith(http: App['http'], clock: DemoClock): void {
  http.addHook('onListen', async () => clock.follow());
  http.addHook('preClose', async () => clock.stop());
  http.addHook('onSend', async (_request, reply) => {
    if (clock.aheadMs() > 0) reply.header(clockHeader, String(clock.aheadMs()));
  });
}
