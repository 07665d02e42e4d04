import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { demoSecret } from '#server/platform/config/environment.ts';
import { readConfig } from '#server/platform/config/config.ts';
import { connect, type Db } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { headersOf, newBrowser, type Browser } from '#test/browser.ts';
import { deposit } from '#test/money/wallet.ts';
import { register } from '../fault/hand.ts';
import { root, run } from '../run.ts';
import type { Load } from './money/load.ts';
import { pgbench } from './money/pgbench.ts';
import { cpuTime, cpuTimeBelow, median } from './cpu-time.ts';
import { benchClients, postingStatements, transferStatements } from './money/statements.ts';
import { openOperator } from './operator.ts';
import { callAs } from './signed-in.ts';

/**
 * `npm run bench:money -- [seconds] [rounds]`: rate and times of money verbs through the built server, signed in, at 1, 16 and 64
 * clients who each have their own wallet and account; in turn with pgbench, which sends the statements of a transfer, and one
 * posting, to the same database. A ratio is the median of the rounds' ratios to pgbench with the statements of a transfer. CPU is
 * what the server and its PostgreSQL use for one verb; other work on the machine changes it least.
 */
const [seconds = 2, rounds = 3] = process.argv.slice(2).map(Number);
const clientCount = 64;

interface Client {
  browser: Browser;
  wallet: string;
  euros: string;
  number: string;
}

type Calls = Load['clients'][number]['calls'];

const transfer = ({ wallet, number }: Client, direction: 'in' | 'out') => ({
  path: '/api/trading-account/transfer',
  body: { trading_account_id: number, wallet_id: wallet, direction, amount: '0.01', request_id: '$key' },
});
const verbs: Record<string, (client: Client) => Calls> = {
  'transfer into a trading account': (client) => [transfer(client, 'in')],
  'transfer out of it': (client) => [transfer(client, 'out')],
  'conversion, with its quote': ({ wallet, euros }) => [
    { path: '/api/wallets/quote', body: { from_wallet_id: wallet, to_wallet_id: euros, amount: '1.00' } },
    { path: '/api/wallets/convert', body: { quote_id: '$id', request_id: '$key' } },
  ],
};

async function newClient(url: string, db: Db): Promise<Client> {
  const browser = newBrowser(demoSecret);
  const ask = <Answer>(path: string, body: object) => callAs<Answer>(url, browser, path, body);
  const id = await register(url, browser, (_, route, { body }) => ask(route.slice(5), body ?? {}));
  await deposit(db, id, 1_000_000_000n, new Date());
  const [main] = await ask<{ id: string }[]>('/api/wallets', {});
  const { id: euros } = await ask<{ id: string }>('/api/wallets/open', { currency_id: 'EUR' });
  const account = { currency_id: 'USD' };
  const { trading_account_id: number } = await ask<{ trading_account_id: string }>(
    '/api/trading-account/create',
    account,
  );
  const client = { browser, wallet: main?.id ?? '', euros, number };
  const first = transfer(client, 'in');
  await ask(first.path, { ...first.body, amount: '100000', request_id: '00000000-0000-4000-8000-000000000000' });
  return client;
}

function overHttp(url: string, clients: readonly Client[], calls: (client: Client) => Calls): Promise<number[]> {
  const load: Load = {
    url,
    seconds,
    clients: clients.map((client) => ({ headers: headersOf(client.browser), calls: calls(client) })),
  };
  return new Promise((done, failed) => {
    const words = ['--import', 'tsx', 'scripts/bench/money/load.ts'];
    const child = execFile(process.execPath, words, { cwd: root, maxBuffer: 2 ** 28 }, (error, times) =>
      error ? failed(error) : done(JSON.parse(times) as number[]),
    );
    child.stdin?.end(JSON.stringify(load));
  });
}

const at = (times: number[], share: number) =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? Number.NaN;

interface Round {
  times: number[];
  /** Of the server and of its PostgreSQL, for one verb; not known of pgbench. */
  cpuMs?: [number, number];
}

async function withCpu(pid: number, work: () => Promise<number[]>): Promise<Round> {
  const used = async () => [await cpuTime(pid), await cpuTimeBelow(pid)] as const;
  const before = await used();
  const times = await work();
  const after = await used();
  return { times, cpuMs: [(after[0] - before[0]) / times.length, (after[1] - before[1]) / times.length] };
}

function lineOf(name: string, clients: number, rounds: Round[], limits: Round[], statements = ''): string {
  const ratio = median(rounds.map(({ times }, round) => times.length / (limits[round]?.times.length ?? Number.NaN)));
  const rate = Math.round(median(rounds.map(({ times }) => times.length / seconds)));
  const [p50, p99] = [0.5, 0.99].map((share) => median(rounds.map(({ times }) => at(times, share))).toFixed(1));
  const cpu = [0, 1].map((part) => {
    const ms = median(rounds.map(({ cpuMs }) => cpuMs?.[part] ?? Number.NaN));
    return Number.isNaN(ms) ? '' : ms.toFixed(2);
  });
  return `| ${name} | ${clients} | ${rate} | ${p50} | ${p99} | ${statements} | ${cpu.join(' | ')} | ${ratio.toFixed(2)} |`;
}

if ((await run(['tsx', 'scripts/build.ts'])) !== 0) process.exit(1);
const operator = await openOperator({ tree: root });
const { installation, address, db: counter, limits } = operator;
// They call faster than any person; so the rate limits are reset all the time.
const unlimited = setInterval(() => void limits.query('delete from rate_window').catch(() => {}), 200);
const silent = { info() {}, warn() {}, error() {} };
const db = connect(address, silent, { secrets: readConfig({ NODE_ENV: 'test' }) });

/** Statements that the server sends for each round of calls of one client, with those of its notices. */
async function statementsOf(client: Client, calls: Calls): Promise<number> {
  await sleep(1_500);
  await counter.query('select pg_stat_statements_reset()');
  const done = (await overHttp(installation.url, [client], () => calls)).length;
  await sleep(1_500);
  // What runs less often belongs to jobs, and deferred triggers are no round trips.
  const { rows } = await counter.query<{ count: number }>(
    `select sum(calls)::int as count from pg_stat_statements where toplevel and calls * 10 >= $1 and query !~ 'delete from rate_window|new\\.id'`,
    [done],
  );
  return (rows[0]?.count ?? 0) / done;
}

try {
  await db.run(sql`update conversion_setting set quote_lifetime_s = 300`);
  await db.run(sql`update currency set rate_max_age_s = null`);
  const clients: Client[] = [];
  while (clients.length < clientCount) clients.push(await newClient(installation.url, db));
  await counter.query(benchClients);
  const [one] = clients as [Client];
  const statements: Record<string, string> = {};
  for (const [name, calls] of Object.entries(verbs))
    statements[name] = (await statementsOf(one, calls(one))).toFixed(1);
  const byPgbench =
    (script: string) =>
    async ({ length }: Client[]): Promise<Round> => ({ times: await pgbench(address, script, length, seconds) });
  const cases: Record<string, (clients: Client[]) => Promise<Round>> = {
    'pgbench, statements of a transfer': byPgbench(transferStatements),
    'pgbench, one posting': byPgbench(postingStatements),
    ...Object.fromEntries(
      Object.entries(verbs).map(([name, calls]) => [
        name,
        (clients: Client[]) => withCpu(installation.pid, () => overHttp(installation.url, clients, calls)),
      ]),
    ),
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
} finally {
  clearInterval(unlimited);
  await db.close();
  await operator.stop();
}
