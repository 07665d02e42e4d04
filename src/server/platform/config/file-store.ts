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
  const bucket = bucketOf(set, '', set.FILE_STORE === 's3' && 'FILE_STORE=s3');
  return { kind: set.FILE_STORE, bucket };
}

type Named<Start extends string> = `${Start}S3_${'ENDPOINT' | 'BUCKET' | 'ACCESS_KEY' | 'SECRET_KEY' | 'PREFIX'}`;
type SettingsOfBucket<Start extends string> = { [Name in Named<Start>]?: string | undefined } & {
  [Name in `${Start}S3_REGION`]: string;
} & { [Name in `${Start}S3_PATH_STYLE`]: boolean };

/**
 * The bucket whose settings begin with `start`; nothing when none of them is given and nothing needs it.
 * @param neededBy the setting that is of no use without a bucket
 * @throws Error that names what is missing
 */
export function bucketOf<Start extends '' | 'BACKUP_'>(
  set: SettingsOfBucket<Start>,
  start: Start,
  neededBy: string | false,
): BucketSettings | undefined {
  const of = (name: string) => (set as Record<string, string | undefined>)[`${start}S3_${name}`];
  const [endpoint, name, accessKey, secretKey] = needed.map(of);
  if (endpoint && name && accessKey && secretKey) {
    const isInPath = set[`${start}S3_PATH_STYLE`] as boolean;
    const address = addressOf(endpoint, name, isInPath, `${start}S3_`);
    return { address, region: of('REGION') ?? '', accessKey, secretKey, prefix: of('PREFIX') ?? '' };
  }
  const given = needed.find((each) => of(each) !== undefined);
  if (!neededBy && !given) return undefined;
  const missing = needed.filter((each) => of(each) === undefined).map((each) => `${start}S3_${each}`);
  throw wrongSettings(`${neededBy || `${start}S3_${given}`} needs ${missing.join(', ')}`);
}

const needed = ['ENDPOINT', 'BUCKET', 'ACCESS_KEY', 'SECRET_KEY'] as const;

function addressOf(endpoint: string, bucket: string, inPath: boolean, start: string): string {
  const { protocol, host, pathname, search, hash, username, password } = new URL(endpoint);
  if (pathname !== '/' || [search, hash, username, password].some((part) => part !== ''))
    throw wrongSettings(`${start}ENDPOINT: has only a scheme, a host and a port; the bucket belongs in ${start}BUCKET`);
  return inPath ? `${protocol}//${host}/${bucket}` : `${protocol}//${bucket}.${host}`;
}
