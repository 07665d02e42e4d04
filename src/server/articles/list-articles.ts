import type { Article } from '#contract/articles/endpoints.ts';
import type { ArticleCategory } from '#contract/articles/names.ts';
import { defaultLanguage, type Language } from '#contract/kernel/languages.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import type { Person } from '#server/platform/session/session.ts';
import { readBody, wordsOf } from './read-body.ts';
import { closedTo, isRead } from './readers.ts';
import { readingMinutes } from './reading-time.ts';
import { searchWords } from './search.ts';
import { visibleNow } from './visible.ts';

export type ArticleRow = Omit<Article, 'published_at' | 'reading_minutes' | 'body'> & {
  published_at: Date;
  body: unknown;
};

interface ArticleFilter {
  words?: string | undefined;
  category?: ArticleCategory | undefined;
  limit: number;
}

/**
 * Published articles, each in the requested language or else in English, the latest first. A search gives those that
 * have all the words, the best match first. An article closed to the reader's tier comes without its body, and its
 * words do not find it.
 */
export async function listArticles(
  app: App,
  reader: Person,
  language: Language,
  { words = '', category, limit }: ArticleFilter,
) {
  const parsedWords = searchWords(words);
  const rows = await app.db.rows<ArticleRow>(sql`
    select a.id, t.slug, a.category, a.published_at, t.language, t.title, t.summary, t.body, ${closedTo(reader)} as closed
    from article a
    cross join lateral (
      select * from article_text
      where article_id = a.id and language in (${language}, ${defaultLanguage})
      order by language = ${language} desc limit 1
    ) t
    where ${visibleNow(app)} and (${category ?? null}::text is null or a.category = ${category ?? null})
      and (${parsedWords.length === 0} or ${isRead(reader)} and t.words @@ article_query(t.language, ${parsedWords}::text[]))
    order by case when ${parsedWords.length > 0} then ts_rank(t.words, article_query(t.language, ${parsedWords}::text[])) end desc nulls last,
             a.published_at desc, a.id
    limit ${limit}`);
  return rows.map(showArticle);
}

/** An article in the form of the contract, with only the safe part of its body. */
export function showArticle(row: ArticleRow): Article {
  const body = readBody(row.body);
  return {
    ...row,
    body: row.closed ? [] : body,
    published_at: row.published_at.toISOString(),
    reading_minutes: readingMinutes(wordsOf(body)),
  };
}
