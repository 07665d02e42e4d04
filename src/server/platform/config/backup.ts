import { z } from 'zod';
import { bucketOf, fileStoreSettings, type BucketSettings } from './file-store.ts';

/** Where backups go, with a sentence each. */
export const backupSettings = {
  BACKUP_TARGET: z
    .enum(['folder', 's3'])
    .default('folder')
    .describe('where backups are stored: in the folder backups of DATA_DIR, or in a bucket with the S3 interface'),
  BACKUP_S3_ENDPOINT: fileStoreSettings.S3_ENDPOINT.describe(
    'address of the service that has the bucket of backups, without the bucket',
  ),
  BACKUP_S3_REGION: fileStoreSettings.S3_REGION.describe('region of the bucket of backups'),
  BACKUP_S3_BUCKET: fileStoreSettings.S3_BUCKET.describe('name of the bucket of backups'),
  BACKUP_S3_ACCESS_KEY: fileStoreSettings.S3_ACCESS_KEY.describe(
    'access key that can list the bucket of backups and read, write and delete its objects',
  ),
  BACKUP_S3_SECRET_KEY: fileStoreSettings.S3_SECRET_KEY.describe('secret of that access key'),
  BACKUP_S3_PATH_STYLE: fileStoreSettings.S3_PATH_STYLE.describe(
    '1 puts the name of the bucket of backups into the path of an address, 0 in front of its host',
  ),
  BACKUP_S3_PREFIX: fileStoreSettings.S3_PREFIX.describe(
    'beginning of the names of all objects of backups, such as broker/; it ends with a slash',
  ),
};

type Settings = z.output<z.ZodObject<typeof backupSettings>>;

/** Where backups go. */
export interface BackupPlan {
  /** The bucket that they go to; the folder below DATA_DIR without one. */
  bucket: BucketSettings | undefined;
}

/** @throws Error that names a setting without which another one is of no use */
export function backupPlanOf(set: Settings): BackupPlan {
  const isBucket = set.BACKUP_TARGET === 's3';
  const bucket = bucketOf(set, 'BACKUP_', isBucket && 'BACKUP_TARGET=s3');
  return { bucket: isBucket ? bucket : undefined };
}
