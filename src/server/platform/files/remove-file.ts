import type { App } from '../app.ts';
import { sql, type Sql } from '../db/sql.ts';
import { notFound } from '../refusal.ts';

/** Files under that age may still be on their way to a row, or to an act that refers to them. */
const waitsMs = 24 * 3_600_000;

/**
 * Throws away a file that nothing refers to.
 * @throws Refusal `http.not_found`
 */
export async function removeFile(app: App, ownerId: string, id: string): Promise<void> {
  const removed = await forget(app, sql`id = ${id} and owner_id = ${ownerId}`);
  if (removed === 0) throw notFound();
}

/** Throws away what was never referred to within a day, and content without a row, as a crash leaves it. */
export async function sweepFiles(app: App, now: Date = new Date()): Promise<void> {
  const { store } = app.files;
  await forget(app, sql`created_at < ${new Date(app.clock.now().getTime() - waitsMs)}`);
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
async function forget(app: App, which: Sql): Promise<number> {
  const gone = await app.db.rows<{ id: string }>(sql`
    update file set deleted_at = ${app.clock.now()}, key_wrapped = null
    where linked_at is null and deleted_at is null and ${which} returning id`);
  for (const { id } of gone) await app.files.store.remove(id);
  return gone.length;
}

async function removeStray(app: App, names: readonly string[]): Promise<void> {
  const known = await app.db.rows<{ id: string }>(sql`
    select id from file where id::text = any(${names}::text[]) and deleted_at is null`);
  const kept = new Set(known.map(({ id }) => id));
  for (const name of names) if (!kept.has(name)) await app.files.store.remove(name);
}
