import { cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, test } from '@playwright/test';
import { demoPassword, demoPeople } from '#server/demo/people.ts';
import { dataFolder, freePort, startServer } from './support/server-process.ts';
import { hasTerminal, openTerminal, type Terminal } from './support/terminal.ts';

/** What a new developer sees at a terminal, in a copy of the project that is built there. */
test.describe.configure({ mode: 'default', timeout: 1_200_000 });
test.skip(!hasTerminal, 'a terminal to start it at takes python3');

const project = resolve(import.meta.dirname, '..');
const left = new Set(['node_modules', 'dist', 'data', '.git', '.env', 'test-results']);

let copy: string;
test.beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'atrium-start-'));
  await cp(project, copy, { recursive: true, filter: (path) => !left.has(relative(project, path)) });
  await symlink(join(project, 'node_modules'), join(copy, 'node_modules'));
});
test.afterAll(() => rm(copy, { recursive: true, force: true }));

const start = (port: number, env: Record<string, string> = {}) =>
  openTerminal(['bin/start'], copy, { PORT: String(port), ...env });
const step = (terminal: Terminal, name: string) => terminal.lines().find((line) => line.startsWith(`  ✓ ${name}`));

/** Waits until it has written something, and no longer than it lives. */
async function isCopied(terminal: Terminal, words: string): Promise<void> {
  const over = terminal.ended.then((code) => Promise.reject(new Error(`it ended with ${code}: ${terminal.output()}`)));
  await Promise.race([expect.poll(() => terminal.output(), { timeout: 600_000 }).toContain(words), over]);
}
const up = (terminal: Terminal) => isCopied(terminal, 'Ctrl-C stops it.');

/**
 * All starts until one is up. A free port may be taken while the demo is made: the next start is at the port that the
 * last one suggests, as a person does it.
 */
async function startUntilUp(port: number, data: string): Promise<[first: Terminal, ...next: Terminal[]]> {
  const terminal = start(port, { DATA_DIR: data });
  try {
    await up(terminal);
    return [terminal];
  } catch (error) {
    const [, other] = /is taken by another program.*PORT=(\d+)/.exec(terminal.output()) ?? [];
    if (!other) throw error;
    return [terminal, ...(await startUntilUp(Number(other), data))];
  }
}

test('bin/start says what it does in a line for each step, then the address, the people, and goodbye', async ({
  request,
}) => {
  const port = await freePort();
  const terminal = start(port);
  await up(terminal);
  expect(step(terminal, 'Packages')).toContain('up to date');
  expect(step(terminal, 'Build')).toMatch(/built, \d+ s$/);
  expect(step(terminal, 'Database')).toContain('its own, in');
  expect(step(terminal, 'Migrations')).toMatch(/\d+ applied, \d+ s$/);
  expect(step(terminal, 'Demo data')).toMatch(/a new broker, \d+ s$/);
  expect(terminal.output()).toMatch(/Migrations +\d+ of \d+/);
  expect(terminal.lines()).toContain(`  Atrium is up: http://127.0.0.1:${port}`);
  for (const { email } of demoPeople) {
    expect(terminal.lines().filter((line) => line.includes(email) && line.includes(demoPassword))).toHaveLength(1);
  }
  expect(terminal.output()).not.toContain('{"level"');
  expect((await request.get(`http://127.0.0.1:${port}/readyz`)).status()).toBe(200);

  // A second one in its place prints what to do, in a sentence.
  const second = start(port, { DATA_DIR: join(copy, 'other') });
  expect(await second.ended).toBe(1);
  expect(second.lines().findLast(Boolean)).toMatch(new RegExp(`^Port ${port} is taken .*PORT=${port + 1}`));
  expect(second.output()).not.toMatch(/\n\s+at /);

  terminal.type('\u0003');
  expect(await terminal.ended).toBe(0);
  expect(terminal.lines().findLast(Boolean)).toMatch(/^ {2}Stopped\. .*Goodbye!$/);
});

test('bin/start stops during its start, and goes on with what is there', async () => {
  const port = await freePort();
  const data = join(copy, 'interrupted');
  const terminal = start(port, { DATA_DIR: data });
  await isCopied(terminal, '… Demo data');
  terminal.type('\u0003');
  expect(await terminal.ended).toBe(0);
  expect(terminal.lines().findLast(Boolean)).toMatch(/Goodbye!$/);

  const starts = await startUntilUp(port, data);
  const [again] = starts;
  expect(step(again, 'Build')).toContain('up to date');
  expect(step(again, 'Migrations')).toContain('up to date');
  expect(step(again, 'Demo data')).toContain('a new broker');
  const last = starts.at(-1) ?? again;
  last.type('\u0003');
  expect(await last.ended).toBe(0);
});

test('without a terminal, bin/start writes lines of the log', async () => {
  const data = await dataFolder();
  const server = await startServer(data, await freePort(), { LOG_LEVEL: 'info' });
  await server.stop();
  const lines = server
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'));
  const migrated = lines.map((line) => JSON.parse(line) as { msg: string; count?: number });
  expect(migrated.filter(({ msg }) => msg === 'migrations applied')).toMatchObject([{ count: expect.any(Number) }]);
  expect(server.output()).not.toContain('\u001B');
  await rm(dirname(data), { recursive: true, force: true });
});
