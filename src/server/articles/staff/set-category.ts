import type { ArticleCategory } from '#contract/articles/names.ts';
import type { App } from '#server/platform/app.ts';
import { writeAudit } from '#server/platform/audit/audit.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { keyDetail, type Actor } from '#server/platform/session/actor.ts';
import { lockArticle } from './read-article.ts';

/** Sets the category of an article, at once also for readers. @throws Refusal `http.not_found` */
export async function setCategory(
  app: App,
  tx: Tx,
  by: Actor,
  { id, category }: { id: string; category: ArticleCategory },
): Promise<void> {
  const { category: before } = await lockArticle(app, tx, id);
  if (before !== category) {
    await tx.run(sql`update article set category = ${category} where id = ${id}`);
    const details = { article: id, before, after: category, ...keyDetail(by) };
    await writeAudit(tx, app.clock, { actorId: by.id, action: 'articles.set_category', details });
  }
}
