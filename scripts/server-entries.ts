import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { root } from './run.ts';

const threads = [
  'src/server/platform/pdf/draw-worker.tsx',
  'src/server/platform/files/rewrite-worker.ts',
  'src/server/ipo/allotment/compute-worker.ts',
];

/** Every file of the server that Node starts by itself: the server, its threads and its command lines. */
export async function serverEntries(): Promise<string[]> {
  const folder = 'src/server/cli';
  const names = (await readdir(resolve(root, folder))).filter((name) => /(?<!\.test)\.ts$/.test(name));
  return ['src/server/main.ts', ...threads, ...names.toSorted().map((name) => join(folder, name))];
}
