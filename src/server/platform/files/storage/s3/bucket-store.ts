import { createHash } from 'node:crypto';
import { S3mini } from 's3mini';
import type { BucketSettings } from '../../../config/file-store.ts';
import { collect, unlessMissing, type FileStore } from '../store.ts';
import { FileStoreTrouble } from '../trouble.ts';
import { withRetries } from './failures.ts';
import { readObject } from './read-object.ts';
import { timedFetch, usualLimits } from './timed-fetch.ts';

/** Names that are ours. Other objects under the prefix belong to other programs, and stay. */
const isOurs = (name: string) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(name);

const pageSize = 1000;

export interface BucketStore extends FileStore {
  /** @throws FileStoreTrouble when the bucket cannot be listed with this key */
  check(): Promise<void>;
}

/**
 * Stores files in a bucket with the S3 interface. Every call of it may be repeated, because content never changes under
 * its name. The payload is signed by its checksum, which services that know it compare; all others are read back.
 */
export function bucketStore({ address, region, accessKey, secretKey, prefix }: BucketSettings, limits = usualLimits) {
  const bucket = new S3mini({
    endpoint: address,
    region,
    accessKeyId: accessKey,
    secretAccessKey: secretKey,
    fetch: timedFetch(limits),
  });
  const folder = `${prefix}files/`;
  const keyOf = (name: string) => `${folder}${name}`;
  const from = (name: string, byte: number) =>
    withRetries(() => (byte === 0 ? bucket.getObjectRaw(keyOf(name)) : bucket.getObjectRaw(keyOf(name), false, byte)));
  const page = (max: number, after?: string) =>
    withRetries(async () => {
      const found = await bucket.listObjectsPaged('/', folder, max, after);
      if (!found) throw new FileStoreTrouble('refused', 'there is no such bucket');
      return found;
    });

  const store: BucketStore = {
    async put(name, content) {
      const bytes = await collect(content);
      const checksum = { 'x-amz-checksum-sha256': sha256(bytes).toString('base64') };
      await withRetries(async () => {
        const answer = await bucket.putObject(keyOf(name), bytes, undefined, undefined, checksum);
        await answer.arrayBuffer();
      });
      const stored = await store.open(name).then(collect, unlessMissing);
      if (!stored?.equals(bytes)) throw new FileStoreTrouble('damaged', 'the bucket does not hold what it was given');
    },
    async open(name) {
      return readObject(await from(name, 0), (byte) => from(name, byte), limits);
    },
    async remove(name) {
      await withRetries(() => bucket.deleteObject(keyOf(name)));
    },
    async *list() {
      let after: string | undefined;
      do {
        const { objects, nextContinuationToken } = await page(pageSize, after);
        for (const { Key, LastModified } of objects ?? []) {
          const name = Key.slice(folder.length);
          if (isOurs(name)) yield { name, changedAt: new Date(LastModified) };
        }
        if (after !== undefined && nextContinuationToken === after)
          throw new FileStoreTrouble('damaged', 'the list of the bucket does not end');
        after = nextContinuationToken;
      } while (after !== undefined);
    },
    async check() {
      await page(1);
    },
  };
  return store;
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest();
