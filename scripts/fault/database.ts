import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readConfig } from '#server/platform/config/config.ts';
import { openCluster, type Cluster } from '#server/platform/db/embedded/cluster.ts';
import { connect, type Db, type Log } from '#server/platform/db/database.ts';
import { addressOf, reachServer, stopServer } from '#server/platform/db/embedded/postmaster.ts';
import { prepareDatabase } from '#server/platform/db/embedded/role.ts';
import { serverPid } from '#server/platform/db/embedded/server-process.ts';

const silent: Log = { info() {}, warn() {}, error() {} };

/** The database that a server under fire uses, and how the referee reads it. */
export interface Database {
  /** Variables of the server for it. */
  env: Record<string, string>;
  /** Connections of the referee's own, which live on when the server is killed and may end those of the server. */
  open(): Promise<Db>;
  /** Ends PostgreSQL as a power cut would and starts it again; only one that is not the server's own. */
  restart?(): Promise<void>;
  stop(): Promise<void>;
}

/** The server's own PostgreSQL, in the data folder. It outlives a killed server, and the next one finds it. */
export function embeddedDatabase(dataDir: string): Database {
  const cluster = () => openCluster(dataDir, silent);
  return {
    env: {},
    open: async () => openAsReferee(await cluster()),
    stop: async () => stopServer(await cluster()),
  };
}

/** A PostgreSQL beside the installation, as an operator would have one, from the same binaries. */
export async function externalDatabase(folder: string): Promise<Database> {
  const cluster = await openCluster(join(folder, 'outside'), silent);
  await start(cluster);
  const { owner, serving } = await prepareDatabase(cluster);
  return {
    env: { DATABASE_URL: serving, DATABASE_OWNER_URL: owner },
    open: () => Promise.resolve(openAsReferee(cluster)),
    async restart() {
      await cutPower(cluster);
      await start(cluster);
    },
    stop: () => stopServer(cluster),
  };
}

const openAsReferee = (cluster: Cluster) =>
  connect(addressOf(cluster, 'postgres', 'atrium'), silent, { secrets: readConfig({}) });

/** A hard kill, without a last write: what was confirmed has to be in the log already. */
async function cutPower(cluster: Cluster): Promise<void> {
  const pid = serverPid(cluster);
  if (pid === undefined) return;
  process.kill(pid, 'SIGQUIT');
  while (serverPid(cluster) === pid) await sleep(10);
}

async function start(cluster: Cluster): Promise<void> {
  const admin = await reachServer(cluster, { durable: true });
  await admin.end();
}
