import type { ArticleCategory } from '#contract/article-names.ts';
import type { DeskArticle } from '#contract/articles-staff.ts';
import type { App } from '#server/platform/app.ts';
import { writeAudit } from '#server/platform/audit.ts';
import { sql } from '#server/platform/db/sql.ts';
import type { Client } from '#server/platform/session.ts';
import { lockArticle, readDeskArticle } from './read-article.ts';

/**
 * Says what an article is about, at once also to readers.
 * @throws Refusal `http.not_found`
 */
export async function setCategory(
  app: App,
  me: Client,
  { id, category }: { id: string; category: ArticleCategory },
): Promise<DeskArticle> {
  return app.db.tx(async (tx) => {
    const { category: before } = await lockArticle(app, tx, id);
    if (before !== category) {
      await tx.run(sql`update article set category = ${category} where id = ${id}`);
      const details = { article: id, before, after: category };
      await writeAudit(tx, app.clock, { actorId: me.id, act: 'articles.set_category', details });
    }
    return readDeskArticle(app, tx, id);
  });
}
