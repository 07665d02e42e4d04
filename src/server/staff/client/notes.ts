import type { ClientNote } from '#contract/staff/client-lists.ts';
import type { App } from '#server/platform/app.ts';
import { writeAudit } from '#server/platform/audit/audit.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { refuse } from '#server/platform/refusal.ts';
import type { Person } from '#server/platform/session/session.ts';
import { findWhom } from './find.ts';

const maxTags = 20;

export async function readTags(db: Queries, clientId: string): Promise<string[]> {
  const rows = await db.rows<{ tag: string }>(
    sql`select tag from client_tag where client_id = ${clientId} order by tag`,
  );
  return rows.map(({ tag }) => tag);
}

/** @throws Refusal `http.not_found` */
export async function addNote(
  app: App,
  me: Person,
  { client_id, text }: { client_id: string; text: string },
): Promise<ClientNote> {
  const [id, at] = [newId(), app.clock.now()];
  await app.db.tx(async (tx) => {
    await findWhom(tx, client_id);
    await tx.run(sql`
      insert into client_note (id, client_id, author_id, text, created_at) values (${id}, ${client_id}, ${me.id}, ${text}, ${at})`);
    await writeAudit(tx, app.clock, {
      actorId: me.id,
      clientId: client_id,
      action: 'staff.add_note',
      details: { note: id },
    });
  });
  return { id, author: me.fullName, text, at: at.toISOString() };
}

interface Tagging {
  client_id: string;
  tag: string;
}

/** @throws Refusal `http.not_found`, `staff.tags_full` */
export async function addTag(app: App, me: Person, { client_id, tag }: Tagging): Promise<string[]> {
  return app.db.tx(async (tx) => {
    await findWhom(tx, client_id);
    await tx.run(sql`select 1 from person where id = ${client_id} for no key update`);
    const tags = await readTags(tx, client_id);
    if (tags.includes(tag)) return tags;
    if (tags.length >= maxTags) throw refuse('staff.tags_full', { max: maxTags });
    await tx.run(sql`
      insert into client_tag (client_id, tag, author_id, created_at) values (${client_id}, ${tag}, ${me.id}, ${app.clock.now()})`);
    await writeAudit(tx, app.clock, { actorId: me.id, clientId: client_id, action: 'staff.add_tag', details: { tag } });
    return readTags(tx, client_id);
  });
}

/** @throws Refusal `http.not_found` */
export async function removeTag(app: App, me: Person, { client_id, tag }: Tagging): Promise<string[]> {
  return app.db.tx(async (tx) => {
    await findWhom(tx, client_id);
    const removed = await tx.run(sql`delete from client_tag where client_id = ${client_id} and tag = ${tag}`);
    if (removed > 0)
      await writeAudit(tx, app.clock, {
        actorId: me.id,
        clientId: client_id,
        action: 'staff.remove_tag',
        details: { tag },
      });
    return readTags(tx, client_id);
  });
}
