import type { BucketSettings } from '../../../config/file-store.ts';
import { collect, type FileStore } from '../store.ts';
import { openBucket } from './bucket.ts';
import { usualLimits } from './timed-fetch.ts';

/** Names that are ours. Other objects under the prefix belong to other programs, and stay. */
const isOurs = (name: string) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(name);

export interface BucketStore extends FileStore {
  /** @throws FileStoreTrouble when the bucket cannot be listed with this key */
  check(): Promise<void>;
}

/** Stores files in a bucket with the S3 interface. */
export function bucketStore(settings: BucketSettings, limits = usualLimits): BucketStore {
  const bucket = openBucket(settings, limits);
  const folder = `${settings.prefix}files/`;
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
  };
}
