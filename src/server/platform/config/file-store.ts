import { z } from 'zod';
import { onOff, optional } from './values.ts';
import { wrongSettings } from './wrong-settings.ts';

const key = z.string().regex(/^[\x21-\x7E]{1,200}$/);

/** Where uploaded files are stored, with a sentence each. */
export const fileStoreSettings = {
  FILE_STORE: z
    .enum(['disk', 's3'])
    .default('disk')
    .describe('where uploaded files are stored: on the disk, in DATA_DIR, or in a bucket with the S3 interface'),
  S3_ENDPOINT: optional(z.url({ protocol: /^https?$/ })).describe(
    'address of the service that has the bucket, without the bucket, such as https://s3.eu-central-1.amazonaws.com',
  ),
  S3_REGION: z
    .string()
    .regex(/^[\w-]{1,40}$/)
    .default('us-east-1')
    .describe('region of the bucket, part of every signature'),
  S3_BUCKET: optional(z.string().regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/)).describe('name of the bucket'),
  S3_ACCESS_KEY: optional(key).describe('access key that can list the bucket and read, write and delete its objects'),
  S3_SECRET_KEY: optional(key).describe('secret of that access key'),
  S3_PATH_STYLE: onOff
    .default(true)
    .describe('1 puts the name of the bucket into the path of an address, 0 in front of its host'),
  S3_PREFIX: optional(z.string().regex(/^(?:[\w.-]+\/){1,10}$/)).describe(
    'beginning of the names of all objects, such as clients/; it ends with a slash',
  ),
};

type Settings = z.output<z.ZodObject<typeof fileStoreSettings>>;

/** A bucket, with the key to it. */
export interface BucketSettings {
  /** With the bucket in it. */
  address: string;
  region: string;
  accessKey: string;
  secretKey: string;
  /** Empty, or with a slash at its end. */
  prefix: string;
}

/**
 * The store of new files, and the bucket when there is one: its files are also read where new ones go to the disk.
 * @throws Error that names a setting without which another one is of no use
 */
export function fileStoreOf(set: Settings): { kind: 'disk' | 's3'; bucket: BucketSettings | undefined } {
  const { S3_ENDPOINT: endpoint, S3_BUCKET: name, S3_ACCESS_KEY: accessKey, S3_SECRET_KEY: secretKey } = set;
  const needed = { S3_ENDPOINT: endpoint, S3_BUCKET: name, S3_ACCESS_KEY: accessKey, S3_SECRET_KEY: secretKey };
  const missing = Object.entries(needed).flatMap(([setting, value]) => (value === undefined ? [setting] : []));
  if (endpoint && name && accessKey && secretKey) {
    const address = addressOf(endpoint, name, set.S3_PATH_STYLE);
    const bucket = { address, region: set.S3_REGION, accessKey, secretKey, prefix: set.S3_PREFIX ?? '' };
    return { kind: set.FILE_STORE, bucket };
  }
  const given = Object.keys(needed).find((setting) => !missing.includes(setting));
  if (set.FILE_STORE === 'disk' && !given) return { kind: 'disk', bucket: undefined };
  throw wrongSettings(`${set.FILE_STORE === 's3' ? 'FILE_STORE=s3' : given} needs ${missing.join(', ')}`);
}

function addressOf(endpoint: string, bucket: string, inPath: boolean): string {
  const { protocol, host, pathname, search, hash, username, password } = new URL(endpoint);
  if (pathname !== '/' || [search, hash, username, password].some((part) => part !== ''))
    throw wrongSettings('S3_ENDPOINT: has only a scheme, a host and a port; the bucket belongs in S3_BUCKET');
  return inPath ? `${protocol}//${host}/${bucket}` : `${protocol}//${bucket}.${host}`;
}
