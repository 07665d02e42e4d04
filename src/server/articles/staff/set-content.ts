import type { StaffArticle } from '#contract/articles/staff-endpoints.ts';
import type { ContentName } from '#contract/portfolio/tier-names.ts';
import type { App } from '#server/platform/app.ts';
import { writeAudit } from '#server/platform/audit/audit.ts';
import { sql } from '#server/platform/db/sql.ts';
import type { Person } from '#server/platform/session/session.ts';
import { lockArticle, readStaffArticle } from './read-article.ts';

/** Sets the tiers that read an article, at once also for readers. @throws Refusal `http.not_found` */
export async function setContent(
  app: App,
  me: Person,
  { id, content }: { id: string; content: ContentName },
): Promise<StaffArticle> {
  return app.db.tx(async (tx) => {
    const { content: before } = await lockArticle(app, tx, id);
    if (before !== content) {
      await tx.run(sql`update article set content = ${content} where id = ${id}`);
      const details = { article: id, before, after: content };
      await writeAudit(tx, app.clock, { actorId: me.id, action: 'articles.set_content', details });
    }
    return readStaffArticle(app, tx, id);
  });
}
