import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { walletCount } from './books.ts';

/** A transfer as the ledger's own door writes it, between wallets whose numbers are `from` and `to`. */
const call = (from: string) => `
\\set to random(2, ${walletCount})
\\set from ${from}
select * from ledger_post(gen_random_uuid(), 'bench', gen_random_uuid()::text, '\\x00', 'withdrawal', null, null, null, null, now(),
  array[${codeOf(':from')}, ${codeOf(':to')}], array[-1, 1]::bigint[]);
`;
/** pgbench takes a colon with a name behind it for a variable, even within quotes. */
const codeOf = (number: string) =>
  `'client:' || ${number}::text || ':' || 'wallet:' || ${number}::text || ':' || 'available'`;

/** The SQL of a transfer, between any two wallets, or from one wallet, which all of them touch and lock. */
export const transfers = {
  between: call(`1 + (:to + random(0, ${walletCount - 2})) % ${walletCount}`),
  fromOne: call('1'),
};

/**
 * Runs a script in pgbench for some seconds and gives the milliseconds of each transaction.
 * @throws Error when PostgreSQL's pgbench is not installed
 */
export async function pgbench(url: string, script: string, clients: number, seconds: number): Promise<number[]> {
  const folder = await mkdtemp(join(tmpdir(), 'atrium-pgbench-'));
  const file = join(folder, 'transfer.sql');
  await writeFile(file, script);
  const { username, password, pathname, searchParams } = new URL(url.replace('@/', '@localhost/'));
  const where = ['-h', searchParams.get('host') ?? '', '-U', username, pathname.slice(1)];
  const how = [
    '-n',
    '-M',
    'prepared',
    '-f',
    file,
    '-c',
    `${clients}`,
    '-j',
    `${Math.min(clients, 2)}`,
    '-T',
    `${seconds}`,
  ];
  try {
    await promisify(execFile)('pgbench', [...how, '-l', `--log-prefix=${join(folder, 'log')}`, ...where], {
      env: { PATH: process.env['PATH'], PGPASSWORD: decodeURIComponent(password) },
      cwd: folder,
    });
    const logs = (await readdir(folder)).filter((name) => name.startsWith('log'));
    const lines = (await Promise.all(logs.map((name) => readFile(join(folder, name), 'utf8'))))
      .join('')
      .trim()
      .split('\n');
    return lines.map((line) => Number(line.split(' ')[2]) / 1000);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new Error('pgbench is missing: it comes with PostgreSQL (on Debian: apt-get install postgresql)', {
      cause: error,
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
