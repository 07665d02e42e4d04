import type { Language } from '#contract/languages.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';

/** How long somebody may go on in one sitting before a further version is kept. */
const sittingS = 600;

interface Sitting {
  id: string;
  language: Language;
  by: string;
  /** A version of its own, whatever came before: what somebody chose to go back to. */
  apart?: boolean;
}

/**
 * Keeps how a text stands now as a version. What one author saves within ten minutes is one version, for drafts are saved
 * every few seconds; what was published, or is by another, is never written over.
 */
export async function keepVersion(tx: Tx, { id, language, by, apart = false }: Sitting): Promise<void> {
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
