import { resolve } from 'node:path';
import { clockHeader } from '#contract/constants.ts';
import type { App } from './platform/app.ts';
import { auditJobs } from '#server/platform/audit-chain.ts';
import type { Clock } from './platform/clock.ts';
import { systemClock } from './platform/clock.ts';
import { openCondition } from '#server/platform/readiness.ts';
import type { Config } from './platform/config.ts';
import { proveRestore } from '#server/platform/db/backup/test-restore.ts';
import type { ScratchPlace } from './platform/db/backup/scratch.ts';
import type { Db } from './platform/db/database.ts';
import { openDemoClock, type DemoClock } from './platform/demo-clock.ts';
import { forgetDelivered } from '#server/platform/purge-delivered.ts';
import { openFiles } from './platform/files/files.ts';
import { serveFiles } from './platform/files/routes.ts';
import { serveApiPage } from './platform/http/api-page.ts';
import { serveCatalogues } from './platform/http/catalogues.ts';
import { openDrain, type Drain } from './platform/http/drain.ts';
import { serveCspReports } from './platform/http/csp-reports.ts';
import { serveHealth } from './platform/http/health.ts';
import { serveSecurityTxt } from './platform/http/security-txt.ts';
import { servePages } from './platform/http/page.ts';
import { forgetOldHits } from './platform/http/rate-limit.ts';
import { answerTheRest, openHttp } from './platform/http/server.ts';
import { openHouse, type House } from '#server/platform/settings.ts';
import type { Log } from './platform/log.ts';
import { openJobs } from './platform/jobs.ts';
import { openMetrics } from './platform/metrics.ts';
import { openOutbox } from './platform/outbox.ts';
import { openPersonalData } from './platform/personal-data.ts';
import { openMatters } from '#server/platform/approvals/approval-handlers.ts';
import { openRealtimeOf } from './platform/realtime/open.ts';
import { forgetSecurityLog, openSecurityLog } from './platform/security-log.ts';
import { readCatalogues } from './platform/text.ts';
import { rooms } from './modules.ts';

/** The world a server is started in. A test passes its own database and clock. */
export interface World {
  config: Config;
  db: Db;
  log: Log;
  clock?: Clock;
  /** The project's folder, which holds `locales/` and `dist/`. */
  folder: string;
  /** False leaves the pages out, for tests of the calls alone. */
  pages?: boolean;
  /** Other rooms than the product's; for benchmarks. */
  rooms?: typeof rooms;
  /** Where a restore may be tried; without it none is. */
  scratch?: ScratchPlace;
  /** Given by whoever stops the server. */
  drain?: Drain;
}

/** Puts the house together: platform, then rooms. Nothing listens yet and the outbox rests. */
export async function buildApp(world: World): Promise<App> {
  const { config, db, log, clock: real = systemClock, drain = openDrain() } = world;
  const demoClock = config.demo ? await openDemoClock(db, log, real, config) : null;
  const clock = demoClock ?? real;
  const catalogues = readCatalogues(resolve(world.folder, 'locales'));
  const metrics = openMetrics();
  const house = await openHouse(world);
  const base = {
    config,
    house,
    db,
    log,
    clock,
    demoClock,
    text: catalogues.text,
    metrics,
    condition: openCondition({ db, config, log, metrics }, world.folder),
    files: openFiles({ config }),
    personalData: openPersonalData(),
    matters: openMatters(),
    securityLog: openSecurityLog({ db, clock, log, config }),
  };
  const http = await openHttp(base);
  drain.follow(http);
  followHouse(http, house);
  if (demoClock) runWith(http, demoClock);
  const outbox = openOutbox(base);
  const { realtime, serve } = openRealtimeOf({ ...base, http, outbox });
  const app: App = { ...base, http, outbox, jobs: openJobs(base), realtime };
  await serveApiPage(http, base);
  serveHealth(app, drain.isDraining);
  serveSecurityTxt(app);
  serveCspReports(app);
  serveCatalogues(http, catalogues);
  serveFiles(app);
  serve(app);
  auditJobs(app);
  app.jobs.every('platform.forget_hits', 3_600_000, () => forgetOldHits(app));
  app.jobs.every('platform.forget_delivered', 3_600_000, () => forgetDelivered(app));
  keepSecurityLog(app);
  proveRestores(app, world);
  for (const room of world.rooms ?? rooms) room(app);
  if (world.pages ?? true) await servePages(http, base, catalogues.version, resolve(world.folder, 'dist/web'));
  else answerTheRest(http);
  await http.ready();
  return app;
}

/** Once a day. It may take as long as a backup and a restore of the whole database do. */
function proveRestores({ jobs, config }: App, { scratch, folder }: World): void {
  const act = async () => {
    if (scratch && config.restoreProof) await proveRestore(scratch, config.dataDir, resolve(folder, 'migrations'));
  };
  jobs.every('platform.prove_restore', 86_400_000, act, 6 * 3600);
}

function followHouse(http: App['http'], house: House): void {
  http.addHook('onListen', async () => house.follow());
  http.addHook('preClose', async () => house.stop());
}

/** What was noted last is written before the server goes. */
function keepSecurityLog({ http, jobs, securityLog, db, clock, config }: App): void {
  http.addHook('onClose', async () => securityLog.write());
  jobs.every('platform.forget_security_log', 86_400_000, () => forgetSecurityLog(db, clock, config.securityLogDays));
}

/** A demo's clock is followed while the server listens, and each answer says how far it is ahead, in milliseconds. */
function runWith(http: App['http'], clock: DemoClock): void {
  http.addHook('onListen', async () => clock.follow());
  http.addHook('preClose', async () => clock.stop());
  http.addHook('onSend', async (_request, reply) => {
    if (clock.aheadMs() > 0) reply.header(clockHeader, String(clock.aheadMs()));
  });
}
