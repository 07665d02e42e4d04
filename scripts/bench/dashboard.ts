import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import pg from 'pg';
import { countPeople, countRegistrations } from '#server/dashboard/count-people.ts';
import { countWork } from '#server/dashboard/count-work.ts';
import { countBooks, openDashboard, readOfferings } from '#server/dashboard/show-dashboard.ts';
import { periodOf } from '#server/dashboard/period.ts';
import { timeAnswers } from '#server/dashboard/time-answers.ts';
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
  const [month, quarter] = [periodOf({ period: 'days_30' }, clock.now()), periodOf({ period: 'days_90' }, clock.now())];
  const show = openDashboard(app);
  const parts: Record<string, () => Promise<unknown>> = {
    people: () => countPeople(app, month),
    'books, 30 days': () => countBooks(app, month),
    'books, 90 days': () => countBooks(app, quarter),
    'registrations, 90 days': () => countRegistrations(app, quarter),
    'answer times, 90 days': () => timeAnswers(app, quarter),
    work: () => countWork(app, clock.now()),
    offerings: () => readOfferings(app),
    'all at once, 30 days': () => {
      clock.advance(60_000);
      return show({ roles: ['admin'] }, {});
    },
    'all at once, 90 days': () => {
      clock.advance(60_000);
      return show({ roles: ['admin'] }, { period: 'days_90' });
    },
    'kept, within half a minute': () => show({ roles: ['admin'] }, { period: 'days_90' }),
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
