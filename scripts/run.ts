import { spawn, type SpawnOptions } from 'node:child_process';
import { delimiter, resolve } from 'node:path';

export const root = resolve(import.meta.dirname, '..');

const path = `${resolve(root, 'node_modules/.bin')}${delimiter}${process.env['PATH'] ?? ''}`;

/**
 * Runs one command in the project's folder with its tools in the path. Returns the exit code, 1 when a signal ended it.
 */
export function run([command, ...args]: string[], options: SpawnOptions = {}): Promise<number> {
  return new Promise((done, failed) => {
    const env = { ...process.env, ...options.env, PATH: path };
    const child = spawn(command ?? '', args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], ...options, env });
    child.on('error', failed);
    child.on('exit', (code) => done(code ?? 1));
  });
}

/** Runs commands side by side and returns the worst exit code. */
export async function runTogether(commands: string[][]): Promise<number> {
  return Math.max(...(await Promise.all(commands.map((command) => run(command)))));
}

/** Installs packages of Debian where we may, silently. Whether they are there afterwards is for the caller to see. */
export async function installPackages(names: readonly string[], isMissing: () => boolean): Promise<void> {
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  const install = [...asRoot, 'apt-get', 'install', '-y', '--no-install-recommends', ...names];
  for (const attempt of [install, [...asRoot, 'apt-get', 'update'], install]) {
    if (!isMissing()) return;
    await run(attempt, { env: { DEBIAN_FRONTEND: 'noninteractive' }, stdio: 'ignore' }).catch(() => 1);
  }
}
