import type { Article } from '#contract/articles.ts';
import { defaultLanguage, type Language } from '#contract/languages.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import type { Client } from '#server/platform/session.ts';
import { isRead } from './readers.ts';
import { askedWords } from './search.ts';
import { visibleNow } from './visible.ts';

const most = 5;

/**
 * Published articles that the reader reads and that have all the words in their title, each in the language asked for or
 * else in English; the one that has them most first.
 */
export async function findTitles(app: App, reader: Client, language: Language, typed: string) {
  const words = askedWords(typed);
  if (words.length === 0) return [];
  // Each language’s query is the same for all its texts, so that the index of words serves; the title’s have the weight A.
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
    limit ${most}`);
}
