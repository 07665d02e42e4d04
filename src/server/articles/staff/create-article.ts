import type { ArticleCategory } from '#contract/articles/names.ts';
import type { StaffArticle } from '#contract/articles/staff-endpoints.ts';
import type { Language } from '#contract/kernel/languages.ts';
import type { App } from '#server/platform/app.ts';
import { writeAudit } from '#server/platform/audit/audit.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import type { Person } from '#server/platform/session/session.ts';
import { storeVersion } from './store-version.ts';
import { readStaffArticle } from './read-article.ts';
import { freeSlug } from './slug.ts';

/** Starts an article: a title in one language, and nothing that a reader sees. */
export async function createArticle(
  app: App,
  me: Person,
  { language, category, title }: { language: Language; category: ArticleCategory; title: string },
): Promise<StaffArticle> {
  const id = newId();
  const now = app.clock.now();
  return app.db.tx(async (tx) => {
    // Serialises articles with the same title, so that each gets its own slug.
    await tx.rows(sql`select pg_advisory_xact_lock(hashtext('article.slug'))`);
    await tx.run(sql`
      insert into article (id, category, status, created_at, created_by)
      values (${id}, ${category}, 'draft', ${now}, ${me.id})`);
    await tx.run(sql`
      insert into article_draft (article_id, language, slug, title, summary, body, revision, changed_at, changed_by)
      values (${id}, ${language}, ${await freeSlug(tx, id, language, title)}, ${title}, '', '[]', 1, ${now}, ${me.id})`);
    await storeVersion(tx, { id, language, by: me.id });
    await writeAudit(tx, app.clock, {
      actorId: me.id,
      action: 'articles.create',
      details: { article: id, title, language },
    });
    return readStaffArticle(app, tx, id);
  });
}
