import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { readConfig } from '#server/platform/config/config.ts';
import { connect, type Db } from '#server/platform/db/database.ts';
import { accountFor } from '#server/platform/db/embedded/account.ts';
import { findBinaries } from '#server/platform/db/embedded/binaries.ts';
import { ownerRole, servingRole } from '#server/platform/db/embedded/credentials.ts';
import { startServerOf, startStandbyOf, type DebianServer } from '#test/database/debian-postgres.ts';
import { createDatabase, on } from '#test/database/replicated.ts';
import { openRedis, type TestRedis } from '#test/external-services/redis.ts';
import { bucketEnv, openBucketStandIn, type BucketStandIn } from '#test/files/bucket.ts';
import { freePort, startServer, type ServerProcess } from '../../../e2e/support/server-process.ts';
import { openBalancer, type Balancer } from '../roll/balancer.ts';
import { openDisk, type Disk } from './disk.ts';
import { openWire, type Wire } from './wire.ts';

const silent = { info() {}, warn() {}, error() {} };
const jump = pathToFileURL(resolve(import.meta.dirname, 'jump.mjs')).href;

/**
 * What an operator runs: built servers behind a load balancer, which share nothing but PostgreSQL with a synchronous
 * standby, a bus and a bucket.
 */
export interface Installation {
  balancer: Balancer;
  servers: ServerProcess[];
  /** Starts one again, at its place. */
  startAgain(nth: number): Promise<void>;
  primary: DebianServer;
  standby: DebianServer;
  /** Where the primary's files are; undefined where no file system can be mounted. */
  disk: Disk | undefined;
  wires: Wire[];
  redis: TestRedis;
  bucket: BucketStandIn;
  /** A connection of the referee, to whichever server accepts writes. */
  open(): Db;
  stop(): Promise<void>;
}

const instances = 3;

/** @param seen every answer of the balancer, at its end */
export async function openInstallation(seen: (status: number) => void): Promise<Installation> {
  const folder = await mkdtemp(join(tmpdir(), 'atrium-chaos-'));
  const bin = dirname(findBinaries(accountFor(undefined)).postgres);
  const disk = await openDisk();
  const sizes = { wal_keep_size: '64MB', max_wal_size: '128MB' };
  const primary = await startServerOf(bin, { fsync: 'on', autovacuum: 'off', ...sizes }, disk?.folder);
  const database = await createDatabase(primary);
  const standby = await startStandbyOf(bin, primary, { fsync: 'on' });
  await waitForStandby(primary);
  const wires = [await openWire(primary), await openWire(standby)];
  const [redis, bucket] = [await openRedis(), await openBucketStandIn()];
  const addressAs = (role: string) =>
    `postgresql://${role}@/${database}?host=${wires.map((wire) => wire.folder).join(',')}&target_session_attrs=read-write`;
  const env = {
    DATABASE_URL: addressAs(servingRole),
    DATABASE_OWNER_URL: addressAs(ownerRole),
    REDIS_URL: redis.url,
    NODE_OPTIONS: `--import ${jump}`,
    ...bucketEnv(bucket),
  };
  const servers: ServerProcess[] = [];
  const start = async (nth: number, port: number) => {
    servers[nth] = await startServer(join(folder, String(nth)), port, env);
  };
  for (let nth = 0; nth < instances; nth += 1) await start(nth, await freePort());
  const balancer = await openBalancer(
    servers.map(({ url }) => url),
    seen,
  );
  return {
    balancer,
    servers,
    startAgain: (nth) => start(nth, Number(new URL(servers[nth]?.url ?? '').port)),
    primary,
    standby,
    disk,
    wires,
    redis,
    bucket,
    open: () => connect(addressAs('postgres'), silent, { secrets: readConfig({}) }),
    async stop() {
      balancer.close();
      await Promise.all(servers.map((server) => server.stop()));
      await Promise.all([...wires.map((wire) => wire.close()), redis.stop(), bucket.close()]);
      await standby.stop();
      await primary.stop();
      await disk?.remove();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** From here on a commit is confirmed when the standby has it as well, so that nothing is lost with the primary. */
async function waitForStandby(primary: DebianServer): Promise<void> {
  await on(primary, `alter system set synchronous_standby_names = '*'`);
  await on(primary, 'select pg_reload_conf()');
  const inStep = () => on(primary, `select from pg_stat_replication where sync_state = 'sync'`);
  while ((await inStep()).length === 0) await sleep(50);
}
