import { resolve } from 'node:path';
import type { Config } from '../../config/config.ts';
import { diskStore } from './disk.ts';
import { bucketStore, type BucketStore } from './s3/bucket-store.ts';
import type { FileStore } from './store.ts';
import { twoStores } from './two-stores.ts';

export interface Stores {
  /** Takes new files, and serves those of both places where there are two. */
  store: FileStore;
  /** Takes uploads until they are inspected, on this machine, so that a slow sender holds neither memory nor a call. */
  incoming: FileStore;
  present: FileStore;
  /** The place of files that are still to be moved; none where there is but one. */
  former: FileStore | undefined;
  bucket: BucketStore | undefined;
}

/** The stores of uploaded files: the folder below DATA_DIR, and the bucket that the settings name. */
export function openStores({ dataDir, fileStore }: Pick<Config, 'dataDir' | 'fileStore'>): Stores {
  const disk = diskStore(resolve(dataDir, 'files'));
  if (!fileStore.bucket) return { store: disk, incoming: disk, present: disk, former: undefined, bucket: undefined };
  const bucket = bucketStore(fileStore.bucket);
  const [present, former] = fileStore.kind === 's3' ? [bucket, disk] : [disk, bucket];
  return { store: twoStores(present, former), incoming: disk, present, former, bucket };
}
