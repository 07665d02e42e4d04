import { appendFile, readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { openCluster } from '#server/platform/db/embedded/cluster.ts';
import { superuser } from '#server/platform/db/embedded/credentials.ts';
import { addressOf, reachServer, stopServer } from '#server/platform/db/embedded/postmaster.ts';
import { root } from '../run.ts';
import { installationFolder, startInstallation, type Installation } from './installation.ts';

const silent = { info() {}, warn() {}, error() {} };

export interface Operator {
  installation: Installation;
  db: pg.Client;
  /** A connection of its own, which forgets the rate limits. */
  limits: pg.Client;
  address: string;
  databases: Databases;
  stop: () => Promise<void>;
}

/** The databases of an installation: their addresses by name, and the folder of its files. */
export interface Databases {
  address: (database?: string) => string;
  dataDir: string;
}

interface Wanted {
  /** A built tree of this project. */
  tree: string;
  env?: Record<string, string>;
  /** What is done at the first start. */
  fill?: (installation: Installation, databases: Databases) => Promise<void>;
  /** What is done between the first start and the second one, while the database has no server of ours. */
  alone?: (admin: pg.Client, databases: Databases) => Promise<void>;
}

/** An installation that counts its statements, with the procedures that fill it. */
export async function openOperator({ tree, env = {}, fill, alone }: Wanted): Promise<Operator> {
  const folder = await installationFolder();
  // The first start makes the cluster; its settings are read at the second.
  const first = await startInstallation({ folder, tree, env });
  const dataDir = join(folder, 'data');
  const cluster = await openCluster(dataDir, silent);
  const databases: Databases = { dataDir, address: (database = 'atrium') => addressOf(cluster, superuser, database) };
  try {
    await fill?.(first, databases);
  } finally {
    await first.stop();
  }
  await appendFile(join(cluster.folder, 'postgresql.auto.conf'), "shared_preload_libraries = 'pg_stat_statements'\n");
  if (alone) {
    const admin = await reachServer(cluster, { durable: true });
    try {
      await alone(admin, databases);
    } finally {
      await admin.end();
      await stopServer(cluster);
    }
  }
  const installation = await startInstallation({ folder, tree, env });
  const address = databases.address();
  const [db, limits] = [new pg.Client(address), new pg.Client(address)];
  await Promise.all([db.connect(), limits.connect()]);
  await db.query('create extension if not exists pg_stat_statements; set statement_timeout = 0');
  await db.query(await readFile(resolve(root, 'scripts/bench/calls/fill.sql'), 'utf8'));
  return {
    installation,
    db,
    limits,
    address,
    databases,
    async stop() {
      await Promise.all([db.end(), limits.end()]);
      await installation.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
