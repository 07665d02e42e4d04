import type { ArticleCategory } from '#contract/articles/names.ts';
import type { Language } from '#contract/kernel/languages.ts';
import type { App } from '#server/platform/app.ts';
import { writeAudit } from '#server/platform/audit/audit.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { keyDetail, type Actor } from '#server/platform/session/actor.ts';
import { storeVersion } from './store-version.ts';
import { freeSlug } from './slug.ts';

/** Starts an article: a title in one language, and nothing that a reader sees. Returns its id. */
export async function createArticle(
  app: App,
  tx: Tx,
  by: Actor,
  { language, category, title }: { language: Language; category: ArticleCategory; title: string },
): Promise<string> {
  const id = newId();
  const now = app.clock.now();
  // Serialises articles with the same title, so that each gets its own slug.
  await tx.rows(sql`select pg_advisory_xact_lock(hashtext('article.slug'))`);
  await tx.run(sql`
    insert into article (id, category, status, created_at, created_by)
    values (${id}, ${category}, 'draft', ${now}, ${by.id})`);
  await tx.run(sql`
    insert into article_draft (article_id, language, slug, title, summary, body, revision, changed_at, changed_by)
    values (${id}, ${language}, ${await freeSlug(tx, id, language, title)}, ${title}, '', '[]', 1, ${now}, ${by.id})`);
  await storeVersion(tx, { id, language, by: by.id });
  await writeAudit(tx, app.clock, {
    actorId: by.id,
    action: 'articles.create',
    details: { article: id, title, language, ...keyDetail(by) },
  });
  return id;
}
