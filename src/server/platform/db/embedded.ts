import { resolve } from 'node:path';
import { openCluster } from './cluster.ts';
import { connect, type Db, type Log } from './database.ts';
import { holdFolder } from './folder-lock.ts';
import { prepareDatabase } from './role.ts';

/** What this floor reads of the configuration. */
export type DatabaseConfig = { dataDir: string; databaseUrl?: string | undefined };

/** An open database; `stop` closes the pool and, when it is Atrium's own, the server. */
export type OpenDatabase = { db: Db; url: string; stop(): Promise<void> };

/**
 * Opens the database that `databaseUrl` names, or else Atrium's own PostgreSQL server in `dataDir/postgres`, which it
 * creates and starts when needed. Only one Atrium may run on a data folder: throws, naming the other process, when one does.
 * `alongside: true` is for commands that work next to a running Atrium: they share its server instead.
 */
export async function openDatabase(
  config: DatabaseConfig,
  log: Log,
  { alongside = false } = {},
): Promise<OpenDatabase> {
  if (config.databaseUrl) {
    const db = connect(config.databaseUrl, log);
    return { db, url: config.databaseUrl, stop: () => db.close() };
  }
  const dataDir = resolve(config.dataDir);
  const cluster = await openCluster(dataDir, log);
  const lock = await holdFolder(cluster, dataDir, log, alongside);
  const url = await prepareDatabase(cluster);
  const db = connect(url, log);
  return {
    db,
    url,
    async stop() {
      await db.close();
      await lock.release();
    },
  };
}
