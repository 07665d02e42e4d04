import { resolve } from 'node:path';
import { seedDemo } from './demo/seed.ts';
import { signInLines } from './demo/sign-in-lines.ts';
import { newSetupLink } from './house/setup/link.ts';
import { knownSecret, readConfig, type Config } from './platform/config.ts';
import { openDatabase } from './platform/db/embedded.ts';
import { migrate } from './platform/db/migrate.ts';
import { refuseTransactionPooler } from './platform/db/pooler.ts';
import { allowServing } from './platform/db/serving-role.ts';
import { migrationSteps } from './platform/key-stored-secrets.ts';
import { openDrain } from './platform/http/drain.ts';
import { openLog, type Log } from './platform/log.ts';
import { buildApp } from './start.ts';

/** bin/start changes into the project's folder before it starts this. */
const folder = process.cwd();

/** Starts everything, and gives the act that stops it: no new requests, the present ones answered, then the rest. */
async function start(config: Config, log: Log): Promise<() => Promise<void>> {
  const database = await openDatabase(config, log, { as: 'serving' });
  try {
    return await startOn(database, config, log);
  } catch (error) {
    // Else the embedded server would outlive a start that failed, as on a port that is taken.
    await database.stop();
    throw error;
  }
}

type Database = Awaited<ReturnType<typeof openDatabase>>;

async function startOn(database: Database, config: Config, log: Log): Promise<() => Promise<void>> {
  if (config.databaseUrl) await refuseTransactionPooler(database.serving);
  await migrate(database.owner, resolve(folder, 'migrations'), log, migrationSteps(config));
  await allowServing(database.owner, database.serving);
  const drain = openDrain();
  const app = await buildApp({ config, db: database.db, log, folder, drain, scratch: database.scratch });
  const seeded = await seedDemo(app);
  await app.http.listen({ port: config.port, host: config.host });
  // Not before: a start that fails on a port that is taken must leave the link of the other one as it is.
  const link = await newSetupLink(app);
  app.outbox.start();
  app.jobs.start();
  process.stdout.write(`\n  ${app.house.brand().name} is up: ${config.appUrl}\n\n${link ? invitation(link) : ''}`);
  if (config.demo) process.stdout.write(`\n${signInLines(app, seeded)}`);
  return async () => {
    await drain.end(app.http, config.drainMs);
    await app.jobs.stop();
    await app.outbox.stop();
    await database.stop();
  };
}

/** To the terminal and not to the log, for whoever has it may make himself the administrator. */
const invitation = ({
  address,
  expiresAt,
}: {
  address: string;
  expiresAt: Date;
}) => `  This installation is closed until it is set up. Open this link in a browser and do so:

    ${address}

  It holds until ${expiresAt.toISOString()}, or until the next start, which prints another one. Whoever has it may make
  himself the administrator: keep it to yourself.

`;

function stopOnSignal(stop: () => Promise<void>, log: Log): void {
  let stopping = false;
  const onSignal = (signal: string) => {
    // Whoever asks twice does not want to wait.
    if (stopping) process.exit(1);
    stopping = true;
    log.info({ signal }, 'shutting down');
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'did not shut down cleanly');
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, onSignal);
}

async function main(): Promise<void> {
  const config = readConfig();
  if (config.secretIsKnown && !config.demo) throw new Error(`Refusing to start outside the demo:\n  ${knownSecret}`);
  const log = openLog(config.logLevel);
  const stop = await start(config, log);
  stopOnSignal(stop, log);
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
