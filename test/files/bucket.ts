import { vi } from 'vitest';
import type { BucketSettings } from '#server/platform/config/file-store.ts';
import { openBucketStandIn, type BucketStandIn } from '#server/demo/stand-ins/s3/server.ts';

export { signatureOf } from '#server/demo/stand-ins/s3/signature.ts';
export { openBucketStandIn, type BucketStandIn };

/** The settings with which an installation uses the stand-in. */
export const bucketEnv = ({ url, keys }: BucketStandIn) => ({
  FILE_STORE: 's3',
  S3_ENDPOINT: url,
  S3_REGION: keys.region,
  S3_BUCKET: keys.bucket,
  S3_ACCESS_KEY: keys.accessKey,
  S3_SECRET_KEY: keys.secretKey,
});

export const bucketSettings = ({ url, keys }: BucketStandIn): BucketSettings => ({
  address: `${url}/${keys.bucket}`,
  region: keys.region,
  accessKey: keys.accessKey,
  secretKey: keys.secretKey,
  prefix: 'one/',
});

/** The settings with which its backups go there. */
export const backupEnv = ({ url, keys }: BucketStandIn) => ({
  BACKUP_TARGET: 's3',
  BACKUP_S3_ENDPOINT: url,
  BACKUP_S3_REGION: keys.region,
  BACKUP_S3_BUCKET: keys.bucket,
  BACKUP_S3_ACCESS_KEY: keys.accessKey,
  BACKUP_S3_SECRET_KEY: keys.secretKey,
});

/** The object beside the files that says whose they are. */
export const marker = 'files.installation';

/** Waits for the first installation, which does not wait for it. */
export const whenClaimed = ({ objects }: BucketStandIn) => vi.waitUntil(() => objects.has(marker), { timeout: 30_000 });

/** The objects that are files. */
export const filesIn = ({ objects }: BucketStandIn) => [...objects.keys()].filter((key) => key.startsWith('files/'));
