import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { collect, isMissing } from '../../../files/storage/store.ts';
import type { Bucket } from '../../../files/storage/s3/bucket.ts';

/** One part is in memory at a time. */
export const partBytes = 8 * 1024 ** 2;

const part = z.object({ size: z.number().int().positive(), sha256: z.string().regex(/^[0-9a-f]{64}$/) });
const description = z.object({ format: z.literal(1), parts: z.array(part).min(1) });
/** What an object in parts is. It is written last, so that what was broken off has none. */
export type Description = z.output<typeof description>;

export const partKey = (key: string, index: number): string => `${key}.part-${String(index).padStart(6, '0')}`;
export const descriptionKey = (key: string): string => `${key}.parts.json`;

/** Stores a file in parts, each read back and compared, and its description after them. */
export async function putInParts(bucket: Bucket, key: string, file: string, bytes = partBytes): Promise<void> {
  const parts: Description['parts'] = [];
  for await (const content of createReadStream(file, { highWaterMark: bytes }) as AsyncIterable<Buffer>) {
    await bucket.put(partKey(key, parts.length), content);
    parts.push({ size: content.length, sha256: sha256(content) });
  }
  await bucket.put(descriptionKey(key), Buffer.from(JSON.stringify({ format: 1, parts })));
}

/** The description of what is whole; nothing where there is none that can be read. */
export async function describeParts(bucket: Bucket, key: string): Promise<Description | undefined> {
  try {
    const text = await bucket.open(descriptionKey(key)).then(collect);
    return description.parse(JSON.parse(text.toString('utf8')));
  } catch (error) {
    if (isMissing(error) || error instanceof SyntaxError || error instanceof z.ZodError) return undefined;
    throw error;
  }
}

/**
 * Reads what lies in parts, in their order, and compares each with its checksum before the next one.
 * @throws Error that names the part that is missing or not what was written
 */
export async function* readParts(bucket: Bucket, key: string, { parts }: Description): AsyncGenerator<Buffer> {
  for (const [index, { sha256: sum }] of parts.entries()) {
    const hash = createHash('sha256');
    const content = await bucket.open(partKey(key, index)).catch((error: unknown) => {
      throw isMissing(error) ? new Error(`part ${index + 1} of ${parts.length} is missing`, { cause: error }) : error;
    });
    for await (const bytes of content) {
      hash.update(bytes);
      yield bytes;
    }
    if (hash.digest('hex') !== sum) throw new Error(`part ${index + 1} of ${parts.length} is not what was written`);
  }
}

/** The same into the new file `file`. */
export async function fetchParts(bucket: Bucket, key: string, file: string): Promise<void> {
  const found = await describeParts(bucket, key);
  if (!found) throw new Error('there is no whole backup of this name');
  await pipeline(readParts(bucket, key, found), createWriteStream(file, { flags: 'wx', mode: 0o600 }));
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
