import type { Article } from '#contract/articles/endpoints.ts';
import { defaultLanguage, type Language } from '#contract/kernel/languages.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import type { Person } from '#server/platform/session/session.ts';
import { isRead } from './readers.ts';
import { searchWords } from './search.ts';
import { visibleNow } from './visible.ts';

const max = 5;

/**
 * Published articles that the reader may read and that have all the words in their title, each in the requested
 * language or else in English; the best match first.
 */
export async function findTitles(app: App, reader: Person, language: Language, typed: string) {
  const words = searchWords(typed);
  if (words.length === 0) return [];
  // The query of a language is the same for all its texts, so the word index serves it; titles have the weight A.
  const has = (one: Language) => sql`t.language = ${one} and t.words @@ article_query(${one}, ${words}::text[])`;
  return app.db.rows<Pick<Article, 'id' | 'slug' | 'title' | 'category'>>(sql`
    select a.id, t.slug, t.title, a.category
    from article_text t
    join article a on a.id = t.article_id
    cross join lateral (select ts_filter(t.words, '{a}') as words, article_query(t.language, ${words}::text[]) as query) title
    where (${has(language)} or ${has(defaultLanguage)}) and title.words @@ title.query
      and ${visibleNow(app)} and ${isRead(reader)}
      and (t.language = ${language}
           or not exists (select from article_text where article_id = a.id and language = ${language}))
    order by ts_rank(title.words, title.query) desc, a.published_at desc, a.id
    limit ${max}`);
}
