import type { ArticleCategory } from '#contract/articles/names.ts';
import type { StaffArticle } from '#contract/articles/staff-endpoints.ts';
import type { App } from '#server/platform/app.ts';
import { writeAudit } from '#server/platform/audit/audit.ts';
import { sql } from '#server/platform/db/sql.ts';
import type { Person } from '#server/platform/session/session.ts';
import { lockArticle, readStaffArticle } from './read-article.ts';

/** Sets the category of an article, at once also for readers. @throws Refusal `http.not_found` */
export async function setCategory(
  app: App,
  me: Person,
  { id, category }: { id: string; category: ArticleCategory },
): Promise<StaffArticle> {
  return app.db.tx(async (tx) => {
    const { category: before } = await lockArticle(app, tx, id);
    if (before !== category) {
      await tx.run(sql`update article set category = ${category} where id = ${id}`);
      const details = { article: id, before, after: category };
      await writeAudit(tx, app.clock, { actorId: me.id, action: 'articles.set_category', details });
    }
    return readStaffArticle(app, tx, id);
  });
}
