import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ArticleCategory, ArticleState } from '#contract/articles/names.ts';
import type { ArticleDraft, StaffArticle } from '#contract/articles/staff-endpoints.ts';
import type { Language } from '#contract/kernel/languages.ts';
import { call } from '#web/platform/api/api.ts';
import { download } from '#web/platform/files/download.ts';
import { queries } from '#web/platform/api/query-client.ts';
import { showResponse } from '#web/platform/api/show-response.ts';

/** The filter of staff; an empty string is no filter. */
export interface StaffArticleFilter {
  words: string;
  state: ArticleState | '';
  category: ArticleCategory | '';
  missing: Language | '';
}

export const noFilter: StaffArticleFilter = { words: '', state: '', category: '', missing: '' };

const key = 'articles-desk';

const narrowing = ({ words, state, category, missing }: StaffArticleFilter) => ({
  ...(words.trim() && { words: words.trim() }),
  ...(state && { state }),
  ...(category && { category }),
  ...(missing && { missing }),
});

/** The articles that match the filter, as a file. */
export const saveArticles = (filter: StaffArticleFilter) =>
  download('GET /api/staff/articles/file', { query: narrowing(filter) });

export const staffArticlesQuery = (filter: StaffArticleFilter) =>
  queryOptions({
    queryKey: [key, 'list', filter],
    queryFn: () => call('POST /api/staff/articles', { body: narrowing(filter) }, { loader: false }),
    placeholderData: keepPreviousData,
  });

export const staffArticleQuery = (id: string) =>
  queryOptions({
    queryKey: [key, 'one', id],
    queryFn: () => call('POST /api/staff/articles/info', { body: { id } }),
    // A draft is never replaced while a person writes.
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  });

export const versionsQuery = (id: string, language: Language) =>
  queryOptions({
    queryKey: [key, 'versions', id, language],
    queryFn: () => call('POST /api/staff/articles/versions', { body: { id, language } }),
    staleTime: 0,
  });

/** Takes over the response of an action, and refetches the lists. */
export function tookArticle(article: StaffArticle): void {
  showResponse(staffArticleQuery(article.id).queryKey, article);
  void queries.invalidateQueries({ queryKey: [key, 'list'] });
  void queries.invalidateQueries({ queryKey: [key, 'versions'] });
  void queries.invalidateQueries({ queryKey: ['articles'] });
}

/** Takes over one text of an article. */
export function tookDraft(id: string, draft: ArticleDraft): void {
  showResponse(
    staffArticleQuery(id).queryKey,
    (article: StaffArticle | undefined) =>
      article && { ...article, drafts: [...article.drafts.filter((each) => each.language !== draft.language), draft] },
  );
  void queries.invalidateQueries({ queryKey: [key, 'list'] });
  void queries.invalidateQueries({ queryKey: [key, 'versions'] });
}
