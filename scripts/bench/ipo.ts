import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { demoSecret } from '#server/platform/config/environment.ts';
import { sql } from '#server/platform/db/sql.ts';
import { offeringInAllotment, orderAllotment } from '#test/ipo/book.ts';
import { deposit } from '#test/money/wallet.ts';
import { dataFolder, freePort, startServer } from '../../e2e/support/server-process.ts';
import { embeddedDatabase } from '../fault/database.ts';
import { run } from '../run.ts';
import { listenTo, newCaller, type Caller } from './ipo/callers.ts';
import { fillBook } from './ipo/fill-book.ts';
import { judge } from './ipo/judge.ts';
import { playKills, progressOf } from './ipo/play-kills.ts';

/**
 * `npm run bench:ipo [applications] [killed]`: allots and settles an offering on the built product while other clients call
 * it, and prints the times of both; then kills it in the middle of a smaller one. Exit code 1 when a result is wrong.
 */
const [applications = 100_000, killed = 20_000] = process.argv.slice(2).map(Number);
const callerCount = 6;
const idleS = 15;

function describe(name: string, times: number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? Number.NaN).toFixed(1);
  return `| ${name} | ${sorted.length} | ${at(0.5)} | ${at(0.99)} | ${at(1 - Number.EPSILON)} |`;
}

if ((await run(['tsx', 'scripts/build.ts'])) !== 0) process.exit(1);
const data = await dataFolder();
const database = embeddedDatabase(data);
const server = await startServer(data, await freePort());
const db = await database.open();
const problems: string[] = [];
// They call faster than any person; so the rate limits are reset all the time.
const unlimited = setInterval(() => void db.run(sql`delete from rate_window`).catch(() => {}), 500);
try {
  const callers: Caller[] = [];
  for (let n = 0; n < callerCount; n++) {
    callers.push(await newCaller(server.url, demoSecret, (id) => deposit(db, id, 100_000_000n, new Date())));
  }
  const offeringId = await offeringInAllotment(db, { quota: applications * 50 });
  const began = performance.now();
  await fillBook(db, offeringId, applications);
  console.log(`${applications} applications with their holds, in ${seconds(began)} s`);
  await sleep(3_000);

  const idleUntil = performance.now() + idleS * 1000;
  const idle = await listenTo(callers, () => performance.now() > idleUntil);
  let over = false;
  const busy = listenTo(callers, () => over);
  const startedMs = performance.now();
  await orderAllotment(db, offeringId, { method: 'tier_weighted' });
  console.log(`frozen after ${seconds(startedMs)} s`);
  const decided = sql`select from ipo_allotment where offering_id = ${offeringId} and state <> 'frozen'`;
  while ((await db.rows(decided)).length === 0) await sleep(50);
  console.log(`decided after ${seconds(startedMs)} s`);
  while (!(await progressOf(db, offeringId)).isOver) await sleep(200);
  console.log(`settled after ${seconds(startedMs)} s`);
  over = true;
  console.log('\n| calls of others | number | p50 ms | p99 ms | longest ms |\n|---|---|---|---|---|');
  console.log(describe('idle', idle));
  console.log(describe('during the allotment', await busy));
  problems.push(...(await judge(db, offeringId)));
} finally {
  clearInterval(unlimited);
  await db.close();
  await server.stop();
  await rm(dirname(data), { recursive: true, force: true });
}

const outcome = await playKills(killed, 5);
console.log(`\n${killed} applications, killed when ${outcome.killedAt.join(', ')} were settled`);
problems.push(...outcome.problems);
console.log(
  problems.length === 0 ? 'both results are those of the method, each application settled once' : problems.join('\n'),
);
if (problems.length > 0) process.exitCode = 1;

function seconds(since: number): string {
  return ((performance.now() - since) / 1000).toFixed(1);
}
