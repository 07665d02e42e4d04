import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../run.ts';
import type { Finding } from './finding.ts';

/** Those that only call the scanned server. */
const modules = [
  'http_headers',
  'csp',
  'cookieflags',
  'methods',
  'sql',
  'xss',
  'permanentxss',
  'file',
  'exec',
  'crlf',
  'redirect',
  'shellshock',
].join(',');

const nowhere = 'http://127.0.0.1:9';

interface Report {
  vulnerabilities: Record<string, Message[]>;
  anomalies: Record<string, Message[]>;
}

interface Message {
  method: string;
  path: string;
  info: string;
}

/** Lets wapiti loose on a server of ours for some minutes. @throws Error when it left no report, or was stopped */
export async function scanByWapiti(
  url: string,
  start: string,
  secondsEach: number,
  stopped: AbortSignal,
): Promise<Finding[]> {
  const folder = await mkdtemp(join(tmpdir(), 'atrium-scan-'));
  const report = join(folder, 'report.json');
  const bounds = ['--max-scan-time', '60', '--max-attack-time', String(secondsEach), '-d', '1', '-t', '10'];
  // It must report to no one: neither its own faults nor what it found.
  const quiet = ['--no-bugreport', '--flush-session', '-v', '0', '--store-session', folder, '--store-config', folder];
  try {
    const output = ['-f', 'json', '-o', report];
    const where = ['-u', `${url}/`, '-s', `${url}${start}`];
    await run(['wapiti', ...where, '-m', modules, ...bounds, ...quiet, ...output], {
      // It would fetch lists from elsewhere at its start; nothing but this machine is to be reached.
      env: { HTTP_PROXY: nowhere, HTTPS_PROXY: nowhere, NO_PROXY: '127.0.0.1' },
      stdio: ['ignore', 'ignore', 'inherit'],
      timeout: (60 + 14 * secondsEach) * 1000,
      signal: stopped,
    });
    return findingsOf(JSON.parse(await readFile(report, 'utf8')) as Report);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function findingsOf({ vulnerabilities, anomalies }: Report): Finding[] {
  return [vulnerabilities, anomalies].flatMap((kinds) =>
    Object.entries(kinds).flatMap(([kind, all]) =>
      all.map(({ method, path, info }) => ({ tool: 'wapiti', kind, where: `${method} ${path}`, what: info })),
    ),
  );
}
