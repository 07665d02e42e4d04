import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { closeSync, fchownSync, lstatSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Cluster, makePrivate } from './cluster.ts';
import { type Passwords, superuser } from './credentials.ts';
import { clearForeignPid, serverPid } from './server-process.ts';

/** Settings that only tests may weaken: `durable: false` loses confirmed writes when the machine loses power. */
export type Durability = { durable: boolean };

const SOCKET_PATH_LIMIT = 100;
const START_LIMIT_MS = 300_000;
const POLL_MS = 15;

/** The address of `database` for `role`, over the cluster's unix socket. */
export function addressOf(cluster: Cluster, role: keyof Passwords | typeof superuser, database: string): string {
  const host = encodeURIComponent(socketFolder(cluster));
  return `postgresql://${role === superuser ? role : `${role}:${cluster.passwords[role]}`}@/${database}?host=${host}`;
}

/**
 * Connects as the cluster's superuser, starting its server when none runs. A server that a killed process left behind
 * is used as it is: its data are whole and there is never a second one on the same folder.
 */
export async function reachServer(cluster: Cluster, { durable }: Durability): Promise<pg.Client> {
  const deadline = Date.now() + START_LIMIT_MS;
  let start: { exited: boolean } | undefined;
  for (;;) {
    const client = await tryConnect(cluster);
    if (client) return client;
    if (Date.now() > deadline) throw new Error(`PostgreSQL does not answer: ${startupMessages(cluster)}`);
    if (serverPid(cluster) === undefined) {
      if (start?.exited && !hasLeftovers(cluster))
        throw new Error(`PostgreSQL did not start: ${startupMessages(cluster)}`);
      if (!start || start.exited) start = startServer(cluster, durable);
    }
    await sleep(POLL_MS);
  }
}

/** Stops the cluster's server: open transactions are rolled back, answered ones are on disk. Waits until it is gone. */
export async function stopServer(cluster: Cluster): Promise<void> {
  const pid = serverPid(cluster);
  if (pid === undefined) return;
  process.kill(pid, 'SIGINT');
  while (serverPid(cluster) === pid) await sleep(POLL_MS);
}

/** The superuser's connection, or nothing while the server is not there or not ready. */
async function tryConnect(cluster: Cluster): Promise<pg.Client | undefined> {
  const client = new pg.Client({
    connectionString: addressOf(cluster, superuser, 'postgres'),
    application_name: `atrium process ${process.pid}`,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query('show data_directory');
    if (rows[0].data_directory === cluster.folder) return client;
    throw new Error(`Another database answers at ${socketFolder(cluster)}: ${rows[0].data_directory}.`);
  } catch (error) {
    await client.end().catch(() => {});
    if (requiresPassword(error)) readRulesAgain(cluster);
    else if (!isNotReady(error)) throw error;
    return undefined;
  }
}

/** A server that an earlier version left running asks the superuser for a password, until it reads who may connect. */
const requiresPassword = (error: unknown): boolean => (error as Error).message.startsWith('SASL');

function readRulesAgain(cluster: Cluster): void {
  const pid = serverPid(cluster);
  if (pid !== undefined) process.kill(pid, 'SIGHUP');
}

/** Whether the server is starting, is stopping, or has gone: another attempt finds it, or starts it. */
export function isNotReady(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code ?? '';
  const [startingOrStopping, endedByAdministrator] = ['57P03', '57P01'];
  return (
    ['ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE', startingOrStopping, endedByAdministrator].includes(code) ||
    /^(?:Connection terminated|Client has encountered a connection error)/.test((error as Error).message)
  );
}

/** Starts the server in a session of its own, so that Ctrl-C reaches Atrium alone and the server is stopped last. */
function startServer(cluster: Cluster, durable: boolean): { exited: boolean } {
  const { folder, account, postgres } = cluster;
  clearForeignPid(cluster);
  const messages = openSync(join(folder, 'startup.log'), 'w', 0o600);
  fchownSync(messages, account.uid, account.gid);
  const server = spawn(postgres, ['-D', folder, ...settings(cluster, durable)], {
    ...account,
    cwd: folder,
    detached: true,
    stdio: ['ignore', messages, messages],
    env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' },
  });
  closeSync(messages);
  server.unref();
  const start = { exited: false };
  server.once('exit', () => (start.exited = true));
  server.once('error', () => (start.exited = true));
  return start;
}

function settings(cluster: Cluster, durable: boolean): string[] {
  const values = {
    listen_addresses: '',
    unix_socket_directories: `"${socketFolder(cluster).replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    max_connections: '100',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Seven files, one a weekday, each overwritten after a week. Terse and without statements: rows hold people's data.
    logging_collector: 'on',
    log_filename: 'postgresql-%a.log',
    log_truncate_on_rotation: 'on',
    log_rotation_size: '0',
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
    wal_level: 'minimal',
    max_wal_senders: '0',
    fsync: durable ? 'on' : 'off',
    synchronous_commit: durable ? 'on' : 'off',
    full_page_writes: durable ? 'on' : 'off',
  };
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/** Unix sockets allow about a hundred bytes of path: in a deeply nested folder the socket moves to the temporary one. */
function socketFolder({ folder, account }: Cluster): string {
  if (Buffer.byteLength(folder) <= SOCKET_PATH_LIMIT - '/.s.PGSQL.5432'.length) return folder;
  const short = join(tmpdir(), `atrium-${createHash('sha256').update(folder).digest('hex').slice(0, 16)}`);
  if (lstatSync(short, { throwIfNoEntry: false }) === undefined) {
    mkdirSync(short, { mode: 0o700 });
    makePrivate(short, account);
  }
  const { uid, mode } = lstatSync(short);
  if (uid === account.uid && (mode & 0o170777) === 0o040700) return short;
  throw new Error(`${short} belongs to another account: remove it, Atrium keeps its database socket there.`);
}

/** A server that was killed leaves its sessions to end by themselves, and until then PostgreSQL rightly refuses to start. */
const hasLeftovers = (cluster: Cluster): boolean => startupMessages(cluster).includes('still in use');

/**
 * The last messages of a server: they begin in `startup.log` and continue in the file that `current_logfiles` names.
 */
function startupMessages({ folder }: Cluster): string {
  const read = (name: string) => {
    try {
      return readFileSync(join(folder, name), 'utf8').trim();
    } catch {
      return '';
    }
  };
  const logFile = read('current_logfiles').replace('stderr ', '');
  return [read('startup.log'), ...read(logFile).split('\n').slice(-5)].join('\n');
}
