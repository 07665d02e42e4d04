import type { Article } from '#contract/articles.ts';
import { defaultLanguage, type Language } from '#contract/languages.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { readingMinutes } from './reading-time.ts';

const pageSize = 100;

type ArticleRow = Omit<Article, 'published_at' | 'reading_minutes'> & { published_at: Date };

/** Published articles, the latest first, each in the language asked for or else in English. */
export async function listArticles(app: App, language: Language): Promise<Article[]> {
  const rows = await app.db.rows<ArticleRow>(sql`
    select a.id, a.slug, a.category, a.published_at, t.language, t.title, t.summary, t.body
    from article a
    cross join lateral (
      select language, title, summary, body from article_text
      where article_id = a.id and language in (${language}, ${defaultLanguage})
      order by language = ${language} desc limit 1
    ) t
    where a.status = 'published' and a.published_at <= ${app.clock.now()}
    order by a.published_at desc, a.id limit ${pageSize}`);
  return rows.map((row) => ({
    ...row,
    published_at: row.published_at.toISOString(),
    reading_minutes: readingMinutes(row.body),
  }));
}
