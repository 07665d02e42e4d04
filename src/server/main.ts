import { resolve } from 'node:path';
import { seedDemo } from './demo/seed.ts';
import { signInLines } from './demo/sign-in-lines.ts';
import { signInTable } from './demo/sign-in-table.ts';
import { findOrMakeLink } from '#server/settings/setup/link.ts';
import { knownSecret, readConfig, type Config } from '#server/platform/config/config.ts';
import { logLines } from './platform/console/log-lines.ts';
import { startProblem } from './platform/console/start-problem.ts';
import { clearLine, openSteps } from './platform/console/steps.ts';
import { stopOnSignal, type Stopping } from './platform/console/stopping.ts';
import { openDatabase } from '#server/platform/db/embedded/embedded.ts';
import { migrate } from './platform/db/migrate.ts';
import { refuseTransactionPooler } from './platform/db/pooler.ts';
import { checkReplica } from './platform/db/replica/check-replica.ts';
import { allowServing } from './platform/db/serving-role.ts';
import { openDrain } from './platform/http/drain.ts';
import { checkPort } from './platform/console/free-port.ts';
import { openLog, type Log } from '#server/platform/monitoring/log.ts';
import { openTelemetryOf, type Telemetry } from '#server/platform/telemetry/telemetry.ts';
import { buildApp } from './start.ts';

/** bin/start changes into the project's folder before it starts this. */
const folder = process.cwd();

/** A person at a terminal reads the output; otherwise it goes to the log. */
const screen = process.stdout.isTTY ? process.stdout : undefined;
const steps = openSteps(screen);

type Database = Awaited<ReturnType<typeof openDatabase>>;

/**
 * Starts everything and hands `stopping` what shuts it down: no new requests, the present ones finish, then the rest.
 */
async function start(config: Config, log: Log, telemetry: Telemetry, stopping: Stopping): Promise<void> {
  await checkPort(config);
  const opening = steps.run(
    'Database',
    () => openDatabase(config, log, { as: 'serving' }),
    () => (config.databaseUrl ? 'the one of DATABASE_URL' : `its own, in ${config.dataDir}`),
  );
  const database = await opening.catch(async (error: unknown) => {
    // Ctrl-C also reaches the process that creates a database, and there is nothing else to stop yet.
    if (stopping.wasRequested()) await stopping.by(async () => {});
    throw error;
  });
  try {
    await stopping.by(() => database.abort());
    await startOn(database, { config, log, telemetry }, stopping);
  } catch (error) {
    // Otherwise the embedded server would outlive a failed start, such as on a port that is taken.
    if (!stopping.wasRequested()) await database.stop();
    throw error;
  }
}

async function startOn(
  database: Database,
  { config, log, telemetry }: { config: Config; log: Log; telemetry: Telemetry },
  stopping: Stopping,
): Promise<void> {
  if (config.databaseUrl) await refuseTransactionPooler(database.serving);
  await steps.run(
    'Migrations',
    (notify) => {
      const onApplied = (count: number, of: number) => notify(`${count} of ${of}`);
      return migrate(database.owner, resolve(folder, 'migrations'), log, { onApplied });
    },
    (applied) => (applied.length > 0 ? `${applied.length} applied` : 'up to date'),
  );
  await allowServing(database.owner, database.serving, config);
  if (config.databaseReplica) await checkReplica(database.owner, config.databaseReplica.url, log);
  const drain = openDrain();
  const app = await buildApp({ config, db: database.db, log, telemetry, folder, drain, scratch: database.scratch });
  const seed = () => seedDemo(app);
  const seeded = config.demo
    ? await steps.run('Demo data', seed, (isNew) => (isNew ? 'a new broker' : 'there already'))
    : await seed();
  await app.http.listen({ port: config.port, host: config.host });
  const link = await findOrMakeLink(app);
  app.outbox.start();
  app.jobs.start();
  await stopping.by(async () => {
    await drain.end(app.http, { leastMs: config.drainMs, mostMs: 2 * config.drainMs });
    await app.jobs.stop();
    await app.outbox.stop();
    await database.stop();
    await telemetry.stop();
  });
  process.stdout.write(`\n  ${app.settings.brand().name} is up: ${config.appUrl}\n\n${link ? invitation(link) : ''}`);
  if (config.demo) {
    const people = screen ? `${signInTable(app, screen.columns || Infinity)}\n` : signInLines(app, seeded);
    process.stdout.write(screen ? people : `\n${people}`);
  }
  screen?.write('  Ctrl-C stops it.\n');
}

/** To the terminal, not to the log: a person who has the link can become the administrator. */
const invitation = ({
  address,
  expiresAt,
}: {
  address: string;
  expiresAt: Date;
}) => `  This installation is closed until it is set up. Open this link in a browser and do so:

    ${address}

  It works until ${expiresAt.toISOString()}; each start until then prints it. Anyone with this link can become the
  administrator: keep it to yourself.

`;

/** A goodbye line, in place of the characters that the terminal writes for Ctrl-C. */
const shutdownMessages = (config: Config, log: Log) => ({
  stopping() {
    if (!screen) return;
    // Connections that end are expected now, and their log lines would hide the last line.
    log.level = 'error';
    screen.write(`${clearLine}  Stopping…`);
  },
  stopped: () => screen?.write(`${clearLine}  Stopped. ${storedIn(config)}; bin/start goes on with it. Goodbye!\n`),
});

const storedIn = ({ databaseUrl, dataDir }: Config) =>
  databaseUrl ? 'Your data is in your database' : `Your data is in ${dataDir}`;

/** Prints a sentence for errors that people can fix themselves, and other errors as they are. */
function complain(error: unknown, config?: Config): void {
  const own = error instanceof Error ? error.message : String(error);
  process.stderr.write(`${(config && startProblem(error, config)) ?? own}\n`);
  process.exit(1);
}

async function main(): Promise<void> {
  const config = readConfig();
  if (config.secretIsKnown && !config.demo) throw new Error(`Refusing to start outside the demo:\n  ${knownSecret}`);
  const telemetry = await openTelemetryOf(config);
  const log = openLog(config.logLevel, screen && logLines(screen, config.logLevel), telemetry.tee);
  const stopping = stopOnSignal(log, shutdownMessages(config, log));
  await start(config, log, telemetry, stopping).catch((error: unknown) => {
    // A start that was stopped halfway fails, and that is expected.
    if (!stopping.wasRequested()) complain(error, config);
  });
}

main().catch((error: unknown) => complain(error));
