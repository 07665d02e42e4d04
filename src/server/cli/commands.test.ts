import { execFileSync } from 'node:child_process';
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
