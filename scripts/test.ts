import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '../e2e/support/server-process.ts';
import { has } from '../test/deploy/tools.ts';
import { prepareTestBrowser } from './browser.ts';
import { installPackages, root, run } from './run.ts';
import { openTestFolder } from './test-folder.ts';
import { countPlaywright, countVitest, type Count } from './test-counts.ts';

type Step = { name: string; check: () => Promise<Count> };
type Outcome = Count & { name: string; seconds: number };

const filters = process.argv.slice(2).filter((word) => word !== '--full');
const isFull = process.argv.includes('--full');
const folder = await openTestFolder();
process.env['TMPDIR'] = folder;
process.env['TEST_CLUSTER_DIR'] = join(folder, 'cluster');

// The tests bring their own database, mailbox and secrets; what this shell happens to name is not theirs.
for (const name of ['NODE_ENV', 'DATABASE_URL', 'REDIS_URL', 'NATS_URL', 'SMTP_URL', 'APP_SECRET'])
  delete process.env[name];

/** A check without tests of its own counts as one. */
async function command(...words: string[]): Promise<Count> {
  const ok = (await run(words)) === 0;
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1 };
}

/** Runs a test runner that writes a JSON report, and believes the worse of report and exit code. */
async function counted(words: string[], count: (report: unknown) => Count, env = {}): Promise<Count> {
  const file = join(folder, `${words[0]}.json`);
  const code = await run(
    words.map((word) => word.replace('REPORT', file)),
    {
      env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: file },
    },
  );
  const report: unknown = await readFile(file, 'utf8').then(JSON.parse, () => undefined);
  const { passed, failed, failures = [] } = report === undefined ? { passed: 0, failed: 0 } : count(report);
  const nothingRan = passed + failed === 0;
  return { passed, failed: failed === 0 && (code !== 0 || nothingRan) ? 1 : failed, failures };
}

async function browserTests(): Promise<Count> {
  if (!(await prepareTestBrowser())) {
    console.error(
      'No browser to test in. Install one (on Debian: apt-get install chromium) or name it: CHROMIUM=/path',
    );
    return { passed: 0, failed: 1 };
  }
  const env = { E2E_PORT: process.env['E2E_PORT'] ?? String(await freePort()), E2E_DATA_DIR: join(folder, 'e2e') };
  if (isFull) Object.assign(env, { E2E_FULL: '1' });
  return counted(['playwright', 'test', '--reporter=list,json', ...filters], countPlaywright, env);
}

/** Packages of Debian that some tests use, and their commands. */
const packages = [
  'nats-server',
  'openssh-server',
  'nginx',
  'caddy',
  'prometheus',
  'syslog-ng-core',
  'syslog-ng-mod-http',
];
const commands = ['nats-server', 'sshd', 'nginx', 'caddy', 'promtool', 'syslog-ng'];

/** Tests that use them are left out where they are missing, but not in CI. */
async function unitTests(): Promise<Count> {
  const isMissing = () => !commands.every(has);
  if (process.env['CI'] !== undefined) await installPackages(packages, isMissing);
  return counted(
    ['vitest', 'run', '--reporter=default', '--reporter=json', '--outputFile.json=REPORT', ...filters],
    countVitest,
  );
}

/** Whether a folder holds a test file that the filters let through. */
async function anyTestIn(folder: string, suffix: RegExp): Promise<boolean> {
  const names = await readdir(join(root, folder), { recursive: true });
  return names.some((name) => suffix.test(name) && filters.some((filter) => join(folder, name).includes(filter)));
}

const checks: Step[] = [
  { name: 'format', check: () => command('oxfmt', '--check') },
  { name: 'types', check: () => command('tsx', 'scripts/typecheck.ts') },
  { name: 'lint', check: () => command('oxlint', '--type-aware', '--deny-warnings') },
  { name: 'dead code', check: () => command('knip', '--no-config-hints') },
];
const build: Step = { name: 'build', check: () => command('tsx', 'scripts/build.ts') };
const tests: Step = { name: 'rules, unit and module tests', check: unitTests };
const journeys: Step = { name: 'browser tests', check: browserTests };

/**
 * Steps that run side by side, group after group: everything, or with filters the runners that have something to run;
 * the first complains when neither has.
 */
async function chooseSteps(): Promise<Step[][]> {
  if (filters.length === 0) return [[...checks, build], [tests], [journeys]];
  const browser = await anyTestIn('e2e', /\.spec\.ts$/);
  const unit = (await anyTestIn('src', /\.test\.tsx?$/)) || (await anyTestIn('test', /\.test\.ts$/)) || !browser;
  return [...(unit ? [[tests]] : []), ...(browser ? [[build], [journeys]] : [])];
}

const outcomes: Outcome[] = [];

async function take({ name, check }: Step): Promise<void> {
  const buildFailed = outcomes.some((outcome) => outcome.name === 'build' && outcome.failed > 0);
  const needless = buildFailed && name === journeys.name;
  const started = performance.now();
  console.log(`\n── ${name}`);
  const count = needless ? { passed: 0, failed: 1 } : await check();
  const seconds = (performance.now() - started) / 1000;
  outcomes.push({ name, seconds, ...count });
  console.log(`── ${name}: ${needless ? 'not run, the build failed' : `${seconds.toFixed(1)} s`}`);
}

for (const group of await chooseSteps()) await Promise.all(group.map(take));
await rm(folder, { recursive: true, force: true });

const sum = (of: (outcome: Outcome) => number) => outcomes.reduce((total, outcome) => total + of(outcome), 0);
console.log('');
for (const { name, seconds, passed, failed } of outcomes) {
  console.log(
    `${failed ? '✗' : '✓'} ${name.padEnd(28)} ${seconds.toFixed(1).padStart(6)} s ${passed}/${passed + failed}`,
  );
}
// Once more at the end, which is what is read of a long log.
for (const failure of outcomes.flatMap(({ failures = [] }) => failures)) console.log(`\n✗ ${failure}`);
process.exitCode = sum((outcome) => outcome.failed) === 0 ? 0 : 1;
console.log(`\n${sum((outcome) => outcome.passed)} passed, ${sum((outcome) => outcome.failed)} failed`);
