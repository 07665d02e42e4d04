import { execFile } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { accountFor } from '#server/platform/db/embedded/account.ts';
import { on } from '#test/database/replicated.ts';
import { debianBin, debianVersions, startServerOf, type DebianServer } from '#test/database/debian-postgres.ts';

const program = '/usr/bin/pgbackrest';
const newest = debianVersions().at(-1);

/** Whether this machine has what the rehearsal needs, both from Debian: PostgreSQL 15 or newer and pgBackRest. */
export const canRecover = (): boolean => newest !== undefined && existsSync(program);

/** The longest time after which a change is in the archive, in seconds, without the time to copy it. */
export const archiveTimeoutS = 60;

/** A server whose log is archived as it grows, with a whole backup of it. */
export interface ArchivedServer {
  server: DebianServer;
  backUp(): Promise<void>;
  /** Waits until the archive has all that was written so far. */
  archive(): Promise<void>;
  /** Ends the server as a lost machine does, with all that was on its disk. */
  lose(): Promise<void>;
  /** Makes the disk again, as it was at a moment or at the end of the archive, and starts the server. */
  recover(moment?: string): Promise<void>;
  stop(): Promise<void>;
}

/** As docs/running-it.md sets it up, with the archive in a folder of this machine. */
export async function startArchivedServer(): Promise<ArchivedServer> {
  if (newest === undefined) throw new Error('there is no PostgreSQL of Debian here');
  const account = accountFor(undefined);
  const folder = mkdtempSync(join(tmpdir(), 'atrium-archive-'));
  for (const name of ['', 'repo', 'log', 'lock']) {
    mkdirSync(join(folder, name), { recursive: true });
    chownSync(join(folder, name), account.uid, account.gid);
  }
  const config = join(folder, 'pgbackrest.conf');
  const words = [`--config=${config}`, '--stanza=atrium'];
  const pgBackRest = async (...command: string[]) => {
    const env = { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' };
    await promisify(execFile)(program, [...words, ...command], { ...account, env, cwd: folder });
  };
  const server = await startServerOf(debianBin(newest), {
    fsync: 'on',
    archive_mode: 'on',
    archive_timeout: `${archiveTimeoutS}s`,
    archive_command: `${[program, ...words].join(' ')} archive-push %p`,
  });
  const data = join(server.folder, 'data');
  const lines = [
    '[global]',
    `repo1-path=${join(folder, 'repo')}`,
    `log-path=${join(folder, 'log')}`,
    `lock-path=${join(folder, 'lock')}`,
    'start-fast=y',
    '[atrium]',
    `pg1-path=${data}`,
    `pg1-socket-path=${server.folder}`,
    'pg1-user=postgres',
  ];
  writeFileSync(config, `${lines.join('\n')}\n`);
  await pgBackRest('stanza-create');
  return {
    server,
    backUp: () => pgBackRest('backup', '--type=full'),
    archive: () => pgBackRest('check'),
    async lose() {
      await server.kill();
      rmSync(data, { recursive: true });
      mkdirSync(data, { mode: 0o700 });
      chownSync(data, account.uid, account.gid);
    },
    async recover(moment) {
      const until = moment === undefined ? [] : ['--type=time', `--target=${moment}`, '--target-action=promote'];
      await pgBackRest('restore', ...until);
      await server.startAgain();
      while ((await on(server, 'select where pg_is_in_recovery()')).length > 0) await sleep(50);
    },
    async stop() {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
