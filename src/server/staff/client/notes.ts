import type { ClientNote } from '#contract/staff/client-lists.ts';
import type { App } from '#server/platform/app.ts';
import { writeAudit } from '#server/platform/audit/audit.ts';
import type { Queries, Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { refuse } from '#server/platform/refusal.ts';
import { keyDetail, type Actor } from '#server/platform/session/actor.ts';
import type { Person } from '#server/platform/session/session.ts';
import { findWhom } from './find.ts';

const maxTags = 20;

export async function readTags(db: Queries, clientId: string): Promise<string[]> {
  const rows = await db.rows<{ tag: string }>(
    sql`select tag from client_tag where client_id = ${clientId} order by tag`,
  );
  return rows.map(({ tag }) => tag);
}

interface NoteInput {
  client_id: string;
  text: string;
}

/** @throws Refusal `http.not_found` */
export async function addNote(app: App, me: Person, input: NoteInput): Promise<ClientNote> {
  const { id, at } = await app.db.tx((tx) => writeNote(app, tx, me, input));
  return { id, author: me.fullName, text: input.text, at: at.toISOString() };
}

/** @throws Refusal `http.not_found` */
export async function writeNote(app: App, tx: Tx, by: Actor, { client_id: clientId, text }: NoteInput) {
  const [id, at] = [newId(), app.clock.now()];
  await findWhom(tx, clientId);
  await tx.run(sql`
    insert into client_note (id, client_id, author_id, key_id, text, created_at)
    values (${id}, ${clientId}, ${by.id}, ${by.program?.id ?? null}, ${text}, ${at})`);
  const details = { note: id, ...keyDetail(by) };
  await writeAudit(tx, app.clock, { actorId: by.id, clientId, action: 'staff.add_note', details });
  return { id, at };
}

interface Tagging {
  client_id: string;
  tag: string;
}

/** @throws Refusal `http.not_found`, `staff.tags_full` */
export async function addTag(app: App, tx: Tx, by: Actor, { client_id: clientId, tag }: Tagging): Promise<string[]> {
  await findWhom(tx, clientId);
  await tx.run(sql`select 1 from person where id = ${clientId} for no key update`);
  const tags = await readTags(tx, clientId);
  if (tags.includes(tag)) return tags;
  if (tags.length >= maxTags) throw refuse('staff.tags_full', { max: maxTags });
  await tx.run(sql`
    insert into client_tag (client_id, tag, author_id, created_at) values (${clientId}, ${tag}, ${by.id}, ${app.clock.now()})`);
  const details = { tag, ...keyDetail(by) };
  await writeAudit(tx, app.clock, { actorId: by.id, clientId, action: 'staff.add_tag', details });
  return readTags(tx, clientId);
}

/** @throws Refusal `http.not_found` */
export async function removeTag(app: App, tx: Tx, by: Actor, { client_id: clientId, tag }: Tagging): Promise<string[]> {
  await findWhom(tx, clientId);
  const removed = await tx.run(sql`delete from client_tag where client_id = ${clientId} and tag = ${tag}`);
  const details = { tag, ...keyDetail(by) };
  if (removed > 0) await writeAudit(tx, app.clock, { actorId: by.id, clientId, action: 'staff.remove_tag', details });
  return readTags(tx, clientId);
}
