import { execFileSync } from 'node:child_process';
import type { Db } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { startInstallation } from './bench/installation.ts';
import { embeddedDatabase } from './fault/database.ts';
import { run } from './run.ts';
import { attack } from './scan/attacks.ts';
import { lookAtBuilt } from './scan/built.ts';
import { reasonFor, type Finding } from './scan/finding.ts';
import { formsPath, openFront } from './scan/front.ts';
import { idsOfTables } from './scan/ids.ts';
import { lookAtKinds } from './scan/kinds.ts';
import { clientEmail, signIn, stillSignedIn } from './scan/people.ts';
import { probe } from './scan/probe.ts';
import { foundAgain, scanBySqlmap } from './scan/sqlmap.ts';
import { findTargets } from './scan/targets.ts';
import { scanByWapiti } from './scan/wapiti.ts';

/**
 * `npm run scan`: attacks of our own, a line for each class, on a fresh demo of this machine. Then Debian's wapiti and sqlmap call
 * everything that the contract names, on another one, as a client and as an administrator; what they are answered is looked
 * at as well. Takes about fifteen minutes, and is stopped after 25, or after as many as `npm run scan -- 40` says;
 * `npm run scan -- attacks` ends before the scanners. Exit code 1 for a finding without a reason to accept it, 2 without the
 * scanners, 3 when it was stopped.
 */
const words = process.argv.slice(2);
const attacksAlone = words.includes('attacks');
const minutes = words.map(Number).find((word) => word > 0) ?? 25;
const wholeMs = minutes * 60_000;
const sqlmapMs = 240_000;
const againMs = 60_000;
const wapitiSecondsEach = 20;

/** What Debian has, or undefined. */
function versionOf(tool: string): string | undefined {
  try {
    const version = execFileSync(tool, ['--version'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    return /\d+\.\d+(\.\d+)?/.exec(version)?.[0];
  } catch {
    return undefined;
  }
}

/** With rate limits on, the limits would soon be the only response. */
async function withoutLimits<T>(dataDir: string, action: (db: Db) => Promise<T>): Promise<T> {
  const db = await embeddedDatabase(dataDir).open();
  const timer = setInterval(() => void db.run(sql`delete from rate_window`), 200);
  try {
    return await action(db);
  } finally {
    clearInterval(timer);
    await db.close();
  }
}

async function scanServer(url: string, db: Db, stopped: AbortSignal): Promise<Finding[]> {
  const people = await signIn(url);
  const kinds = await lookAtKinds(url, people);
  console.log(`Looked at ${kinds.looked} kinds of answers.`);
  const targets = await findTargets(url, people, await idsOfTables(db, clientEmail));
  const taken = targets.filter(({ status }) => status < 400).length;
  const reached = targets.filter(({ status }) => ![401, 403, 415, 422].includes(status)).length;
  console.log(
    `${targets.length} calls of the contract; ${reached} get past their fields as they are sent, ${taken} are done.`,
  );
  const probed = await probe(url, people, targets);
  console.log(`Put hostile words into every place of every call: ${probed.calls} calls.`);
  const front = await openFront(url, people, targets);
  try {
    const [byWapiti, bySqlmap] = await Promise.all([
      scanByWapiti(front.url, formsPath, wapitiSecondsEach, stopped),
      scanBySqlmap(front.url, targets, sqlmapMs, stopped),
    ]);
    const injected = await foundAgain(bySqlmap.found, againMs, stopped);
    await stillSignedIn(url, people);
    console.log(`sqlmap tried ${bySqlmap.tried} of ${bySqlmap.of} calls that take words.`);
    const statuses = [...front.statuses].toSorted(([a], [b]) => a - b).map(([status, times]) => `${status}: ${times}`);
    console.log(`The scanners were answered, by status: ${statuses.join(', ')}.`);
    console.log(`With 422, ${front.aside} times for a field that they had left as it was.`);
    return [...kinds.findings, ...probed.findings, ...front.findings, ...byWapiti, ...injected];
  } finally {
    front.close();
  }
}

/** Fails when the time is over; a caller that waits for a response then gets none once the server has ended. */
function timeOver(stopped: AbortSignal): Promise<never> {
  return new Promise((_, failed) => {
    const fail = () => failed(new Error('the time is over'));
    if (stopped.aborted) fail();
    else stopped.addEventListener('abort', fail, { once: true });
  });
}

async function scan(stopped: AbortSignal): Promise<Finding[]> {
  const built = await lookAtBuilt();
  console.log(`Read ${built.looked} files that browsers get.`);
  const installation = await startInstallation({ demo: true });
  try {
    const scanned = withoutLimits(installation.dataDir, (db) => scanServer(installation.url, db, stopped));
    return [...built.findings, ...(await Promise.race([scanned, timeOver(stopped)]))];
  } finally {
    await installation.stop();
  }
}

/** @returns the exit code */
function report(findings: Finding[]): number {
  const lines = (some: Finding[], end: (one: Finding) => string) =>
    [...new Set(some.map((one) => `  ${one.tool}, ${one.kind}: ${one.where}: ${one.what}${end(one)}`))].join('\n');
  const open = findings.filter((one) => reasonFor(one) === undefined);
  const known = findings.filter((one) => reasonFor(one) !== undefined);
  if (known.length > 0) console.log(`Accepted:\n${lines(known, (one) => `\n    ${reasonFor(one)}`)}`);
  console.log(open.length > 0 ? `To be mended:\n${lines(open, () => '')}` : 'Nothing else was found.');
  return open.length > 0 ? 1 : 0;
}

/** Exits with 3 when the time is over. */
async function within<T>(stopped: AbortSignal, action: (stopped: AbortSignal) => Promise<T>): Promise<T> {
  return action(stopped).catch((error: unknown) => {
    if (!stopped.aborted) throw error;
    console.error(
      `Stopped after ${minutes} minutes, before the end: nothing is known of what was not looked at by then.`,
    );
    process.exit(3);
  });
}

// Throw-away installations: what this shell happens to name is not to be scanned.
for (const name of ['DATABASE_URL', 'REDIS_URL', 'SMTP_URL', 'APP_SECRET']) delete process.env[name];
process.env['TRUST_PROXY'] = '1';
const stopped = AbortSignal.timeout(wholeMs);
if ((await run(['tsx', 'scripts/build.ts'])) !== 0) process.exit(1);
const findings = await within(stopped, (signal) => attack(signal));
const tools = ['wapiti', 'sqlmap'].map((name) => ({ name, version: versionOf(name) }));
const missing = tools.filter(({ version }) => version === undefined).map(({ name }) => name);
if (!attacksAlone && missing.length === 0) {
  console.log(tools.map(({ name, version }) => `${name} ${version}`).join(', '));
  findings.push(...(await within(stopped, scan)));
}
process.exitCode = report(findings);
if (!attacksAlone && missing.length > 0) {
  console.error(`Missing: ${missing.join(', ')}. On Debian: apt-get install ${missing.join(' ')}`);
  process.exitCode ||= 2;
}
