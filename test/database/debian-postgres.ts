import { execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { accountFor } from '#server/platform/db/embedded/account.ts';

/** Where Debian keeps its servers, one folder for each major version. */
const installed = '/usr/lib/postgresql';

/** A throw-away server of the machine, apart from the one that comes with the packages. */
export interface DebianServer {
  /** The address of a database, as its superuser. */
  address(database: string): string;
  folder: string;
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

/** Makes and starts a server that only this process can reach and that stores nothing for good. `stop` removes it. */
export async function startServerOf(bin: string, settings: Record<string, string> = {}): Promise<DebianServer> {
  const account = accountFor(undefined);
  const folder = mkdtempSync(join(tmpdir(), 'atrium-debian-pg-'));
  const data = join(folder, 'data');
  mkdirSync(data, { mode: 0o700 });
  for (const path of [folder, data]) chownSync(path, account.uid, account.gid);
  const how = { ...account, cwd: folder, env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' } };
  execFileSync(join(bin, 'initdb'), ['-A', 'trust', '-U', 'postgres', '-E', 'UTF8', '--locale=C', '-D', data], {
    ...how,
    stdio: 'ignore',
  });
  const values = { listen_addresses: '', unix_socket_directories: folder, fsync: 'off', ...settings };
  const options = Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = spawn(join(bin, 'postgres'), ['-D', data, ...options], { ...how, stdio: 'ignore' });
  const ended = once(server, 'exit');
  const address = (database: string) => `postgresql://postgres@/${database}?host=${encodeURIComponent(folder)}`;
  await untilItResponds(address('postgres'));
  return {
    address,
    folder,
    async stop() {
      server.kill('SIGINT');
      await ended;
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
      if (attempts > 300) throw error;
      await sleep(50);
    }
  }
}
