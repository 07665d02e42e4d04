import type { App } from '#server/platform/app.ts';
import { writeAudit } from '#server/platform/audit/audit.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { refuse } from '#server/platform/refusal.ts';
import { keyDetail, type Actor } from '#server/platform/session/actor.ts';
import { lockArticle } from './read-article.ts';

/**
 * Hides an article from readers, or cancels its schedule. Staff keep its texts and can publish it again.
 * @throws Refusal `http.not_found`, `articles.not_published`
 */
export async function withdrawArticle(app: App, tx: Tx, by: Actor, id: string): Promise<void> {
  const { state } = await lockArticle(app, tx, id);
  if (state !== 'published' && state !== 'scheduled') throw refuse('articles.not_published');
  await tx.run(sql`update article set status = 'withdrawn' where id = ${id}`);
  // Without published texts there is nothing to compare: each text is new until it is published again.
  await tx.run(sql`delete from article_text where article_id = ${id}`);
  await writeAudit(tx, app.clock, {
    actorId: by.id,
    action: 'articles.withdraw',
    details: { article: id, was: state, ...keyDetail(by) },
  });
}
