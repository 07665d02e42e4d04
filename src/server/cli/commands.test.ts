import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../../..');

/** What a command that prepares itself would read its settings from. */
const settingsOf = (env: Record<string, string>) =>
  execFileSync('bash', ['-c', 'source scripts/prepare.sh; echo "${settings[*]:-}"'], {
    cwd: root,
    env: { PATH: process.env['PATH'] ?? '', ...env },
    encoding: 'utf8',
  }).trim();

it('commands read the settings that bin/start reads, from one place', () => {
  const commands = readdirSync(join(root, 'bin')).filter((name) => name !== 'test');
  expect(commands).toContain('start');
  for (const name of commands) {
    const text = readFileSync(join(root, 'bin', name), 'utf8');
    expect([
      name,
      /\$\{settings\[@\]\}|^\s*run_command |\(run_command /m.test(text),
      text.includes('--env-file'),
    ]).toEqual([name, true, false]);
  }
});

it('settings come from a file, and never from the example in production', () => {
  expect(settingsOf({})).toMatch(/^--env-file=\.env(\.example)?$/);
  expect(settingsOf({ NODE_ENV: 'production' })).not.toContain('example');
});

const run = (name: string, ...words: string[]) => {
  const { status, stdout, stderr } = spawnSync(join(root, 'bin', name), words, { encoding: 'utf8', timeout: 100_000 });
  return { status, stdout, stderr };
};

it.each(readdirSync(join(root, 'bin')))('bin/%s --help says what it does, and does nothing else', (name) => {
  for (const words of [['--help'], ['-h'], ['--more', '--help']])
    expect(run(name, ...words)).toEqual({ status: 0, stdout: expect.stringContaining(`bin/${name}`), stderr: '' });
  expect(run(name, '--help').stdout).not.toMatch(/^#|set -euo/m);
});

it.each(readdirSync(join(root, 'bin')))('bin/%s refuses words that it does not take', (name) => {
  const { status, stdout, stderr } = run(name, '--what');
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toContain(`atrium: bin/${name} does not take "--what"; `);
});
