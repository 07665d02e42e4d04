import type { DeskArticle } from '#contract/articles-staff.ts';
import type { ContentName } from '#contract/tier-names.ts';
import type { App } from '#server/platform/app.ts';
import { writeAudit } from '#server/platform/audit.ts';
import { sql } from '#server/platform/db/sql.ts';
import type { Client } from '#server/platform/session.ts';
import { lockArticle, readDeskArticle } from './read-article.ts';

/**
 * Says whose tier reads an article, at once also to readers.
 * @throws Refusal `http.not_found`
 */
export async function setContent(
  app: App,
  me: Client,
  { id, content }: { id: string; content: ContentName },
): Promise<DeskArticle> {
  return app.db.tx(async (tx) => {
    const { content: before } = await lockArticle(app, tx, id);
    if (before !== content) {
      await tx.run(sql`update article set content = ${content} where id = ${id}`);
      const details = { article: id, before, after: content };
      await writeAudit(tx, app.clock, { actorId: me.id, act: 'articles.set_content', details });
    }
    return readDeskArticle(app, tx, id);
  });
}
