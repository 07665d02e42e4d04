import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/**
 * Runs a script in pgbench for some seconds and gives the milliseconds of each transaction.
 * @throws Error when PostgreSQL's pgbench is not installed
 */
export async function pgbench(url: string, script: string, clients: number, seconds: number): Promise<number[]> {
  const folder = await mkdtemp(join(tmpdir(), 'atrium-pgbench-'));
  const file = join(folder, 'script.sql');
  await writeFile(file, script);
  const { username, password, hostname, port, pathname, searchParams } = new URL(url.replace('@/', '@localhost/'));
  const host = searchParams.get('host') ?? decodeURIComponent(hostname);
  const where = ['-h', host, ...(port === '' ? [] : ['-p', port]), '-U', username, pathname.slice(1)];
  const threads = `${Math.min(clients, 2)}`;
  const how = ['-n', '-M', 'prepared', '-f', file, '-c', `${clients}`, '-j', threads, '-T', `${seconds}`];
  try {
    await promisify(execFile)('pgbench', [...how, '-l', `--log-prefix=${join(folder, 'log')}`, ...where], {
      env: { PATH: process.env['PATH'], PGPASSWORD: decodeURIComponent(password) },
      cwd: folder,
    });
    const logs = (await readdir(folder)).filter((name) => name.startsWith('log'));
    const lines = (await Promise.all(logs.map((name) => readFile(join(folder, name), 'utf8')))).join('').trim();
    return lines.split('\n').map((line) => Number(line.split(' ')[2]) / 1000);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new Error('pgbench is missing: it comes with PostgreSQL (on Debian: apt-get install postgresql)', {
      cause: error,
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
