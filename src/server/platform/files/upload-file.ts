import { createHash } from 'node:crypto';
import { fileLimits, type FilePurpose } from '#contract/kernel/file-rules.ts';
import type { StoredFile } from '#contract/kernel/files.ts';
import type { App } from '../app.ts';
import type { Tx } from '../db/database.ts';
import { sql } from '../db/sql.ts';
import { newId } from '../id.ts';
import { limitTo } from './handle-bytes.ts';
import { Refusal, refuseUntil } from '../refusal.ts';
import { newDataKey, wrapKey } from './encryption/data-key.ts';
import { cleanFileName } from './file-name.ts';
import { fileColumns, showFile, type FileRow } from './file-row.ts';
import { inspect, type Inspected } from './inspect.ts';
import { removeContent } from './remove-file.ts';
import { checkQuota } from './storage/quota.ts';
import { collect, once } from './storage/store.ts';
import { encryptStream, decryptStream } from './encryption/encryption.ts';
import { runAfterOwn, runQueued } from './work-queue.ts';

export interface UploadInput {
  ownerId: string;
  purpose: FilePurpose;
  /** As the person calls it. */
  name: string;
}

/** What else happens in the transaction of a file's row. */
interface Beside {
  /** Before it, with the size of what is stored; refuses what is too much. */
  admit?: (tx: Tx, bytes: number) => Promise<void>;
  /** After it: writes what refers to the file. Without it the file waits for an action. */
  refer?: (tx: Tx, fileId: string) => Promise<void>;
}

/**
 * Receives a file that waits for an action, as far as the quota of its owner allows.
 * @throws Refusal as `files.upload` lists them, and as `receiveFile`
 */
export async function uploadFile(app: App, input: UploadInput, content: AsyncIterable<Buffer>): Promise<StoredFile> {
  await checkQuota(app.db, input.ownerId, 0);
  const admit = async (tx: Tx, bytes: number) => {
    await tx.run(sql`select from person where id = ${input.ownerId} for no key update`);
    await checkQuota(tx, input.ownerId, bytes);
  };
  return receiveFile(app, input, content, { admit });
}

/**
 * Receives a file. During the upload it is encrypted under a key that is not stored; then it is inspected, a few at a
 * time and one of each owner, and stored under a key of its own. Nothing of a refused file stays.
 * @throws Refusal for what may not be stored, and `http.busy` when there is no capacity
 */
export async function receiveFile(
  app: App,
  input: UploadInput,
  content: AsyncIterable<Buffer>,
  beside: Beside,
): Promise<StoredFile> {
  const { maxBytes, types } = fileLimits[input.purpose];
  const { incoming } = app.files;
  const passing = { name: newId(), key: newDataKey() };
  try {
    await incoming.put(passing.name, encryptStream(limitTo(content, maxBytes), passing.key)).catch(explain);
    const take = async () => {
      const received = await collect(decryptStream(await incoming.open(passing.name), passing.key));
      return storeFile(app, input, await inspect(received, types), beside);
    };
    return await runAfterOwn(input.ownerId, () => runQueued(take));
  } finally {
    await incoming.remove(passing.name);
  }
}

/** The content first, then its row: a crash between the two leaves a file that the sweep finds. */
async function storeFile(
  app: App,
  { ownerId, purpose, name }: UploadInput,
  found: Inspected,
  { admit, refer }: Beside,
): Promise<StoredFile> {
  const id = newId();
  const key = newDataKey();
  const at = app.clock.now();
  const { content, type, width, height } = found;
  await app.files.store.put(id, encryptStream(once(content), key)).catch(explain);
  try {
    const row = await app.db.tx(async (tx) => {
      await admit?.(tx, content.length);
      const stored = await tx.one<FileRow>(sql`
        insert into file as f (id, owner_id, purpose, name, type, size, sha256, width, height, key_wrapped, created_at, linked_at)
        values (${id}, ${ownerId}, ${purpose}, ${cleanFileName(name, type)}, ${type}, ${content.length},
                ${createHash('sha256').update(content).digest()}, ${width}, ${height},
                ${wrapKey(app.config.appSecret, id, key)}, ${at}, ${refer ? at : null})
        returning ${fileColumns}`);
      await refer?.(tx, id);
      return stored;
    });
    return showFile(row);
  } catch (error) {
    // After any other failure the row may be there, and its content must be.
    if (error instanceof Refusal) await removeContent(app, [id]);
    throw error;
  }
}

/** A full disk is no defect of ours; it passes. */
function explain(error: NodeJS.ErrnoException): never {
  if (error.code === 'ENOSPC' || error.code === 'EDQUOT') throw refuseUntil('http.busy', 60);
  throw error;
}
