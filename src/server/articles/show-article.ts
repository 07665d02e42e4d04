import type { Article } from '#contract/articles/endpoints.ts';
import { defaultLanguage, type Language } from '#contract/kernel/languages.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { notFound } from '#server/platform/refusal.ts';
import type { Person } from '#server/platform/session/session.ts';
import { showArticle, type ArticleRow } from './list-articles.ts';
import { closedTo } from './readers.ts';
import { visibleNow } from './visible.ts';

/**
 * One published article in the requested language, or else in English, by its slug in any language: a reader who
 * changes the language, or gets a link from a reader of another one, finds the same article. Where two articles have
 * the same slug in different languages, the requested language decides, then English. Without its body if the reader's
 * tier may not read it.
 * @throws Refusal `http.not_found`
 */
export async function showOneArticle(app: App, reader: Person, language: Language, slug: string): Promise<Article> {
  const row = await app.db.maybeOne<ArticleRow>(sql`
    select a.id, t.slug, a.category, a.published_at, t.language, t.title, t.summary, t.body, ${closedTo(reader)} as closed
    from article_text named
    join article a on a.id = named.article_id
    cross join lateral (
      select * from article_text
      where article_id = a.id and language in (${language}, ${defaultLanguage})
      order by language = ${language} desc limit 1
    ) t
    where named.slug = ${slug} and ${visibleNow(app)}
    order by named.language = ${language} desc, named.language = ${defaultLanguage} desc, named.language
    limit 1`);
  if (!row) throw notFound();
  return showArticle(row);
}
