import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ArticleCategory, ArticleState } from '#contract/article-names.ts';
import type { ArticleDraft, DeskArticle } from '#contract/articles-staff.ts';
import type { Language } from '#contract/languages.ts';
import { call } from '#web/platform/api/api.ts';
import { download } from '#web/platform/files/download.ts';
import { queries } from '#web/platform/api/query-client.ts';

/** What the desk looks for; an empty string is no wish. */
export interface DeskWish {
  words: string;
  state: ArticleState | '';
  category: ArticleCategory | '';
  missing: Language | '';
}

export const noWish: DeskWish = { words: '', state: '', category: '', missing: '' };

const key = 'articles-desk';

const narrowing = ({ words, state, category, missing }: DeskWish) => ({
  ...(words.trim() && { words: words.trim() }),
  ...(state && { state }),
  ...(category && { category }),
  ...(missing && { missing }),
});

/** The articles that the desk looks for, as a file. */
export const saveArticles = (wish: DeskWish) => download('GET /api/staff/articles/file', { query: narrowing(wish) });

export const deskQuery = (wish: DeskWish) =>
  queryOptions({
    queryKey: [key, 'list', wish],
    queryFn: () => call('POST /api/staff/articles', { body: narrowing(wish) }, { loader: false }),
    placeholderData: keepPreviousData,
  });

export const deskArticleQuery = (id: string) =>
  queryOptions({
    queryKey: [key, 'one', id],
    queryFn: () => call('POST /api/staff/articles/info', { body: { id } }),
    // What is being written is never replaced under the writer's hands.
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  });

export const versionsQuery = (id: string, language: Language) =>
  queryOptions({
    queryKey: [key, 'versions', id, language],
    queryFn: () => call('POST /api/staff/articles/versions', { body: { id, language } }),
    staleTime: 0,
  });

/** Takes over what an act answered with, and lets the lists be asked for again. */
export function tookArticle(article: DeskArticle): void {
  queries.setQueryData(deskArticleQuery(article.id).queryKey, article);
  void queries.invalidateQueries({ queryKey: [key, 'list'] });
  void queries.invalidateQueries({ queryKey: [key, 'versions'] });
  void queries.invalidateQueries({ queryKey: ['articles'] });
}

/** Takes over one text of an article. */
export function tookDraft(id: string, draft: ArticleDraft): void {
  queries.setQueryData(
    deskArticleQuery(id).queryKey,
    (article: DeskArticle | undefined) =>
      article && { ...article, drafts: [...article.drafts.filter((each) => each.language !== draft.language), draft] },
  );
  void queries.invalidateQueries({ queryKey: [key, 'list'] });
  void queries.invalidateQueries({ queryKey: [key, 'versions'] });
}
