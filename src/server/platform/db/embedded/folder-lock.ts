import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Cluster } from './cluster.ts';
import type { Log } from '../database.ts';
import { isNotReady, reachServer, stopServer } from './postmaster.ts';

/** Held in the database `postgres`, which nothing else of Atrium uses. */
const FOLDER_LOCK = 1;
const PATIENCE_MS = 1_000;
/** Between two attempts to start a server that ended. */
const RETRY_MS = 2_000;
const DURABLE = { durable: true };

/** A claim on a running cluster. `release` stops the server too, if the claim was the only one. */
export type FolderLock = { release(): Promise<void> };

/**
 * Starts the server of `cluster` and claims its data folder for this process. The claim is a lock of a database session:
 * PostgreSQL itself ends it the moment the process dies, however it dies. Throws when another process has it, unless
 * `alongside` allows to join that one.
 */
export async function holdFolder(cluster: Cluster, dataDir: string, log: Log, alongside: boolean): Promise<FolderLock> {
  const { client, isClaimed } = await reachAndClaim(cluster);
  if (!isClaimed) {
    const holder = await nameHolder(client);
    if (alongside) return { release: () => client.end() };
    await client.end();
    throw new Error(
      `Atrium already runs on the data in ${dataDir} (${holder}). Stop it first, or give this one a DATA_DIR of its own.`,
    );
  }
  return holdClaim(client, cluster, log);
}

/** Tries again when the server stops under it: a command that held the folder stops it when it ends. */
async function reachAndClaim(cluster: Cluster): Promise<{ client: pg.Client; isClaimed: boolean }> {
  for (;;) {
    const client = await reachServer(cluster, DURABLE);
    try {
      return { client, isClaimed: await claim(client) };
    } catch (error) {
      await client.end().catch(() => {});
      if (!isNotReady(error)) throw error;
    }
  }
}

/**
 * Monitors the claim. When its connection breaks, the server has died or restarted: it is started again, as often as it
 * takes, for example on a disk that is full, and the folder claimed again. If another process was faster, this process
 * stops itself, as on a signal of the operator.
 */
function holdClaim(first: pg.Client, cluster: Cluster, log: Log): FolderLock {
  const over = new AbortController();
  let recovery: Promise<void> | undefined;
  const monitor = (client: pg.Client) => client.once('end', () => (recovery = reclaim()));
  async function reclaim(): Promise<void> {
    if (over.signal.aborted) return;
    log.error({ folder: cluster.folder }, 'the database server ended unexpectedly: starting it again');
    while (!over.signal.aborted) {
      try {
        const { client, isClaimed } = await reachAndClaim(cluster);
        if (!isClaimed) return stopItself(await nameHolder(client));
        monitor(client);
        return log.info({ folder: cluster.folder }, 'the database server is back');
      } catch (error) {
        log.error({ err: error }, 'the database server does not start: trying again');
        await sleep(RETRY_MS, undefined, { signal: over.signal }).catch(() => {});
      }
    }
  }
  function stopItself(holder: string): void {
    if (over.signal.aborted) return;
    log.error({ folder: cluster.folder, holder }, 'another process took over the data: stopping');
    process.kill(process.pid, 'SIGTERM');
  }
  monitor(first);
  return {
    async release() {
      over.abort();
      // A server that is just being started again must not be left behind.
      await recovery;
      await stopServer(cluster);
    },
  };
}

/** Tries for a moment, since the session of a process killed just now may take some milliseconds to end. */
async function claim(client: pg.Client): Promise<boolean> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as claimed', [FOLDER_LOCK]);
    if (rows[0].claimed) return true;
    if (Date.now() > deadline) return false;
    await sleep(50);
  }
}

async function nameHolder(client: pg.Client): Promise<string> {
  const { rows } = await client.query(
    `select application_name from pg_stat_activity join pg_locks using (pid)
     where locktype = 'advisory' and granted and objid = $1 and application_name like 'atrium %'`,
    [FOLDER_LOCK],
  );
  return rows[0]?.application_name ?? 'it has just ended';
}
