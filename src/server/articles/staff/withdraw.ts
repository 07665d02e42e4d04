import type { DeskArticle } from '#contract/articles-staff.ts';
import type { App } from '#server/platform/app.ts';
import { writeAudit } from '#server/platform/audit.ts';
import { sql } from '#server/platform/db/sql.ts';
import { refuse } from '#server/platform/refusal.ts';
import type { Client } from '#server/platform/session.ts';
import { lockArticle, readDeskArticle } from './read-article.ts';

/**
 * Takes an article away from readers, or stops it from reaching them. The desk keeps its texts and may publish it again.
 * @throws Refusal `http.not_found`, `articles.not_published`
 */
export async function withdrawArticle(app: App, me: Client, id: string): Promise<DeskArticle> {
  return app.db.tx(async (tx) => {
    const { state } = await lockArticle(app, tx, id);
    if (state !== 'published' && state !== 'scheduled') throw refuse('articles.not_published');
    await tx.run(sql`update article set status = 'withdrawn' where id = ${id}`);
    // What readers no longer see is compared with nothing: each text is fresh until it is published again.
    await tx.run(sql`delete from article_text where article_id = ${id}`);
    await writeAudit(tx, app.clock, { actorId: me.id, act: 'articles.withdraw', details: { article: id, was: state } });
    return readDeskArticle(app, tx, id);
  });
}
