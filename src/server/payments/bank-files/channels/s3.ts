import { createHash } from 'node:crypto';
import { S3mini, S3ServiceError } from 's3mini';
import { z } from 'zod';
import type { Adapter, Connection, Io } from '#server/platform/connections/adapter.ts';
import { refused, type Outcome } from '#server/platform/connections/outcome.ts';
import type { BankFiles, BankLeftFile } from '#server/platform/connections/ports/bank-files.ts';
import { probe } from '#server/platform/connections/probe.ts';
import { explained } from '#server/platform/files/storage/s3/failures.ts';
import { isMissing } from '#server/platform/files/storage/store.ts';
import { isSame } from './same-bytes.ts';

const prefix = z
  .string()
  .regex(/^[\w!.*'()-]+(?:\/[\w!.*'()-]+)*\/?$/)
  .max(200);

const settings = z.strictObject({
  /** With the bucket as the path, or as the first part of the host. */
  address: z.url(),
  region: z.string().regex(/^[a-z0-9-]{1,40}$/),
  orders_folder: prefix,
  reports_folder: prefix,
  credits_exact: z.boolean(),
});
type Settings = z.output<typeof settings>;

/** Below the most that a call may answer. */
const partBytes = 4 * 1024 * 1024;
const pageSize = 1000;
/** A bank removes what is old; a longer list is not one of a bank. */
const maxPages = 20;

/** Files to and from a bank, or a service that speaks to banks, by a bucket with the S3 interface. */
export const bankS3: Adapter<'bank_files', typeof settings> = {
  name: 'bank_s3',
  port: 'bank_files',
  settings,
  hosts: () => [],
  open: (connection, io) => openS3(connection, io),
};

function openS3({ settings: set, secrets }: Connection<Settings>, io: Io): BankFiles {
  const [accessKeyId = ''] = secrets['access_key'] ?? [];
  const [secretAccessKey = ''] = secrets['secret_key'] ?? [];
  const inFolder = (folder: string, name: string) => `${folder.replace(/\/+$/, '')}/${name}`;
  const service = (purpose: string, ref: string | null) =>
    new S3mini({
      endpoint: set.address,
      region: set.region,
      accessKeyId,
      secretAccessKey,
      fetch: io.fetch({ purpose, ref }),
    });

  async function* contentOf(bucket: S3mini, key: string): AsyncGenerator<Buffer> {
    for (let from = 0; ; from += partBytes) {
      const answer = await bucket.getObjectRaw(key, false, from, from + partBytes - 1);
      if (!answer.headers.has('etag')) throw new Error('the service answered no object');
      const part = Buffer.from(await answer.arrayBuffer());
      if (part.length > 0) yield part;
      if (answer.status !== 206 || part.length < partBytes || isLastPart(answer, from + part.length)) return;
    }
  }

  const page = async (folder: string, most: number, after?: string) => {
    const found = await service('list files', null).listObjectsPaged('/', inFolder(folder, ''), most, after);
    if (!found) throw new Error('there is no such bucket');
    return found;
  };

  async function leftFiles(): Promise<BankLeftFile[]> {
    // Between two pages a service may name an object again.
    const files = new Map<string, BankLeftFile>();
    let after: string | undefined;
    for (let pages = 0; pages < maxPages; pages += 1) {
      const { objects, nextContinuationToken } = await page(set.reports_folder, pageSize, after);
      for (const { Key, Size, LastModified, ETag } of objects ?? []) {
        const name = Key.slice(inFolder(set.reports_folder, '').length);
        if (name !== '' && !name.includes('/'))
          files.set(name, {
            name,
            size: Size,
            version: [ETag, Size, LastModified].join(' ').slice(0, 100),
            at: new Date(LastModified),
          });
      }
      after = nextContinuationToken;
      if (after === undefined) break;
    }
    if (after !== undefined) throw new Error(`the folder has more than ${maxPages * pageSize} files`);
    return [...files.values()];
  }

  /** Null where there is nothing under the key. */
  const isThere = (bucket: S3mini, key: string, content: Buffer) =>
    isSame(contentOf(bucket, key), content).catch((error: unknown) => {
      if (isMissing(explained(error))) return null;
      throw error;
    });

  async function put(name: string, content: Buffer, again: boolean): Promise<Outcome<'there' | 'gone'>> {
    const bucket = service('put order', name);
    const key = inFolder(set.orders_folder, name);
    const held = await isThere(bucket, key, content).catch((error: unknown) => notPut(error));
    if (typeof held === 'object' && held !== null) return held;
    if (held !== null) return held ? { kind: 'done', value: 'there' } : other(name);
    if (again) return { kind: 'done', value: 'gone' };
    const conditions = {
      'if-none-match': '*',
      'x-amz-checksum-sha256': createHash('sha256').update(content).digest('base64'),
    };
    try {
      await bucket.putObject(key, content, 'application/xml', undefined, conditions);
    } catch (error) {
      if (wasNotSent(error) || isDeclined(error)) return notPut(error);
      if (!(error instanceof S3ServiceError && error.status === alreadyThere)) throw error;
    }
    const stored = await isThere(bucket, key, content);
    if (stored === false) return other(name);
    // A bank that has taken it already answers about it. A service that has stored nothing never says so.
    return { kind: 'done', value: stored ? 'there' : 'gone' };
  }

  return {
    creditsExact: set.credits_exact,
    put: (name, content, { again }) => put(name, content, again).catch(unknown),
    list: () => leftFiles().then((value): Outcome<BankLeftFile[]> => ({ kind: 'done', value }), unknown),
    async read(name, take) {
      const bucket = service('read file', name.slice(0, 80));
      return take(contentOf(bucket, inFolder(set.reports_folder, name)));
    },
    test: () =>
      probe([
        ['list the orders', () => page(set.orders_folder, 1).then(listed, unknown)],
        ['list what the bank has left', () => page(set.reports_folder, 1).then(listed, unknown)],
      ]),
  };
}

const listed = (): Outcome<string> => ({ kind: 'done', value: 'the folder can be listed' });
const other = (name: string): Outcome<never> => refused('exists', `another file of the name ${name} is there`);
const notPut = (error: unknown): Outcome<never> => ({
  kind: 'refused',
  code: 'not_put',
  text: explained(error).message,
  again: 'later',
});
const unknown = (error: unknown): Outcome<never> => ({ kind: 'unknown', detail: explained(error).message });

/** To `if-none-match`, when there is something under the key. */
const alreadyThere = 412;

/** Failures that say that nothing was stored: it knows no such condition, or it is too busy. */
const refusing: ReadonlySet<number> = new Set([501, 503]);

/** The service has answered that it stored nothing. A failure of its own (500) leaves that open. */
const isDeclined = (error: unknown): boolean =>
  error instanceof S3ServiceError &&
  error.status !== alreadyThere &&
  (error.status < 500 || refusing.has(error.status));

/** A service that knows the size says it, so that the last part is not followed by an empty one. */
function isLastPart(answer: Response, end: number): boolean {
  const total = /\/(\d+)$/.exec(answer.headers.get('content-range') ?? '')?.[1];
  return total !== undefined && end >= Number(total);
}

/** The guard of outgoing calls says so in the cause, where it stopped a call before anything left. */
function wasNotSent(error: unknown): boolean {
  for (let at: unknown = error; at instanceof Error; at = at.cause)
    if ((at.cause as { sent?: unknown } | undefined)?.sent === false) return true;
  return false;
}
