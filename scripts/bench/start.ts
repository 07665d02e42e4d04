import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { run } from '../run.ts';
import { cpuTime, cpuTimeBelow, median } from './cpu-time.ts';
import { installationFolder, startInstallation } from './installation.ts';

/**
 * `npm run bench:start [starts] [folder]`: what the built server, or a release in `folder`, uses of the processors from
 * its start until `/readyz` is 200, on an existing database, alone and beside two processes that never pause. Its
 * children, such as PostgreSQL, are counted apart.
 */
const [wanted = '7', release] = process.argv.slice(2);
const starts = Number(wanted);
const aimMs = 3000;

interface Start {
  ownMs: number;
  childrenMs: number;
  wallMs: number;
}

/** Processes that keep the processors busy until `stop`. */
function loadMachine(count: number): { stop: () => Promise<void> } {
  const busy = Array.from({ length: count }, () => spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }));
  const end = async (child: ChildProcess) => {
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  };
  return { stop: async () => void (await Promise.all(busy.map(end))) };
}

async function startOnce(folder: string): Promise<Start> {
  const began = performance.now();
  const { pid, stop } = await startInstallation({ folder, ...(release ? { tree: resolve(release) } : {}) });
  const wallMs = performance.now() - began;
  const [ownMs, childrenMs] = [await cpuTime(pid), await cpuTimeBelow(pid)];
  await stop();
  // PostgreSQL writes its last pages.
  await sleep(200);
  return { ownMs, childrenMs, wallMs };
}

async function measure(folder: string, besides: number): Promise<Start[]> {
  const busy = loadMachine(besides);
  try {
    const all: Start[] = [];
    for (let nth = 0; nth < starts; nth += 1) all.push(await startOnce(folder));
    return all;
  } finally {
    await busy.stop();
  }
}

function lineOf(name: string, all: Start[]): string {
  const of = (key: keyof Start) => Math.round(median(all.map((each) => each[key])));
  const max = Math.round(Math.max(...all.map(({ ownMs }) => ownMs)));
  return `| ${name} | ${of('ownMs')} | ${max} | ${of('childrenMs')} | ${of('wallMs')} |`;
}

if (!release && (await run(['tsx', 'scripts/build.ts'])) !== 0) process.exit(1);
const folder = await installationFolder();
try {
  // The first start makes the database; what it costs is no matter here.
  await startOnce(folder);
  console.log('| beside it | own CPU ms | most | children ms | ready after ms |\n|---|---|---|---|---|');
  for (const [name, besides] of [
    ['nothing', 0],
    ['two busy processes', 2],
  ] as const) {
    const all = await measure(folder, besides);
    console.log(lineOf(name, all));
    if (all.some(({ ownMs }) => ownMs >= aimMs)) process.exitCode = 1;
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
