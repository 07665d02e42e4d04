import { Readable } from 'node:stream';
import type { App } from '../app.ts';
import { sql } from '../db/sql.ts';
import { newId } from '../id.ts';
import { notFound } from '../refusal.ts';
import type { Person } from '../session/session.ts';
import { unwrapKey } from './encryption/data-key.ts';
import { fileColumns, type FileRow } from './file-row.ts';
import { accessRoleOf } from './access-log.ts';
import { decryptStream } from './encryption/encryption.ts';

/**
 * The content of a file, for those who may see it. When staff open another person's file, that is recorded before any
 * content is sent; a picture of an article belongs to no person, and a file of an import is another's for all.
 * @throws Refusal `http.not_found`, also for another person's file
 */
export async function openFile(app: App, me: Person, id: string): Promise<{ file: FileRow; content: Readable }> {
  const row = await app.db.maybeOne<FileRow & { key: Buffer }>(sql`
    select ${fileColumns}, f.key_wrapped as key from file f
    where f.id = ${id} and f.deleted_at is null and ${app.files.seenBy(me)}`);
  if (!row) throw notFound();
  const { key: wrapped, ...file } = row;
  const key = unwrapKey(app.config.appSecret, id, wrapped);
  const encrypted = await app.files.store.open(id);
  const isOwn = file.ownerId === me.id && file.purpose !== 'import';
  if (file.purpose !== 'article_picture' && !isOwn && me.roles.some((role) => role !== 'client')) {
    await app.db.run(sql`
      insert into file_access (id, file_id, viewer_id, role, at)
      values (${newId()}, ${id}, ${me.id}, ${accessRoleOf(me, file.purpose)}, ${app.clock.now()})`);
  }
  return { file, content: Readable.from(decryptStream(encrypted, key), { objectMode: false }) };
}
