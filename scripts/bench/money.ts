import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { readConfig } from '#server/platform/config/config.ts';
import { connect } from '#server/platform/db/database.ts';
import { root, run } from '../run.ts';
import type { Load, Measured } from './money/load.ts';
import { newClient, newOffering, openBroker, type Client } from './money/people.ts';
import { pgbench } from './money/pgbench.ts';
import { benchClients, postingStatements, transferStatements } from './money/statements.ts';
import { verbsWith, type Verb } from './money/verbs.ts';
import { cpuTime, cpuTimeBelow, median } from './cpu-time.ts';
import { openOperator } from './operator.ts';

/**
 * `npm run bench:money -- [seconds] [rounds] [words]`: rate and times of money verbs through the built server, signed in, at 1, 16
 * and 64 clients who each have their own wallet and account; in turn with pgbench, which sends the statements of a transfer, and
 * one posting, to the same database. A ratio is the median of the rounds' ratios to pgbench with the statements of a transfer. CPU
 * is what the server and its PostgreSQL use for one verb; other work on the machine changes it least. With words, only verbs
 * whose name has them.
 */
const [seconds = 2, rounds = 3] = process.argv.slice(2, 4).map(Number);
const words = process.argv[4] ?? '';
const clientCount = 64;
/** What is made ready for each verb that uses something up; with less, it ends earlier. */
const readyForEach = seconds * 80;

function overHttp(url: string, clients: Load['clients'], forSeconds = seconds): Promise<Measured> {
  const load: Load = { url, seconds: forSeconds, clients };
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
  /** Of the server and of its PostgreSQL, for one verb; not known of pgbench. */
  cpuMs?: [number, number];
}

async function withCpu(pid: number, work: () => Promise<Measured>): Promise<Round> {
  const used = async () => [await cpuTime(pid), await cpuTimeBelow(pid)] as const;
  const before = await used();
  const measured = await work();
  const after = await used();
  const { length } = measured.times;
  return { ...measured, cpuMs: [(after[0] - before[0]) / length, (after[1] - before[1]) / length] };
}

const rateOf = ({ times, lastedMs }: Measured) => (times.length / lastedMs) * 1000;

function lineOf(name: string, clients: number, rounds: Round[], limits: Round[], statements = ''): string {
  const ratio = median(
    rounds.map((each, round) => rateOf(each) / rateOf(limits[round] ?? { times: [], lastedMs: Number.NaN })),
  );
  const rate = Math.round(median(rounds.map(rateOf)));
  const [p50, p99] = [0.5, 0.99].map((share) => median(rounds.map(({ times }) => at(times, share))).toFixed(1));
  const cpu = [0, 1].map((part) => {
    const ms = median(rounds.map(({ cpuMs }) => cpuMs?.[part] ?? Number.NaN));
    return Number.isNaN(ms) ? '' : ms.toFixed(2);
  });
  return `| ${name} | ${clients} | ${rate} | ${p50} | ${p99} | ${statements} | ${cpu.join(' | ')} | ${ratio.toFixed(2)} |`;
}

if ((await run(['tsx', 'scripts/build.ts'])) !== 0) process.exit(1);
const operator = await openOperator({ tree: root, env: { STAFF_SECOND_FACTOR: '0' } });
const { installation, address, db: counter, limits } = operator;
// They call faster than any person; so the rate limits are reset all the time.
const unlimited = setInterval(() => void limits.query('delete from rate_window').catch(() => {}), 200);
const silent = { info() {}, warn() {}, error() {} };
const db = connect(address, silent, { secrets: readConfig({ NODE_ENV: 'test' }) });

const prepared = ({ prepare }: Verb, clients: Client[], most = readyForEach) =>
  Promise.all(clients.map((client) => prepare(client, Math.ceil(most / clients.length))));

/**
 * Statements for each round of calls of one client, with those of its notices. Several may travel in one round trip. A begin or a
 * commit that travels with another statement is not counted by PostgreSQL, as it is prepared.
 */
async function statementsOf(verb: Verb, client: Client): Promise<number> {
  const doing = await prepared(verb, [client], 100);
  await sleep(1_500);
  await counter.query('select pg_stat_statements_reset()');
  const done = (await overHttp(installation.url, doing, 2)).times.length;
  await sleep(1_500);
  // What runs less often belongs to jobs, and deferred triggers are no statements of a verb.
  const { rows } = await counter.query<{ count: number }>(
    `select sum(calls)::int as count from pg_stat_statements where toplevel and calls * 10 >= $1 and query !~ 'delete from rate_window|new\\.id'`,
    [done],
  );
  return (rows[0]?.count ?? 0) / done;
}

/** The past of the market is written once, after the first start. */
async function untilTheMarketHasItsPast(): Promise<void> {
  const isWritten = `select from job where name = 'market.candles' and last_done_at is not null`;
  while ((await counter.query(isWritten)).rowCount === 0) await sleep(1_000);
}

try {
  await openBroker(db);
  const verbs = verbsWith(await newOffering(db)).filter(({ name }) => name.includes(words));
  const clients: Client[] = [];
  while (clients.length < clientCount) clients.push(await newClient(installation.url, db));
  await counter.query(benchClients);
  await untilTheMarketHasItsPast();
  const [one] = clients as [Client];
  const statements: Record<string, string> = {};
  for (const verb of verbs) statements[verb.name] = (await statementsOf(verb, one)).toFixed(1);
  const byPgbench =
    (script: string) =>
    async ({ length }: Client[]): Promise<Round> => ({
      times: await pgbench(address, script, length, seconds),
      lastedMs: seconds * 1000,
    });
  const byVerb = (verb: Verb) => async (clients: Client[]) => {
    const doing = await prepared(verb, clients);
    return withCpu(installation.pid, () => overHttp(installation.url, doing));
  };
  const cases: Record<string, (clients: Client[]) => Promise<Round>> = {
    'pgbench, statements of a transfer': byPgbench(transferStatements),
    'pgbench, one posting': byPgbench(postingStatements),
    ...Object.fromEntries(verbs.map((verb) => [verb.name, byVerb(verb)])),
  };
  console.log(
    '| work | clients | rate /s | p50 ms | p99 ms | statements | server CPU ms | PostgreSQL CPU ms | to pgbench |\n|---|---|---|---|---|---|---|---|---|',
  );
  for (const number of [1, 16, 64]) {
    const measured: Record<string, Round[]> = {};
    for (let round = 0; round < rounds; round++) {
      for (const [name, work] of Object.entries(cases))
        (measured[name] ??= []).push(await work(clients.slice(0, number)));
    }
    const [limit = []] = Object.values(measured);
    for (const [name, each] of Object.entries(measured))
      console.log(lineOf(name, number, each, limit, statements[name]));
  }
  const { rowCount } = await counter.query(`select from payment where received is not null and state <> 'credited'`);
  if (rowCount !== 0) throw new Error(`${rowCount} deposits were not credited`);
} finally {
  clearInterval(unlimited);
  await db.close();
  await operator.stop();
}
