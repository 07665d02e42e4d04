import { createHash } from 'node:crypto';
import { S3mini, S3ServiceError } from 's3mini';
import type { BucketSettings } from '../../../config/file-store.ts';
import { collect, unlessMissing } from '../store.ts';
import { FileStoreTrouble } from '../trouble.ts';
import { withRetries } from './failures.ts';
import { readObject } from './read-object.ts';
import { timedFetch, usualLimits } from './timed-fetch.ts';

const pageSize = 1000;

/** An object, by its whole key. */
export interface BucketObject {
  key: string;
  size: number;
  changedAt: Date;
}

export interface Bucket {
  /** @throws FileStoreTrouble unless the bucket holds what it was given */
  put(key: string, bytes: Buffer): Promise<void>;
  /** Stores only where there is nothing under the key. A service that knows no such condition stores it anyway. */
  putNew(key: string, bytes: Buffer): Promise<void>;
  /** @throws Error that `isMissing` recognises when there is nothing under the key */
  open(key: string): Promise<AsyncIterable<Buffer>>;
  remove(key: string): Promise<void>;
  list(prefix: string): AsyncIterable<BucketObject>;
  /** @throws FileStoreTrouble when the bucket cannot be listed with this key */
  check(prefix: string): Promise<void>;
}

/**
 * A bucket with the S3 interface. Every call of it may be repeated: content never changes under its name, and of the
 * two notes that do change, whose files these are and which backup was proven, the last one counts. The payload is
 * signed by its checksum, which services that know it compare; all others are read back.
 */
export function openBucket({ address, region, accessKey, secretKey }: BucketSettings, limits = usualLimits): Bucket {
  const service = new S3mini({
    endpoint: address,
    region,
    accessKeyId: accessKey,
    secretAccessKey: secretKey,
    fetch: timedFetch(limits),
  });
  const from = (key: string, byte: number) =>
    withRetries(() => (byte === 0 ? service.getObjectRaw(key) : service.getObjectRaw(key, false, byte)));
  const page = (prefix: string, max: number, after?: string) =>
    withRetries(async () => {
      const found = await service.listObjectsPaged('/', prefix, max, after);
      if (!found) throw new FileStoreTrouble('refused', 'there is no such bucket');
      return found;
    });

  const bucket: Bucket = {
    async put(key, bytes) {
      const checksum = { 'x-amz-checksum-sha256': sha256(bytes).toString('base64') };
      await withRetries(async () => {
        const answer = await service.putObject(key, bytes, undefined, undefined, checksum);
        await answer.arrayBuffer();
      });
      const stored = await bucket.open(key).then(collect, unlessMissing);
      if (!stored?.equals(bytes)) throw new FileStoreTrouble('damaged', 'the bucket does not hold what it was given');
    },
    async putNew(key, bytes) {
      const put = (condition: Record<string, string>) => service.putObject(key, bytes, undefined, undefined, condition);
      await withRetries(async () => {
        const answer = await put({ 'if-none-match': '*' }).catch((error: unknown) => {
          if (statusOf(error) === 501) return put({});
          if (isThere.has(statusOf(error))) return undefined;
          throw error;
        });
        await answer?.arrayBuffer();
      });
    },
    async open(key) {
      return readObject(await from(key, 0), (byte) => from(key, byte), limits);
    },
    async remove(key) {
      await withRetries(() => service.deleteObject(key));
    },
    async *list(prefix) {
      let after: string | undefined;
      do {
        const { objects, nextContinuationToken } = await page(prefix, pageSize, after);
        for (const { Key, Size, LastModified } of objects ?? [])
          yield { key: Key, size: Size, changedAt: new Date(LastModified) };
        if (after !== undefined && nextContinuationToken === after)
          throw new FileStoreTrouble('damaged', 'the list of the bucket does not end');
        after = nextContinuationToken;
      } while (after !== undefined);
    },
    async check(prefix) {
      await page(prefix, 1);
    },
  };
  return bucket;
}

/** Answers to a conditional upload when the object is there, or another upload of it is under way. */
const isThere = new Set<number | undefined>([412, 409]);

const statusOf = (error: unknown) => (error instanceof S3ServiceError ? error.status : undefined);

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest();
