import type { ContentName } from '#contract/portfolio/tier-names.ts';
import type { App } from '#server/platform/app.ts';
import { writeAudit } from '#server/platform/audit/audit.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { keyDetail, type Actor } from '#server/platform/session/actor.ts';
import { lockArticle } from './read-article.ts';

/** Sets the tiers that read an article, at once also for readers. @throws Refusal `http.not_found` */
export async function setContent(
  app: App,
  tx: Tx,
  by: Actor,
  { id, content }: { id: string; content: ContentName },
): Promise<void> {
  const { content: before } = await lockArticle(app, tx, id);
  if (before !== content) {
    await tx.run(sql`update article set content = ${content} where id = ${id}`);
    const details = { article: id, before, after: content, ...keyDetail(by) };
    await writeAudit(tx, app.clock, { actorId: by.id, action: 'articles.set_content', details });
  }
}
