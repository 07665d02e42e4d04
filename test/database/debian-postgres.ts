import { execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { accountFor, type Account } from '#server/platform/db/embedded/account.ts';

/** Where Debian keeps its servers, one folder for each major version. */
const installed = '/usr/lib/postgresql';

/** A throw-away server of the machine, apart from the one that comes with the packages. */
export interface DebianServer {
  /** The address of a database, as its superuser. */
  address(database: string): string;
  folder: string;
  /** Ends it as a crash does. */
  kill(): Promise<void>;
  isRunning(): boolean;
  startAgain(): Promise<void>;
  stop(): Promise<void>;
}

/** The versions on this machine that we support, the oldest first. */
export function debianVersions(): string[] {
  if (!existsSync(installed)) return [];
  return readdirSync(installed)
    .filter((name) => Number(name) >= 15 && existsSync(join(installed, name, 'bin/initdb')))
    .toSorted();
}

/** Where the programs of a version are. */
export const debianBin = (version: string): string => join(installed, version, 'bin');

export const startDebianServer = (version: string, settings?: Record<string, string>): Promise<DebianServer> =>
  startServerOf(debianBin(version), settings);

/**
 * Makes and starts a server that only this process can reach and that stores nothing for good. `stop` removes it.
 * @param parent where its folder is made
 */
export async function startServerOf(
  bin: string,
  settings: Record<string, string> = {},
  parent = tmpdir(),
): Promise<DebianServer> {
  const make = (data: string, how: How) =>
    execFileSync(
      join(bin, 'initdb'),
      ['-A', 'trust', '-U', 'postgres', '-E', 'UTF8', '--locale=C', '--no-sync', '-D', data],
      how,
    );
  return startIn(bin, settings, make, parent);
}

/**
 * Starts a standby that streams from `primary`, made of a copy of its files, as `pg_basebackup` makes one. The primary must
 * not be written to in the meantime, by autovacuum neither, or a file may be gone before it is copied.
 */
export async function startStandbyOf(
  bin: string,
  primary: DebianServer,
  settings: Record<string, string> = {},
): Promise<DebianServer> {
  const client = new pg.Client(primary.address('postgres'));
  await client.connect();
  try {
    return await startIn(
      bin,
      { primary_conninfo: `host=${primary.folder} user=postgres`, ...settings },
      async (data, how) => {
        await client.query("select pg_backup_start('standby', true)");
        execFileSync('cp', ['-R', `${join(primary.folder, 'data')}/.`, data], how);
        const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop()');
        for (const left of ['postmaster.pid', 'postmaster.opts']) rmSync(join(data, left), { force: true });
        for (const [name, text] of [
          ['backup_label', rows[0]?.labelfile ?? ''],
          ['standby.signal', ''],
        ] as const) {
          writeFileSync(join(data, name), text);
          chownSync(join(data, name), how.uid, how.gid);
        }
      },
    );
  } finally {
    await client.end();
  }
}

type How = Account & { cwd: string; env: NodeJS.ProcessEnv; stdio: 'ignore' };

async function startIn(
  bin: string,
  settings: Record<string, string>,
  make: (data: string, how: How) => unknown,
  parent = tmpdir(),
): Promise<DebianServer> {
  const account = accountFor(undefined);
  const folder = mkdtempSync(join(parent, 'atrium-debian-pg-'));
  const data = join(folder, 'data');
  mkdirSync(data, { mode: 0o700 });
  for (const path of [folder, data]) chownSync(path, account.uid, account.gid);
  const env = { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' };
  const how: How = { ...account, cwd: folder, env, stdio: 'ignore' };
  await make(data, how);
  const values = { listen_addresses: '', unix_socket_directories: folder, fsync: 'off', ...settings };
  const options = Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const address = (database: string) => `postgresql://postgres@/${database}?host=${encodeURIComponent(folder)}`;
  let server = spawn(join(bin, 'postgres'), ['-D', data, ...options], how);
  const isRunning = () => server.exitCode === null && server.signalCode === null;
  const end = async (signal: NodeJS.Signals) => {
    if (!isRunning()) return;
    const ended = once(server, 'exit');
    server.kill(signal);
    await ended;
  };
  await untilItResponds(address('postgres'));
  return {
    address,
    folder,
    // All its processes end at once, and its files stay as they are.
    kill: () => end('SIGQUIT'),
    isRunning,
    async startAgain() {
      server = spawn(join(bin, 'postgres'), ['-D', data, ...options], how);
      await untilItResponds(address('postgres'));
    },
    async stop() {
      await end('SIGINT');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function untilItResponds(connectionString: string): Promise<void> {
  for (let attempts = 0; ; attempts += 1) {
    const client = new pg.Client({ connectionString });
    client.on('error', () => {});
    try {
      await client.connect();
      return await client.end();
    } catch (error) {
      if (attempts > 1200) throw error;
      await sleep(50);
    }
  }
}
