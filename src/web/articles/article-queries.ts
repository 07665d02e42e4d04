import { queryOptions } from '@tanstack/react-query';
import type { Language } from '#contract/kernel/languages.ts';
import { call } from '#web/platform/api/api.ts';
import { articlesQuery } from '#web/platform/api/list-queries.ts';
import type { ArticleFilter } from './ArticleFilters.tsx';

/** One article by its address in any language. */
export const articleQuery = (slug: string, lang: Language) =>
  queryOptions({
    queryKey: ['articles', lang, slug],
    queryFn: () => call('GET /api/articles/:slug', { params: { slug }, query: { lang } }),
  });

/** The articles that match a filter; without one the same list as on home. */
export function foundArticlesQuery(lang: Language, { words, category }: ArticleFilter) {
  const searchWords = words.trim();
  const query = { lang, ...(searchWords && { words: searchWords }), ...(category && { category }) };
  return queryOptions({
    queryKey:
      searchWords || category ? ['articles', lang, 'found', searchWords, category] : articlesQuery(lang).queryKey,
    queryFn: async () => (await call('GET /api/articles/getAll', { query }, { loader: false })).data,
  });
}
