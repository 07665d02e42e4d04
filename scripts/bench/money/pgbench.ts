import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { median } from '../cpu-time.ts';
import type { Measured } from './load.ts';

/** Calls of each client that do not count: a connection plans a statement again some times before it keeps the plan. */
export const warmUp = 5;

interface Work {
  script: string;
  clients: number;
  /** Of each client. */
  calls: number;
  /** What `i` is before the first one; the script counts it on. */
  from: number;
}

/**
 * Runs a script in pgbench. What counts is from when half of the clients are warm until half have finished.
 * @throws Error when PostgreSQL's pgbench is not installed, or a statement fails
 */
export async function pgbench(url: string, { script, clients, calls, from }: Work): Promise<Measured> {
  const folder = await mkdtemp(join(tmpdir(), 'atrium-pgbench-'));
  const file = join(folder, 'script.sql');
  await writeFile(file, script);
  const { username, password, hostname, port, pathname, searchParams } = new URL(url.replace('@/', '@localhost/'));
  const host = searchParams.get('host') ?? decodeURIComponent(hostname);
  const where = ['-h', host, ...(port === '' ? [] : ['-p', port]), '-U', username, pathname.slice(1)];
  const threads = `${Math.min(clients, 2)}`;
  const how = [
    '-n',
    '-M',
    'prepared',
    '-D',
    `i=${from}`,
    '-f',
    file,
    '-c',
    `${clients}`,
    '-j',
    threads,
    '-t',
    `${calls}`,
  ];
  try {
    await promisify(execFile)('pgbench', [...how, '-l', `--log-prefix=${join(folder, 'log')}`, ...where], {
      env: { PATH: process.env['PATH'], PGPASSWORD: decodeURIComponent(password) },
      cwd: folder,
    });
    const logs = (await readdir(folder)).filter((name) => name.startsWith('log'));
    const lines = (await Promise.all(logs.map((name) => readFile(join(folder, name), 'utf8')))).join('').trim();
    return measuredIn(lines.split('\n'), calls);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new Error('pgbench is missing: it comes with PostgreSQL (on Debian: apt-get install postgresql)', {
      cause: error,
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Lines of client, number, microseconds, script, and the second and microsecond of its end. */
function measuredIn(lines: string[], calls: number): Measured {
  const all = lines.map((line) => {
    const [, number = 0, us = 0, , s = 0, ofSecond = 0] = line.split(' ').map(Number);
    return { number, ms: us / 1000, endedMs: s * 1000 + ofSecond / 1000 };
  });
  const halfAt = (call: number) => median(all.filter(({ number }) => number === call).map(({ endedMs }) => endedMs));
  const [begunMs, untilMs] = [halfAt(warmUp), halfAt(calls)];
  const counted = all.filter(({ endedMs }) => endedMs > begunMs && endedMs <= untilMs);
  return { times: counted.map(({ ms }) => ms), lastedMs: untilMs - begunMs };
}
