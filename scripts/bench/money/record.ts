import { readConfig } from '#server/platform/config/config.ts';
import { connect } from '#server/platform/db/database.ts';
import { openLog } from '#server/platform/monitoring/log.ts';
import { buildApp } from '#server/start.ts';
import { root } from '../../run.ts';
import { callAgain, type Doing } from './caller.ts';
import { recordStatements, type RoundTrip } from './wire.ts';

const applicationName = 'atrium recorded';
let taken: (() => RoundTrip[]) | undefined;

/**
 * What rounds of calls send to the database, through the whole server in this process. Its jobs and its outbox rest, and one call
 * is made at a time: all that is sent belongs to it.
 * @param rounds of each client
 */
export async function record(
  { address, dataDir }: { address: string; dataDir: string },
  clients: readonly { doing: Doing; rounds: number }[],
): Promise<RoundTrip[][][]> {
  const take = (taken ??= recordStatements(applicationName));
  const config = readConfig({
    NODE_ENV: 'test',
    APP_URL: 'http://127.0.0.1',
    DATA_DIR: dataDir,
    DEMO: '0',
    SETUP: '0',
    CALLS_PER_MINUTE: '0',
    STAFF_SECOND_FACTOR: '0',
  });
  const log = openLog('error');
  // Nothing is measured here.
  const hurried = `${address}&options=${encodeURIComponent('-c synchronous_commit=off')}`;
  const db = connect(hurried, log, { connections: config.databaseConnections, applicationName, secrets: config });
  const app = await buildApp({ config, db, log, folder: root, pages: false });
  const url = await app.http.listen({ port: 0, host: '127.0.0.1' });
  try {
    const recorded: RoundTrip[][][] = [];
    for (const { doing, rounds } of clients) {
      const own: RoundTrip[][] = [];
      take();
      await callAgain(
        url,
        doing,
        (round) => round < rounds,
        () => void own.push(take()),
      );
      recorded.push(own);
    }
    return recorded;
  } finally {
    await app.http.close();
    await db.close();
  }
}
