import { appendFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { openCluster } from '#server/platform/db/embedded/cluster.ts';
import { superuser } from '#server/platform/db/embedded/credentials.ts';
import { addressOf } from '#server/platform/db/embedded/postmaster.ts';
import { run } from '../run.ts';
import { installationFolder, startInstallation } from './installation.ts';

/**
 * `npm run bench:idle [minutes]`: how many statements the built server sends to PostgreSQL in a minute while it is
 * unused, by pg_stat_statements: a new installation, and a demo with its simulated market. Statements of transactions count.
 */
const [minutes = 3] = process.argv.slice(2).map(Number);
const aim = 60;
/** Jobs that are overdue at the start run first. */
const settleMs = 90_000;

interface Counted {
  calls: number;
  query: string;
}

async function measure(demo: boolean): Promise<number> {
  const folder = await installationFolder();
  try {
    // The first start makes the cluster; its settings are read at the second.
    await startInstallation({ folder, demo }).then(({ stop }) => stop());
    const dataDir = join(folder, 'data');
    const cluster = await openCluster(dataDir, { info() {}, warn() {}, error() {} });
    await appendFile(join(cluster.folder, 'postgresql.auto.conf'), "shared_preload_libraries = 'pg_stat_statements'\n");
    const server = await startInstallation({ folder, demo });
    try {
      await sleep(settleMs);
      const counted = await count(addressOf(cluster, superuser, 'atrium'));
      console.log(`\n${demo ? 'demo' : 'new installation'}: ${counted.total.toFixed(1)} statements a minute`);
      for (const { calls, query } of counted.most)
        console.log(`${(calls / minutes).toFixed(1).padStart(8)}  ${query.replaceAll(/\s+/g, ' ').slice(0, 110)}`);
      return counted.total;
    } finally {
      await server.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function count(url: string): Promise<{ total: number; most: Counted[] }> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('create extension if not exists pg_stat_statements');
    await client.query('select pg_stat_statements_reset()');
    await sleep(minutes * 60_000);
    const { rows } = await client.query<Counted>(
      `select calls::int, query from pg_stat_statements where query !~ 'pg_stat_statements' order by calls desc`,
    );
    return { total: rows.reduce((sum, { calls }) => sum + calls, 0) / minutes, most: rows.slice(0, 45) };
  } finally {
    await client.end();
  }
}

if ((await run(['tsx', 'scripts/build.ts'])) !== 0) process.exit(1);
for (const demo of [false, true]) if ((await measure(demo)) > aim) process.exitCode = 1;
