import type { App } from '../app.ts';
import type { Queries } from '../db/database.ts';
import { sql, type Sql } from '../db/sql.ts';
import { notFound } from '../refusal.ts';
import { requireOwnBucket } from './storage/own-bucket.ts';
import type { FileStore } from './storage/store.ts';
import { FileStoreTrouble } from './storage/trouble.ts';

/** Younger files may still be on their way to a row, or to an action that refers to them. */
const waitsMs = 24 * 3_600_000;

/**
 * Deletes a file that nothing refers to.
 * @throws Refusal `http.not_found`
 */
export async function removeFile(app: App, ownerId: string, id: string): Promise<void> {
  const removed = await discard(app, sql`id = ${id} and owner_id = ${ownerId}`);
  if (removed === 0) throw notFound();
}

/**
 * Deletes files without a reference after a day, and content without a row, as a crash leaves it.
 * @throws FileStoreTrouble before anything is deleted when the bucket belongs to another installation
 */
export async function sweepFiles(app: App, now: Date = new Date()): Promise<void> {
  const { bucket } = app.files;
  if (bucket && !(await requireOwnBucket(app.db, bucket))) return;
  await discard(app, sql`created_at < ${new Date(app.clock.now().getTime() - waitsMs)}`);
  await sweepStore(app, app.files.store, now);
}

/** Deletes content of a store that has lain there for a day without a row. */
export async function sweepStore(app: App, store: FileStore, now: Date = new Date()): Promise<void> {
  let names: string[] = [];
  for await (const { name, changedAt } of store.list()) {
    // By the machine's clock, as the times of files are.
    if (now.getTime() - changedAt.getTime() > waitsMs) names.push(name);
    if (names.length >= 500) {
      await removeStray(app, names);
      names = [];
    }
  }
  await removeStray(app, names);
}

/** The row goes first, and with it the key: without it the content is noise. */
async function discard(app: App, which: Sql): Promise<number> {
  const gone = await deleteFiles(app.db, sql`linked_at is null and ${which}`, app.clock.now());
  await removeContent(app, gone);
  return gone.length;
}

/** Destroys the keys of files. Their content is for `removeContent`, or for the next sweep. @returns their ids */
export async function deleteFiles(db: Pick<Queries, 'rows'>, which: Sql, at: Date): Promise<string[]> {
  const gone = await db.rows<{ id: string }>(sql`
    update file set deleted_at = ${at}, key_wrapped = null where deleted_at is null and ${which} returning id`);
  return gone.map(({ id }) => id);
}

/** Content that cannot be removed now is noise without its key, and the next sweep finds it. */
export async function removeContent({ db, files, log }: App, ids: readonly string[]): Promise<void> {
  const { incoming: disk, bucket } = files;
  try {
    for (const id of ids) await disk.remove(id);
    if (!bucket || ids.length === 0) return;
    // A copy of the database knows the same names.
    await requireOwnBucket(db, bucket);
    for (const id of ids) await bucket.remove(id);
  } catch (error) {
    if (!(error instanceof FileStoreTrouble)) throw error;
    log.warn({ reason: error.message }, 'the content of deleted files stays until the next sweep');
  }
}

async function removeStray(app: App, names: readonly string[]): Promise<void> {
  const known = await app.db.rows<{ id: string }>(sql`
    select id from file where id::text = any(${names}::text[]) and deleted_at is null`);
  const stored = new Set(known.map(({ id }) => id));
  for (const name of names) if (!stored.has(name)) await app.files.store.remove(name);
}
