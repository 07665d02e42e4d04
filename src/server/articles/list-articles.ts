import type { Article } from '#contract/articles.ts';
import type { ArticleCategory } from '#contract/article-names.ts';
import { defaultLanguage, type Language } from '#contract/languages.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import type { Client } from '#server/platform/session.ts';
import { readBody, wordsOf } from './read-body.ts';
import { closedTo, isRead } from './readers.ts';
import { readingMinutes } from './reading-time.ts';
import { askedWords } from './search.ts';
import { visibleNow } from './visible.ts';

export type ArticleRow = Omit<Article, 'published_at' | 'reading_minutes' | 'body'> & {
  published_at: Date;
  body: unknown;
};

interface ArticleWish {
  words?: string | undefined;
  category?: ArticleCategory | undefined;
  limit: number;
}

/**
 * Published articles, each in the language asked for or else in English. The latest first; of those that have all the
 * words that are looked for, the one that has them most. What the reader’s tier does not read is there without its body,
 * and found by none of its words.
 */
export async function listArticles(
  app: App,
  reader: Client,
  language: Language,
  { words = '', category, limit }: ArticleWish,
) {
  const asked = askedWords(words);
  const rows = await app.db.rows<ArticleRow>(sql`
    select a.id, t.slug, a.category, a.published_at, t.language, t.title, t.summary, t.body, ${closedTo(reader)} as closed
    from article a
    cross join lateral (
      select * from article_text
      where article_id = a.id and language in (${language}, ${defaultLanguage})
      order by language = ${language} desc limit 1
    ) t
    where ${visibleNow(app)} and (${category ?? null}::text is null or a.category = ${category ?? null})
      and (${asked.length === 0} or ${isRead(reader)} and t.words @@ article_query(t.language, ${asked}::text[]))
    order by case when ${asked.length > 0} then ts_rank(t.words, article_query(t.language, ${asked}::text[])) end desc nulls last,
             a.published_at desc, a.id
    limit ${limit}`);
  return rows.map(showArticle);
}

/** An article as the contract shapes it; only what is safe to show of its body. */
export function showArticle(row: ArticleRow): Article {
  const body = readBody(row.body);
  return {
    ...row,
    body: row.closed ? [] : body,
    published_at: row.published_at.toISOString(),
    reading_minutes: readingMinutes(wordsOf(body)),
  };
}
