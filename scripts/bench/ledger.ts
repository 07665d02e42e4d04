import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { verifyLedger } from '#server/ledger/verify.ts';
import { bank, openBooks } from './ledger/books.ts';
import { pgbench, transfers } from './ledger/pgbench.ts';
import { root } from '../run.ts';

/**
 * Transfers per second over HTTP beside pgbench with the same SQL, which is the limit, in the same run and on the same
 * embedded server. `npm run bench:ledger [seconds] [rounds]`; each figure is the median of its rounds, which take turns, and
 * each ratio that of the rounds' own ratios, since a machine is not equally fast at all times.
 */
const [seconds = 2, rounds = 7] = process.argv.slice(2).map(Number);

interface Figures {
  rate: number;
  p50: number;
  p99: number;
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

function figuresOf(times: number[]): Figures {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
  return { rate: sorted.length / seconds, p50: at(0.5), p99: at(0.99) };
}

function lineOf(name: string, clients: number, rounds: Figures[], limits: Figures[]): string {
  const of = (key: keyof Figures) => median(rounds.map((each) => each[key]));
  const ratio = median(rounds.map(({ rate }, round) => rate / (limits[round]?.rate ?? Number.NaN)));
  return `| ${name} | ${clients} | ${Math.round(of('rate'))} | ${of('p50').toFixed(2)} | ${of('p99').toFixed(1)} | ${ratio.toFixed(2)} |`;
}

async function startServer(url: string): Promise<{ address: string; stop: () => Promise<void> }> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'scripts/bench/ledger/server.ts', url], {
    cwd: root,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const failed = ended.then(() => Promise.reject(new Error('the server ended')));
  const [address] = (await Promise.race([once(createInterface(child.stdout), 'line'), failed])) as [string];
  failed.catch(() => {});
  return {
    address,
    async stop() {
      child.stdin.end();
      await ended;
    },
  };
}

async function overHttp(address: string, clients: number, from = ''): Promise<number[]> {
  const words = ['--import', 'tsx', 'scripts/bench/ledger/load.ts', address, `${clients}`, `${seconds}`, from];
  const { stdout } = await promisify(execFile)(process.execPath, words, { cwd: root, maxBuffer: 2 ** 28 });
  return JSON.parse(stdout) as number[];
}

const books = await openBooks();
const server = await startServer(books.url);
const cases: Record<string, (clients: number) => Promise<number[]>> = {
  'pgbench, one call': (clients) => pgbench(books.url, transfers.between, clients, seconds),
  'HTTP, gathered': (clients) => overHttp(`${server.address}/bench/together`, clients),
  'HTTP, each alone': (clients) => overHttp(`${server.address}/bench/alone`, clients),
  'pgbench, one locked row': (clients) => pgbench(books.url, transfers.fromOne, clients, seconds),
  'HTTP, gathered, one house account': (clients) => overHttp(`${server.address}/bench/together`, clients, bank.code),
};

try {
  console.log('| work | clients | rate /s | p50 ms | p99 ms | to pgbench |\n|---|---|---|---|---|---|');
  for (const clients of [1, 16, 64]) {
    const measured: Record<string, Figures[]> = {};
    for (let round = 0; round < rounds; round++) {
      for (const [name, run] of Object.entries(cases)) (measured[name] ??= []).push(figuresOf(await run(clients)));
    }
    let limits: Figures[] = [];
    for (const [name, figures] of Object.entries(measured)) {
      if (name.startsWith('pgbench')) limits = figures;
      console.log(lineOf(name, clients, figures, limits));
    }
  }
  const { counts, findings } = await books.db.snapshot(verifyLedger);
  const broken = findings.find(({ breach }) => breach);
  console.log(
    `\n${counts.transactions} transactions; ${broken ? `BROKEN: ${broken.invariant}` : 'all invariants hold'}`,
  );
  if (broken) process.exitCode = 1;
} finally {
  await server.stop();
  await books.close();
}
