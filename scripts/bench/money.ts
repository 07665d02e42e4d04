import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { readConfig } from '#server/platform/config/config.ts';
import { connect } from '#server/platform/db/database.ts';
import { root, run } from '../run.ts';
import type { Doing } from './money/caller.ts';
import type { Load, Measured } from './money/load.ts';
import { newClient, newOffering, openBroker, type Client } from './money/people.ts';
import { pgbench, warmUp } from './money/pgbench.ts';
import { record } from './money/record.ts';
import { replayOf, storeCalls, type Replay } from './money/replay.ts';
import { verbsWith, type Verb } from './money/verbs.ts';
import { differences, writesOf, type Writes } from './money/writes.ts';
import { cpuTime, cpuTimeBelow, median } from './cpu-time.ts';
import { openOperator, type Databases } from './operator.ts';

/**
 * `npm run bench:money -- [seconds] [rounds] [words] [clients]`: rate and times of money verbs through the built server, signed
 * in, at 1, 16 and 64 clients who each have their own wallet and account, each in turn with pgbench, which sends the very
 * statements of that verb. They are recorded before, and pgbench sends them to a copy of the database as it was then. A ratio is
 * the median of the rounds' ratios to pgbench. CPU is what the server and PostgreSQL use for one verb; other work on the machine
 * changes it least. With words, only verbs whose name has them; with `1,16`, only so many clients. Fails where pgbench did not
 * write the rows that the server wrote.
 */
const [seconds = 2, rounds = 1] = process.argv.slice(2, 4).map(Number);
const [words = '', listed = '1,16,64'] = process.argv.slice(4);
const numbers = listed.split(',').map(Number);
/** Calls of each client in pgbench, by the number of clients. */
const callsOf = (number: number) => (number < 4 ? 40 : number < 32 ? 24 : 14);
/** Some have other statements, and are left out: the first one of each client, and now and then another. */
const spare = 3;
const recordedOf = (n: number) => numbers.reduce((sum, number) => sum + (n < number ? callsOf(number) : 0), spare);
/** What is made ready for each verb that uses something up; with less, it ends earlier. */
const readyForEach = seconds * 120;
const silent = { info() {}, warn() {}, error() {} };

function overHttp(url: string, clients: Doing[], until: Pick<Load, 'seconds' | 'most'>): Promise<Measured> {
  const load: Load = { url, ...until, clients };
  return new Promise((done, failed) => {
    const script = ['--import', 'tsx', 'scripts/bench/money/load.ts'];
    const child = execFile(process.execPath, script, { cwd: root, maxBuffer: 2 ** 28 }, (error, measured) =>
      error ? failed(error) : done(JSON.parse(measured) as Measured),
    );
    child.stdin?.end(JSON.stringify(load));
  });
}

const at = (times: number[], share: number) =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? Number.NaN;

interface Round extends Measured {
  /** Of the server and of its PostgreSQL, for one verb. */
  cpuMs: [number, number];
}

/** @param calls how many there were, where not all are measured */
async function withCpu(pid: number, work: () => Promise<Measured>, calls?: number): Promise<Round> {
  const used = async () => [await cpuTime(pid), await cpuTimeBelow(pid)] as const;
  const before = await used();
  const measured = await work();
  const after = await used();
  const count = calls ?? measured.times.length;
  return { ...measured, cpuMs: [(after[0] - before[0]) / count, (after[1] - before[1]) / count] };
}

const rateOf = ({ times, lastedMs }: Measured) => (times.length / lastedMs) * 1000;

function lineOf(name: string, clients: number, byServer: Round[], byPgbench: Round[]): string {
  const of = (each: Round[], figure: (round: Round) => number, digits: number) =>
    median(each.map(figure)).toFixed(digits);
  const ratio = median(byServer.map((round, n) => rateOf(round) / rateOf(byPgbench[n] ?? round)));
  return `| ${[
    name,
    clients,
    of(byPgbench, rateOf, 0),
    of(byPgbench, ({ times }) => at(times, 0.99), 1),
    of(byPgbench, ({ cpuMs }) => cpuMs[1], 2),
    of(byServer, rateOf, 0),
    of(byServer, ({ times }) => at(times, 0.5), 1),
    of(byServer, ({ times }) => at(times, 0.99), 1),
    of(byServer, ({ cpuMs }) => cpuMs[0], 2),
    of(byServer, ({ cpuMs }) => cpuMs[1], 2),
    ratio.toFixed(2),
  ].join(' | ')} |`;
}

/** They call faster than any person; so the rate limits are forgotten all the time. */
async function forgetLimits(address: string): Promise<() => Promise<void>> {
  const limits = new pg.Client(address);
  // The database may be stopped first, by what fails elsewhere.
  limits.on('error', () => {});
  await limits.connect();
  const timer = setInterval(() => void limits.query('delete from rate_window').catch(() => {}), 200);
  return async () => {
    clearInterval(timer);
    await limits.end();
  };
}

/** The past of the market is written once, after the first start. */
async function untilTheMarketHasItsPast(address: string): Promise<void> {
  const db = new pg.Client(address);
  await db.connect();
  const isWritten = `select from job where name = 'market.candles' and last_done_at is not null`;
  while ((await db.query(isWritten)).rowCount === 0) await sleep(1_000);
  await db.query('vacuum analyze');
  await db.end();
}

interface Recorded {
  replay: Replay;
  /** Of the numbers of clients, in their order. */
  runs: { from: number; calls: number }[];
  /** For one call. */
  writes: Writes;
}

/** A copy of the database from before the recording, in which a round of pgbench writes. */
const copyOf = (round: number) => `bench_replay_${round}`;
const tableOf = (verb: number) => `bench_call_${verb}`;

