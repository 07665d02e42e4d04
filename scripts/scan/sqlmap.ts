import { mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../run.ts';
import type { Finding } from './finding.ts';
import { formsPath } from './front.ts';
import type { Target } from './targets.ts';

/** Blind by responses, by a second statement, by time; our responses never have texts of the database. */
const techniques = 'BST';

/** Each call with words of a caller in it, as an address for each. */
function addresses(url: string, targets: readonly Target[]): string[] {
  // First those that are accepted: what is refused for another field hardly reaches a statement.
  return targets
    .toSorted((a, b) => a.status - b.status)
    .filter(({ open }) => open.length > 0)
    .map(({ name, open }) => `${url}${formsPath}/${name}?${new URLSearchParams(open).toString()}`);
}

interface Found {
  address: string;
  finding: Finding;
}

/**
 * Lets sqlmap try every place of the contract that takes words, for some minutes.
 * @returns what it thinks to have found, and how many of the calls it came to
 */
export async function scanBySqlmap(
  url: string,
  targets: readonly Target[],
  timeoutMs: number,
  stopped: AbortSignal,
): Promise<{ found: Found[]; tried: number; of: number }> {
  const all = addresses(url, targets);
  const hands = [0, 1].map((hand) => all.filter((_, at) => at % 2 === hand));
  const results = await Promise.all(hands.map((list) => tryAll(list, timeoutMs, stopped)));
  return {
    found: results.flatMap(({ found }) => found),
    tried: results.reduce((sum, { tried }) => sum + tried, 0),
    of: all.length,
  };
}

/** What it finds once more without other callers: a response may also differ because of another scanner, or a rate. */
export async function foundAgain(found: readonly Found[], timeoutMs: number, stopped: AbortSignal): Promise<Finding[]> {
  const list = [...new Set(found.map(({ address }) => address))];
  return list.length === 0 ? [] : (await tryAll(list, timeoutMs, stopped)).found.map(({ finding }) => finding);
}

async function tryAll(
  list: readonly string[],
  timeout: number,
  signal: AbortSignal,
): Promise<{ found: Found[]; tried: number }> {
  const folder = await mkdtemp(join(tmpdir(), 'atrium-scan-'));
  const [addressesPath, resultsPath, logPath] = [
    join(folder, 'addresses'),
    join(folder, 'results.csv'),
    join(folder, 'log'),
  ];
  const how = ['--batch', '--disable-coloring', '--dbms=PostgreSQL', `--technique=${techniques}`, '--time-sec=2'];
  const calls = ['--timeout=15', '--retries=1', '--ignore-code=*', '--ignore-proxy', '--drop-set-cookie'];
  const output = [`--output-dir=${folder}`, `--results-file=${resultsPath}`];
  try {
    await writeFile(addressesPath, `${list.join('\n')}\n`);
    const log = await open(logPath, 'w');
    await run(['sqlmap', '-m', addressesPath, ...how, ...calls, ...output], {
      env: { HOME: folder, XDG_DATA_HOME: folder },
      stdio: ['ignore', log.fd, log.fd],
      timeout,
      signal,
    });
    await log.close();
    const logText = await readFile(logPath, 'utf8');
    return {
      found: foundIn(await readFile(resultsPath, 'utf8').catch(() => '')),
      tried: logText.split('testing URL').length - 1,
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A line for each parameter that can be broken out of, below a line of headings. */
function foundIn(csv: string): Found[] {
  const lines = csv
    .split('\n')
    .slice(1)
    .filter((line) => line !== '');
  return lines.map((line) => {
    const [address = '', , parameter = '', how = ''] = line.split(',');
    const where = address.slice(address.indexOf(formsPath) + formsPath.length + 1).replace(/\?.*/, '');
    return { address, finding: { tool: 'sqlmap', kind: 'SQL injection', where, what: `${parameter}, by ${how}` } };
  });
}
