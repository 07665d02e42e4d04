import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import pg from 'pg';
import { countFunnel, countPeople } from '#server/dashboard/count-people.ts';
import { countWork } from '#server/dashboard/count-work.ts';
import { openDashboard, readOfferings } from '#server/dashboard/show-dashboard.ts';
import { spanUntil } from '#server/dashboard/span.ts';
import { sumMoney } from '#server/dashboard/sum-money.ts';
import { movableClock } from '#server/platform/clock.ts';
import { readConfig } from '#server/platform/config/config.ts';
import { openLog } from '#server/platform/monitoring/log.ts';
import { buildApp } from '#server/start.ts';
import { root } from '../run.ts';
import { openScratchDatabase } from '../scratch-database.ts';

/**
 * `npm run bench:dashboard [clients] [rounds]`: what the figures of the dashboard cost, part by part and together, on an
 * embedded database of the benchmark's own that holds so many clients.
 */
const [clients = 100_000, rounds = 100] = process.argv.slice(2).map(Number);

async function fill(url: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query(`set bench.clients = '${clients}'`);
    await client.query(await readFile(resolve(root, 'scripts/bench/dashboard/fill-broker.sql'), 'utf8'));
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
}

async function timesOf(action: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const startedMs = performance.now();
    await action();
    times.push(performance.now() - startedMs);
  }
  return times.toSorted((a, b) => a - b);
}

const log = openLog('warn');
const database = await openScratchDatabase();
try {
  const began = performance.now();
  await fill(database.url);
  console.log(`${clients} clients, made in ${((performance.now() - began) / 1000).toFixed(1)} s\n`);

  const clock = movableClock();
  const config = readConfig({ NODE_ENV: 'test' });
  const app = await buildApp({ config, db: database.db, log, clock, folder: root, pages: false, modules: [] });
  const span = spanUntil(clock.now());
  const show = openDashboard(app);
  const parts: Record<string, () => Promise<unknown>> = {
    people: () => countPeople(app, span),
    funnel: () => countFunnel(app, span),
    money: () => sumMoney(app, span),
    work: () => countWork(app, span),
    offerings: () => readOfferings(app),
    'all at once': () => {
      clock.advance(60_000);
      return show({ roles: ['admin'] });
    },
    'kept, within half a minute': () => show({ roles: ['admin'] }),
  };
  console.log('| figures | p50 ms | p99 ms |\n|---|---|---|');
  for (const [name, action] of Object.entries(parts)) {
    const times = await timesOf(action);
    const at = (share: number) => (times[Math.floor(times.length * share)] ?? Number.NaN).toFixed(1);
    console.log(`| ${name} | ${at(0.5)} | ${at(0.99)} |`);
  }
  await app.http.close();
} finally {
  await database.close();
}
