import type { BucketSettings } from '../../../config/file-store.ts';
import { collect, unlessMissing, type FileStore } from '../store.ts';
import { FileStoreTrouble } from '../trouble.ts';
import { openBucket } from './bucket.ts';
import { usualLimits } from './timed-fetch.ts';

/** Names that are ours. Other objects under the prefix belong to other programs, and stay. */
const isOurs = (name: string) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(name);

export interface BucketStore extends FileStore {
  /** @throws FileStoreTrouble when the bucket cannot be listed with this key */
  check(): Promise<void>;
  /**
   * The installation that the marker beside the files names; none where there is no marker.
   * @throws FileStoreTrouble when the marker cannot be read
   */
  owner(): Promise<string | undefined>;
  /** Writes the marker where there is none. Read it afterwards: another may have been first. */
  claim(installation: string): Promise<void>;
  /** Writes the marker, whatever it says. */
  takeOver(installation: string): Promise<void>;
}

/** The line ends so that a marker that was cut short is found out. */
const markerOf = (installation: string) => Buffer.from(`atrium ${installation}\n`);

/** Stores files in a bucket with the S3 interface. */
export function bucketStore(settings: BucketSettings, limits = usualLimits): BucketStore {
  const bucket = openBucket(settings, limits);
  const folder = `${settings.prefix}files/`;
  const marker = `${settings.prefix}files.installation`;
  return {
    async put(name, content) {
      await bucket.put(`${folder}${name}`, await collect(content));
    },
    open: (name) => bucket.open(`${folder}${name}`),
    remove: (name) => bucket.remove(`${folder}${name}`),
    async *list() {
      for await (const { key, changedAt } of bucket.list(folder)) {
        const name = key.slice(folder.length);
        if (isOurs(name)) yield { name, changedAt };
      }
    },
    check: () => bucket.check(folder),
    async owner() {
      const found = await bucket.open(marker).then(collect, unlessMissing);
      if (!found) return undefined;
      const installation = /^atrium ([\w-]{1,100})\n$/.exec(found.toString())?.[1];
      if (!installation)
        throw new FileStoreTrouble('damaged', `the object ${marker} does not say whose bucket this is`);
      return installation;
    },
    claim: (installation) => bucket.putNew(marker, markerOf(installation)),
    takeOver: (installation) => bucket.put(marker, markerOf(installation)),
  };
}
