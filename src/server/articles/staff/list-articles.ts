import type { ArticleCategory, ArticleState } from '#contract/articles/names.ts';
import type { ListedArticle } from '#contract/articles/staff-endpoints.ts';
import { defaultLanguage, type Language } from '#contract/kernel/languages.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { stateNow } from '../visible.ts';

/** The screen shows at most this many. */
const listed = 500;

export interface StaffArticleQuery {
  state?: ArticleState | undefined;
  category?: ArticleCategory | undefined;
  missing?: Language | undefined;
  words?: string | undefined;
}

type ListedRow = Omit<ListedArticle, 'published_at' | 'changed_at'> & { published_at: Date | null; changed_at: Date };

/** Articles for staff, the latest changed first; a title in the caller's language where there is one. */
export async function listForStaff(
  app: App,
  language: Language,
  query: StaffArticleQuery,
  limit = listed,
): Promise<ListedArticle[]> {
  const { state = null, category = null, missing = null, words = '' } = query;
  const like = `%${words.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const rows = await app.db.rows<ListedRow>(sql`
    select a.id, a.category, a.content, ${stateNow(app)} as state, a.published_at, named.title, named.language as title_language,
           latest.changed_at, p.full_name as changed_by,
           (select json_agg(json_build_object('language', d.language, 'status',
                     case when t.revision is null then 'fresh' when t.revision = d.revision then 'live' else 'changed' end)
                   order by d.language)
            from article_draft d left join article_text t on t.article_id = d.article_id and t.language = d.language
            where d.article_id = a.id) as languages
    from article a
    cross join lateral (
      select d.title, d.language from article_draft d where d.article_id = a.id
      order by d.language = ${language} desc, d.language = ${defaultLanguage} desc, d.language limit 1
    ) named
    cross join lateral (
      select d.changed_at, d.changed_by from article_draft d where d.article_id = a.id order by d.changed_at desc limit 1
    ) latest
    left join person p on p.id = latest.changed_by
    where (${state}::text is null or ${stateNow(app)} = ${state})
      and (${category}::text is null or a.category = ${category})
      and (${missing}::text is null
           or not exists (select from article_draft d where d.article_id = a.id and d.language = ${missing}))
      and exists (select from article_draft d where d.article_id = a.id and (d.title ilike ${like} or d.slug ilike ${like}))
    order by latest.changed_at desc, a.id desc limit ${limit}`);
  return rows.map((row) => ({
    ...row,
    published_at: row.published_at?.toISOString() ?? null,
    changed_at: row.changed_at.toISOString(),
  }));
}
