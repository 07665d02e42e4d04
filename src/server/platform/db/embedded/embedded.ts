import { resolve } from 'node:path';
import { openCluster } from './cluster.ts';
import type { ScratchDatabase } from '../backup/scratch.ts';
import { newClient } from '../connection/client.ts';
import type { PoolSettings } from '../connection/pool.ts';
import { connect, type Db, type Log } from '../database.ts';
import { connectWithReplica, type ReplicaSettings } from '../replica/connect.ts';
import { holdFolder } from './folder-lock.ts';
import { isNotReady, reachServer } from './postmaster.ts';
import { prepareDatabase } from './role.ts';

/** What this floor reads of the configuration. */
export type DatabaseConfig = {
  dataDir: string;
  databaseUrl?: string | undefined;
  /** Who owns the tables there, when the role of `databaseUrl` is only to serve. */
  databaseOwnerUrl?: string | undefined;
  /** A standby of it, and how far behind it may be; only the server reads from it. */
  databaseReplica?: ReplicaSettings | undefined;
  /** Most connections that this process has at once. */
  databaseConnections?: number;
  /** For the MACs of its rows. */
  appSecret?: string;
  formerSecret?: string | undefined;
};

/**
 * An open database; `stop` closes the pool and, when it is Atrium's own, the server. `owner` and `serving` are the addresses
 * of the role that migrates and of the one that serves; they are the same where an operator made one role.
 */
export type OpenDatabase = {
  db: Db;
  owner: string;
  serving: string;
  scratch: ScratchDatabase;
  stop(): Promise<void>;
  /** Stops without waiting for what is under way, which is rolled back. */
  abort(): Promise<void>;
};

const poolFor = ({ databaseConnections, appSecret, formerSecret }: DatabaseConfig): PoolSettings => ({
  ...(databaseConnections === undefined ? {} : { connections: databaseConnections }),
  ...(appSecret === undefined ? {} : { secrets: { appSecret, formerSecret } }),
});

/**
 * Opens the database that `databaseUrl` names, or else Atrium's own PostgreSQL server in `dataDir/postgres`, which it
 * creates and starts when needed. Only one Atrium may run on a data folder: throws, naming the other process, when one does.
 * `alongside: true` is for commands that work next to a running Atrium: they share its server instead. `as` says whose
 * rights `db` has: the server serves, commands of the operator own.
 */
export async function openDatabase(
  config: DatabaseConfig,
  log: Log,
  { alongside = false, as = 'owner' }: { alongside?: boolean; as?: 'owner' | 'serving' } = {},
): Promise<OpenDatabase> {
  const pool = poolFor(config);
  if (config.databaseUrl) {
    const addresses = { owner: config.databaseOwnerUrl ?? config.databaseUrl, serving: config.databaseUrl };
    const db =
      as === 'serving' && config.databaseReplica
        ? connectWithReplica(addresses.serving, log, pool, config.databaseReplica)
        : connect(addresses[as], log, pool);
    const admin = async () => {
      const client = newClient({ connectionString: addresses.owner, application_name: 'atrium scratch' });
      client.on('error', () => {});
      await client.connect();
      return client;
    };
    return {
      db,
      ...addresses,
      scratch: { owner: addresses.owner, admin },
      stop: () => db.close(),
      abort: async () => {},
    };
  }
  const dataDir = resolve(config.dataDir);
  const cluster = await openCluster(dataDir, log);
  const lock = await holdFolder(cluster, dataDir, log, alongside);
  const again = async (error: unknown) => {
    if (!isNotReady(error)) throw error;
    // A command that ends has stopped the server since it was reached.
    await (await reachServer(cluster, { durable: true })).end();
    return prepareDatabase(cluster);
  };
  const addresses = await prepareDatabase(cluster)
    .catch(again)
    .catch(async (error: unknown) => {
      // Otherwise the server would outlive a start that fails, such as on a disk that is full.
      await lock.release();
      throw error;
    });
  const db = connect(addresses[as], log, pool);
  return {
    db,
    ...addresses,
    scratch: { owner: addresses.owner, admin: () => reachServer(cluster, { durable: true }) },
    async stop() {
      await db.close();
      await lock.release();
    },
    abort: () => lock.release(),
  };
}
