import { queryOptions } from '@tanstack/react-query';
import type { Language } from '#contract/languages.ts';
import { call } from '#web/platform/api/api.ts';
import { articlesQuery } from '#web/platform/api/list-queries.ts';
import type { ArticleWish } from './ArticleFilters.tsx';

/** One article by its address in any language. */
export const articleQuery = (slug: string, lang: Language) =>
  queryOptions({
    queryKey: ['articles', lang, slug],
    queryFn: () => call('GET /api/articles/:slug', { params: { slug }, query: { lang } }),
  });

/** The articles that a reader looks for; without a wish the same list that home shows. */
export function foundArticlesQuery(lang: Language, { words, category }: ArticleWish) {
  const asked = words.trim();
  const query = { lang, ...(asked && { words: asked }), ...(category && { category }) };
  return queryOptions({
    queryKey: asked || category ? ['articles', lang, 'found', asked, category] : articlesQuery(lang).queryKey,
    queryFn: async () => (await call('GET /api/articles/getAll', { query }, { loader: false })).data,
  });
}
