import { z } from 'zod';
import { optional } from './values.ts';
import { bucketOf, fileStoreSettings, type BucketSettings } from './file-store.ts';

const keep = (usual: number, least: number) => z.coerce.number().int().min(least).max(1000).default(usual);

/** When backups are made, where they go and how long they stay, with a sentence each. */
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
  BACKUP_AT: optional(z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/)).describe(
    'time of day in UTC, such as 04:00, at which one instance makes a backup; without it none is made by itself',
  ),
  BACKUP_KEEP_DAILY: keep(7, 1).describe(
    'with BACKUP_AT: of how many days the newest backup stays; days without one do not count',
  ),
  BACKUP_KEEP_WEEKLY: keep(5, 0).describe('the same for weeks, which begin on Monday'),
  BACKUP_KEEP_MONTHLY: keep(12, 0).describe('the same for months'),
};

type Settings = z.output<z.ZodObject<typeof backupSettings>>;

/** Of how many of the newest days, weeks and months with a backup the newest one stays. */
export interface Keep {
  daily: number;
  weekly: number;
  monthly: number;
}

/** When backups are made, where they go and how long they stay. */
export interface BackupPlan {
  /** The bucket that they go to; the folder below DATA_DIR without one. */
  bucket: BucketSettings | undefined;
  /** The time of day in UTC at which the product makes one; it makes none without it. */
  at: string | undefined;
  keep: Keep;
}

/** @throws Error that names a setting without which another one is of no use */
export function backupPlanOf(set: Settings): BackupPlan {
  const isBucket = set.BACKUP_TARGET === 's3';
  const bucket = bucketOf(set, 'BACKUP_', isBucket && 'BACKUP_TARGET=s3');
  return {
    bucket: isBucket ? bucket : undefined,
    at: set.BACKUP_AT,
    keep: { daily: set.BACKUP_KEEP_DAILY, weekly: set.BACKUP_KEEP_WEEKLY, monthly: set.BACKUP_KEEP_MONTHLY },
  };
}
