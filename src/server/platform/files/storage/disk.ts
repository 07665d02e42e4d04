import { mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileStore } from './store.ts';

/** Where content is until it is whole. In the same folder, for a rename must not cross file systems. */
export const incoming = 'incoming';

/** The folder of a file, one of 256. */
export const shardOf = (name: string): string => name.slice(-2);

/** Stores files in a folder of this machine, 256 folders by the end of the name, readable by its owner only. */
export function diskStore(folder: string): FileStore {
  const unfinished = (name: string) => join(folder, incoming, name);
  const placeOf = (name: string) => join(folder, shardOf(name));
  const pathOf = (name: string) => join(placeOf(name), name);

  return {
    async put(name, content) {
      await makeFolder(join(folder, incoming));
      try {
        await writeDurably(unfinished(name), content);
        if (await makeFolder(placeOf(name))) await settle(folder);
        await rename(unfinished(name), pathOf(name));
        await settle(placeOf(name));
      } catch (error) {
        await rm(unfinished(name), { force: true });
        throw error;
      }
    },
    async open(name) {
      // Open before this returns: what is moved or removed from here on is still read to its end.
      const file = await open(pathOf(name));
      return file.createReadStream() as AsyncIterable<Buffer>;
    },
    async remove(name) {
      await Promise.all([rm(pathOf(name), { force: true }), rm(unfinished(name), { force: true })]);
    },
    async *list() {
      for (const shard of await namesIn(folder)) {
        for (const name of await namesIn(join(folder, shard))) {
          const found = await stat(join(folder, shard, name)).catch(() => undefined);
          if (found?.isFile()) yield { name, changedAt: found.mtime };
        }
      }
    },
  };
}

/** Whether it was not there before. */
async function makeFolder(path: string): Promise<boolean> {
  return (await mkdir(path, { recursive: true, mode: 0o700 })) !== undefined;
}

async function writeDurably(path: string, content: AsyncIterable<Buffer>): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await writeFile(file, content);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** A new name in a folder is on the disk only once the folder is. */
async function settle(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}
