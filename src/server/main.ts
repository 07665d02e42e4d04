import { resolve } from 'node:path';
import { readConfig } from './platform/config.ts';
import { openDatabase } from './platform/db/embedded.ts';
import { migrate } from './platform/db/migrate.ts';
import { openLog } from './platform/log.ts';
import { buildApp } from './start.ts';

/** bin/start changes into the project's folder before it starts this. */
const folder = process.cwd();

async function main(): Promise<void> {
  const config = readConfig();
  const log = openLog(config.logLevel);
  const database = await openDatabase(config, log);
  let draining = false;
  const stop = async (reason: string) => {
    if (draining) return;
    draining = true;
    log.info({ reason }, 'shutting down');
    await app.http.close();
    await app.outbox.stop();
    await database.stop();
    process.exit(0);
  };
  await migrate(database.db, resolve(folder, 'migrations'));
  const app = await buildApp({ config, db: database.db, log, folder }, () => draining);
  await app.http.listen({ port: config.port, host: config.host });
  app.outbox.start();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(signal));
  process.stdout.write(`\n  ${config.appName} is up: ${config.appUrl}\n\n`);
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
