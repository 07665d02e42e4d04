import { spawnSync } from 'node:child_process';
import { chmod, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A file system of its own, which can be full. */
export interface Disk {
  folder: string;
  fill(): Promise<void>;
  free(): Promise<void>;
  remove(): Promise<void>;
}

const sizeMiB = 600;
const piece = Buffer.alloc(1024 * 1024);

/** Mounts one in memory. @returns undefined where this user may not */
export async function openDisk(): Promise<Disk | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'atrium-disk-'));
  const options = `size=${sizeMiB}m,mode=1777`;
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder]).status !== 0) {
    await rm(folder, { recursive: true });
    return undefined;
  }
  await chmod(folder, 0o1777);
  const filler = join(folder, 'filler');
  return {
    folder,
    async fill() {
      const file = await open(filler, 'w');
      try {
        for (;;) await file.write(piece);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      } finally {
        await file.close();
      }
    },
    free: () => rm(filler, { force: true }),
    async remove() {
      spawnSync('umount', [folder]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
