import { resolve } from 'node:path';
import type { Config } from '../../../config/config.ts';
import { openBucket } from '../../../files/storage/s3/bucket.ts';
import { bucketPlace } from './bucket.ts';
import { folderPlace } from './folder.ts';
import type { BackupPlace } from './place.ts';

/** Where the settings say that backups lie. */
export function openPlace({ dataDir, backups }: Pick<Config, 'dataDir' | 'backups'>): BackupPlace {
  if (!backups.bucket) return folderPlace(resolve(dataDir, 'backups'));
  return bucketPlace(openBucket(backups.bucket), { prefix: backups.bucket.prefix, dataDir });
}
