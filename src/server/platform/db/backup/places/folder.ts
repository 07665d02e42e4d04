import { existsSync } from 'node:fs';
import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brokenOffMs, installationIn, newestFirst, provenNote, timeOf, type BackupPlace } from './place.ts';

/** Backups in a folder of this machine, each a file. A file has its name only once it is whole. */
export function folderPlace(folder: string): BackupPlace {
  const names = async () => (existsSync(folder) ? readdir(folder) : []);
  return {
    title: folder,
    async check() {},
    store: (name, write) => write(join(folder, name)),
    async list() {
      const found = (await names()).flatMap((name) => {
        const createdAt = timeOf(name);
        return createdAt ? [{ name, createdAt }] : [];
      });
      return found.toSorted(newestFirst);
    },
    fetch: (name, read) => read(join(folder, name)),
    async removeUnfinished(now) {
      for (const name of await names()) {
        const [backup = ''] = name.split('.unfinished-');
        if (backup === name || !timeOf(backup)) continue;
        const { mtime } = await stat(join(folder, name));
        if (now.getTime() - mtime.getTime() > brokenOffMs)
          await rm(join(folder, name), { recursive: true, force: true });
      }
    },
    remove: (name) => rm(join(folder, name), { force: true }),
    async lastProven(installation) {
      const proven = join(folder, provenNote(installation));
      return existsSync(proven) ? (await readFile(proven, 'utf8')).trim() : undefined;
    },
    async noteProven(name) {
      const proven = join(folder, provenNote(installationIn(name)));
      await writeFile(`${proven}.new`, `${name}\n`, { mode: 0o600 });
      await rename(`${proven}.new`, proven);
    },
  };
}
