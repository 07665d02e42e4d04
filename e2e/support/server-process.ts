import { spawn, type ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdtemp } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const folder = resolve(import.meta.dirname, '../..');

/** A server of one's own, from the built product. */
export interface ServerProcess {
  url: string;
  /** Its whole output so far. */
  output: () => string;
  /** Ends it without warning, as a failing machine would. */
  kill(): Promise<void>;
  /** Asks it to stop. */
  stop(): Promise<void>;
  signal(signal: NodeJS.Signals): void;
  /** Takes the processor from it for a while, as a busy machine does. */
  halt(ms: number): Promise<void>;
}

export interface Outcome {
  code: number | null;
  output: string;
}

/** A folder for a server's data; its database may run as another user, who has to pass through. */
export async function dataFolder(): Promise<string> {
  const parent = await mkdtemp(join(tmpdir(), 'atrium-crash-'));
  await chmod(parent, 0o755);
  return join(parent, 'data');
}

/**
 * A free port. It is below those that the system lends to outgoing connections: a server that takes long to start, or
 * starts again, would find one of them taken.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(10_000, 32_000);
    const probe = createServer();
    const isFree = await new Promise<boolean>((done) => {
      probe.once('error', () => done(false)).listen(port, '127.0.0.1', () => probe.close(() => done(true)));
    });
    if (isFree) return port;
  }
}

function launch(env: Record<string, string>, tree = folder): { child: ChildProcess; output: () => string } {
  const clock = process.env['E2E_CLOCK'];
  const child = spawn(process.execPath, ['dist/server/main.js'], {
    cwd: tree,
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: process.env['HOME'] ?? '',
      CALLS_PER_MINUTE: '0',
      TRUST_PROXY: '1',
      LOG_LEVEL: 'warn',
      SETUP: '0',
      // Which may have a public secret.
      NODE_ENV: 'test',
      ...(clock ? { DEMO_CLOCK: clock } : {}),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const text: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part: Buffer) => text.push(part.toString()));
  return { child, output: () => text.join('') };
}

/** Starts a server and waits until it is up. `env` are further variables, `tree` is another built product than this one. */
export async function startServer(
  data: string,
  port: number,
  env: Record<string, string> = {},
  tree = folder,
): Promise<ServerProcess> {
  const url = `http://127.0.0.1:${port}`;
  const { child, output } = launch({ DATA_DIR: data, PORT: String(port), APP_URL: url, ...env }, tree);
  const ended = once(child, 'exit');
  const up = new Promise<void>((done) => child.stdout?.on('data', () => output().includes(' is up: ') && done()));
  await Promise.race([up, ended.then(() => Promise.reject(new Error(`the server ended: ${output()}`)))]);
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    await ended;
  };
  const signal = (name: NodeJS.Signals) => void child.kill(name);
  const halt = async (ms: number) => {
    signal('SIGSTOP');
    await sleep(ms);
    signal('SIGCONT');
  };
  return { url, output, kill: () => end('SIGKILL'), stop: () => end('SIGTERM'), signal, halt };
}

/** Starts a server that is expected to refuse, and returns its output. */
export async function tryToStart(env: Record<string, string>): Promise<Outcome> {
  const { child, output } = launch(env);
  const [code] = (await once(child, 'exit')) as [number | null];
  return { code, output: output() };
}