/** Records each verb, and makes the copies, which have its calls. */
async function recordAll(
  admin: pg.Client,
  databases: Databases,
  verbs: readonly Verb[],
  doing: Doing[][],
): Promise<Recorded[]> {
  await admin.query(`create database ${copyOf(0)} template atrium`);
  const forgotten = await forgetLimits(databases.address());
  const stored = new pg.Client(databases.address(copyOf(0)));
  await stored.connect();
  const recorded: Recorded[] = [];
  for (const [number, each] of doing.entries()) {
    const written = await writesOf(databases.address());
    const calls = await record(
      { address: databases.address(), dataDir: databases.dataDir },
      each.map((doing, n) => ({ doing, rounds: recordedOf(n) })),
    );
    const writes = (await writesOf(databases.address())).since(written, calls.flat().length);
    const replay = replayOf(calls, tableOf(number));
    const wanted = numbers.map((clients) => ({ clients, calls: callsOf(clients) }));
    const runs = await storeCalls(stored, tableOf(number), replay, wanted);
    recorded.push({ replay, runs, writes });
    const { statements, roundTrips, replayed, commits, share } = replay;
    const percent = (share * 100).toFixed(0);
    console.log(`| ${[verbs[number]?.name, statements, roundTrips, replayed, commits, `${percent} %`].join(' | ')} |`);
  }
  await stored.end();
  await forgotten();
  for (let round = 1; round < rounds; round += 1)
    await admin.query(`create database ${copyOf(round)} template ${copyOf(0)}`);
  return recorded;
}

if ((await run(['tsx', 'scripts/build.ts'])) !== 0) process.exit(1);
const startedMs = performance.now();
const tell = (what: string) => console.error(`${((performance.now() - startedMs) / 1000).toFixed(0)} s: ${what}`);
let verbs: readonly Verb[] = [];
const clients: Client[] = [];
let recorded: Recorded[] = [];
const doing: Doing[][] = [];
const operator = await openOperator({
  tree: root,
  env: { STAFF_SECOND_FACTOR: '0' },
  async fill({ url }, { address }) {
    const db = connect(address(), silent, { secrets: readConfig({ NODE_ENV: 'test' }) });
    const forgotten = await forgetLimits(address());
    await openBroker(db);
    verbs = verbsWith(await newOffering(db)).filter(({ name }) => name.includes(words));
    while (clients.length < Math.max(...numbers)) clients.push(await newClient(url, db));
    for (const { prepare } of verbs)
      doing.push(await Promise.all(clients.map((client, n) => prepare(client, recordedOf(n)))));
    tell('clients are ready');
    await forgotten();
    await db.close();
    await untilTheMarketHasItsPast(address());
  },
  async alone(admin, databases) {
    console.log('\n| one call | statements | round trips | of pgbench | commits | alike |\n|---|---|---|---|---|---|');
    recorded = await recordAll(admin, databases, verbs, doing);
    tell('recorded');
  },
});
const { installation, databases, db } = operator;
const forgotten = await forgetLimits(databases.address());
// The second start has another port.
for (const client of clients) client.url = installation.url;

/** Where pgbench wrote other rows than the server. */
const wrong: string[] = [];

async function byPgbench({ replay, runs, writes }: Recorded, round: number, clients: number): Promise<Round> {
  const url = databases.address(copyOf(round));
  const { from, calls } = runs[numbers.indexOf(clients)] ?? { from: 0, calls: 0 };
  if (calls <= warmUp) throw new Error(`only ${calls} calls of a client are alike`);
  const written = await writesOf(url);
  const measured = await withCpu(
    installation.pid,
    () => pgbench(url, { script: replay.script, clients, calls, from }),
    calls * clients,
  );
  const different = differences(writes, (await writesOf(url)).since(written, calls * clients));
  if (different.length > 0) wrong.push(`${clients} clients: ${different.join(', ')}`);
  return measured;
}

async function byServer(
  { prepare }: Verb,
  number: number,
  until: Pick<Load, 'seconds' | 'most'> = { seconds },
): Promise<Round> {
  const ready = Math.ceil(readyForEach / number);
  const doing = await Promise.all(clients.slice(0, number).map((client) => prepare(client, ready)));
  return withCpu(installation.pid, () => overHttp(installation.url, doing, until));
}

try {
  // As pgbench, the server is measured when each of its connections has sent each statement some times.
  for (const verb of verbs) await byServer(verb, 16, { seconds: 20, most: 16 * 2 * warmUp });
  console.log(
    '\n| work | clients | pgbench /s | p99 ms | PostgreSQL CPU ms | server /s | p50 ms | p99 ms | server CPU ms | PostgreSQL CPU ms | to pgbench |\n|---|---|---|---|---|---|---|---|---|---|---|',
  );
  for (const number of numbers) {
    for (const [at, verb] of verbs.entries()) {
      const each = recorded[at];
      if (!each) continue;
      const measured: [Round[], Round[]] = [[], []];
      for (let round = 0; round < rounds; round += 1) {
        measured[0].push(await byPgbench(each, round, number));
        measured[1].push(await byServer(verb, number));
      }
      console.log(lineOf(verb.name, number, measured[1], measured[0]));
    }
  }
  if (wrong.length > 0) throw new Error(`pgbench did not write what the server wrote: ${wrong.join('; ')}`);
  const { rowCount } = await db.query(`select from payment where received is not null and state <> 'credited'`);
  if (rowCount !== 0) throw new Error(`${rowCount} deposits were not credited`);
} finally {
  await forgotten();
  await operator.stop();
  tell('done');
}
