import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readdir, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { isAlive } from '#server/platform/db/embedded/server-process.ts';

const MEMORY = '/dev/shm';
/** Databases, uploads, builds and browsers of a run take up to three. */
const NEEDED = 8 * 2 ** 30;

/**
 * An empty folder for everything that a run of the tests writes: in memory where enough is free, otherwise on the disk. A run
 * makes and drops some 600 databases of 1,500 files each. ext4 takes a second for one after many others were dropped, memory
 * a tenth.
 */
export async function openTestFolder(): Promise<string> {
  const folder = await makeFolder((await hasSpace()) ? MEMORY : tmpdir());
  if (!folder.startsWith(MEMORY) || (await runsPrograms(folder))) return folder;
  await rm(folder, { recursive: true });
  return makeFolder(tmpdir());
}

async function makeFolder(parent: string): Promise<string> {
  const folder = await mkdtemp(join(parent, `atrium-test-${process.pid}-`));
  // PostgreSQL may have to run as another user, who must be able to pass through.
  await chmod(folder, 0o755);
  return folder;
}

/** Also removes what killed runs have left in memory. */
async function hasSpace(): Promise<boolean> {
  const names = await readdir(MEMORY).catch(() => []);
  for (const name of names) {
    const owner = /^atrium-test-(\d+)-/.exec(name)?.[1];
    if (owner && !isAlive(Number(owner))) await rm(join(MEMORY, name), { recursive: true, force: true });
  }
  const shared = await statfs(MEMORY).catch(() => undefined);
  return shared !== undefined && Math.min(shared.bavail * shared.bsize, process.availableMemory()) >= NEEDED;
}

/** Containers often forbid programs in shared memory. */
async function runsPrograms(folder: string): Promise<boolean> {
  const program = join(folder, 'program');
  await writeFile(program, '#!/bin/sh\n', { mode: 0o755 });
  const ran = await promisify(execFile)(program).then(
    () => true,
    () => false,
  );
  await rm(program);
  return ran;
}
