import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { collect, unlessMissing } from '../../../files/storage/store.ts';
import type { Bucket, BucketObject } from '../../../files/storage/s3/bucket.ts';
import { FileStoreTrouble } from '../../../files/storage/trouble.ts';
import { descriptionKey, describeParts, fetchParts, partBytes, partKey, putInParts } from './parts.ts';
import {
  brokenOffMs,
  installationIn,
  newestFirst,
  provenNote,
  timeOf,
  type BackupPlace,
  type StoredBackup,
} from './place.ts';

const workshopName = 'backup-transfer-';

/**
 * Backups in a bucket, each in parts. Their archives pass through a folder below `dataDir`.
 * @param prefix of all objects of this installation there
 */
export function bucketPlace(
  bucket: Bucket,
  { prefix, dataDir, bytes = partBytes }: { prefix: string; dataDir: string; bytes?: number },
): BackupPlace {
  const folder = `${prefix}backups/`;

  /** Names with the objects of each, whole or not. */
  async function found(): Promise<Map<string, BucketObject[]>> {
    const objects = new Map<string, BucketObject[]>();
    for await (const object of bucket.list(folder)) {
      const name = object.key.slice(folder.length).replace(/\.(?:part-\d{6}|parts\.json)$/, '');
      if (timeOf(name)) objects.set(name, [...(objects.get(name) ?? []), object]);
    }
    return objects;
  }

  async function isWhole(name: string, objects: BucketObject[]): Promise<boolean> {
    const description = await describeParts(bucket, `${folder}${name}`);
    const sizes = new Map(objects.map(({ key, size }) => [key, size]));
    return (
      description?.parts.every(({ size }, index) => sizes.get(partKey(`${folder}${name}`, index)) === size) ?? false
    );
  }

  async function inWorkshop<T>(action: (file: string) => Promise<T>, name: string): Promise<T> {
    await mkdir(resolve(dataDir), { recursive: true });
    const workshop = await mkdtemp(join(resolve(dataDir), workshopName));
    try {
      return await action(join(workshop, name));
    } finally {
      await rm(workshop, { recursive: true, force: true });
    }
  }

  return {
    title: 'the bucket of backups',
    check: () => bucket.check(folder).catch(explain),
    store: (name, write) =>
      inWorkshop(async (file) => {
        const manifest = await write(file);
        await putInParts(bucket, `${folder}${name}`, file, bytes).catch(explain);
        return manifest;
      }, name),
    async list() {
      const whole: StoredBackup[] = [];
      for (const [name, objects] of await found().catch(explain)) {
        const createdAt = timeOf(name);
        if (createdAt && (await isWhole(name, objects).catch(explain))) whole.push({ name, createdAt });
      }
      return whole.toSorted(newestFirst);
    },
    fetch: (name, read) =>
      inWorkshop(async (file) => {
        await fetchParts(bucket, `${folder}${name}`, file).catch((error: Error) => {
          if (error instanceof FileStoreTrouble) explain(error);
          throw new Error(`The backup ${name} cannot be read from the bucket: ${error.message}.`, { cause: error });
        });
        return read(file);
      }, name),
    async removeUnfinished(now) {
      const isOld = (at: Date) => now.getTime() - at.getTime() > brokenOffMs;
      for (const objects of (await found().catch(explain)).values()) {
        if (!objects.every(({ changedAt }) => isOld(changedAt))) continue;
        if (objects.some(({ key }) => key.endsWith('.json'))) continue;
        for (const { key } of objects) await bucket.remove(key).catch(explain);
      }
      for (const name of await readdir(resolve(dataDir)).catch(() => [])) {
        if (!name.startsWith(workshopName)) continue;
        const path = join(resolve(dataDir), name);
        if (isOld((await stat(path)).mtime)) await rm(path, { recursive: true, force: true });
      }
    },
    async remove(name) {
      // Its description first: parts without one are no backup, and are removed by themselves when this breaks off.
      await bucket.remove(descriptionKey(`${folder}${name}`)).catch(explain);
      for await (const { key } of bucket.list(`${folder}${name}.part-`)) await bucket.remove(key).catch(explain);
    },
    async lastProven(installation) {
      const text = await bucket
        .open(`${folder}${provenNote(installation)}`)
        .then(collect, unlessMissing)
        .catch(explain);
      return text?.toString('utf8').trim();
    },
    noteProven: (name) => bucket.put(`${folder}${provenNote(installationIn(name))}`, Buffer.from(name)).catch(explain),
  };
}

/** @throws Error with one sentence for the operator */
function explain(error: unknown): never {
  if (!(error instanceof FileStoreTrouble)) throw error;
  const said = {
    away: 'The bucket of backups cannot be reached',
    refused: 'The bucket of backups refuses the key or settings of BACKUP_S3_…',
    damaged: 'The bucket of backups cannot be relied on',
  }[error.reason];
  throw new Error(`${said}: ${error.message}.`, { cause: error });
}
