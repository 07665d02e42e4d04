import type { Language } from '#contract/kernel/languages.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';

/** How long an author can continue in one sitting before another version is stored. */
const sittingS = 600;

interface Sitting {
  id: string;
  language: Language;
  by: string;
  /** Forces a new version: an author chose to go back to it. */
  apart?: boolean;
}

/**
 * Stores the current text as a version. What one author saves within ten minutes is one version, because drafts are
 * saved every few seconds. A published version, or one by another author, is never overwritten.
 */
export async function storeVersion(tx: Tx, { id, language, by, apart = false }: Sitting): Promise<void> {
  const continued = await tx.run(sql`
    update article_version v
    set slug = d.slug, title = d.title, summary = d.summary, body = d.body, changed_at = d.changed_at
    from article_draft d
    where d.article_id = ${id} and d.language = ${language} and v.article_id = d.article_id and v.language = d.language
      and not ${apart} and v.published_at is null and v.changed_by = ${by}
      and v.number = (select max(number) from article_version l where l.article_id = ${id} and l.language = ${language})
      and d.changed_at < (select v.changed_at + make_interval(secs => ${sittingS}))`);
  if (continued > 0) return;
  await tx.run(sql`
    insert into article_version (article_id, language, number, slug, title, summary, body, changed_at, changed_by)
    select d.article_id, d.language,
           1 + coalesce((select max(number) from article_version l where l.article_id = ${id} and l.language = ${language}), 0),
           d.slug, d.title, d.summary, d.body, d.changed_at, d.changed_by
    from article_draft d where d.article_id = ${id} and d.language = ${language}`);
}
