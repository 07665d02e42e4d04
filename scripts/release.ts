import { readdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { makeRelease } from './release/make-release.ts';
import { root, run } from './run.ts';

/**
 * `npm run release [-- --without-database]`: builds, and makes the folder `release/atrium`, which runs in production
 * on a machine of this kind without anything but Node.
 */
const database = !process.argv.includes('--without-database');

async function megabytesOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => stat(join(entry.parentPath, entry.name)));
  return (await Promise.all(files)).reduce((sum, { size }) => sum + size, 0) / 1e6;
}

if ((await run(['tsx', 'scripts/build.ts'])) !== 0) process.exit(1);
const folder = resolve(root, 'release/atrium');
await makeRelease(folder, { database });
console.log(`${folder}: ${(await megabytesOf(folder)).toFixed(1)} MB, ${database ? 'with' : 'without'} a database`);
