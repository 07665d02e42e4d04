import { spawn } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../run.ts';

/** A free port of loopback. */
export function freePort(): Promise<number> {
  return new Promise((done, failed) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address();
      if (address === null || typeof address === 'string') return failed(new Error('no port'));
      probe.close(() => done(address.port));
    });
  });
}

export interface Installation {
  url: string;
  dataDir: string;
  /** Of the server's process. */
  pid: number;
  stop: () => Promise<void>;
}

interface Requested {
  demo?: boolean;
  /** Another tree of this project, built; this one otherwise. */
  tree?: string;
  /** A folder of `installationFolder` that stays, with what is in it. */
  folder?: string;
  /** Further variables of the server. */
  env?: Record<string, string>;
}

/** PostgreSQL may have to run as another user, who must be able to pass through. */
export async function installationFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'atrium-bench-'));
  await chmod(folder, 0o755);
  return folder;
}

/** The built server with data of its own, in a folder that is deleted with it; optionally with a demo broker. */
export async function startInstallation({
  demo = false,
  tree = root,
  folder: stored,
  env: more = {},
}: Requested = {}): Promise<Installation> {
  const folder = stored ?? (await installationFolder());
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const dataDir = join(folder, 'data');
  // A build in this process leaves NODE_ENV at production, which refuses a demo; tests may have a public secret.
  const env = {
    ...process.env,
    NODE_ENV: 'test',
    PORT: String(port),
    APP_URL: url,
    DATA_DIR: dataDir,
    DEMO: demo ? '1' : '0',
    SETUP: '0',
    LOG_LEVEL: 'error',
    // One caller stands for many here.
    CALLS_PER_MINUTE: '0',
    ...more,
  };
  const server = spawn(process.execPath, ['dist/server/main.js'], {
    cwd: tree,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = new Promise<void>((done) => server.once('exit', () => done()));
  await ready(`${url}/readyz`);
  return {
    url,
    dataDir,
    pid: server.pid ?? 0,
    async stop() {
      server.kill('SIGTERM');
      await ended;
      if (stored === undefined) await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Waits until an address answers well: so many times 200 ms, a minute by default. */
export async function ready(address: string, attempts = 300): Promise<void> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const response = await fetch(address).catch(() => undefined);
    if (response?.ok) return;
    await new Promise((done) => setTimeout(done, 200));
  }
  throw new Error('the server did not become ready');
}
