import type { ListedArticle } from '#contract/articles/staff-endpoints.ts';
import type { Language } from '#contract/kernel/languages.ts';
import type { App } from '#server/platform/app.ts';
import type { FileResponse } from '#server/platform/http/send-file.ts';
import { listFile, type Columns } from '#server/platform/exports/list-file.ts';
import type { Person } from '#server/platform/session/session.ts';
import { listForStaff, type StaffArticleQuery } from './list-articles.ts';

type TextStatus = ListedArticle['languages'][number]['status'];

const languagesThat = (stand: TextStatus) => (article: ListedArticle) =>
  article.languages
    .filter(({ status }) => status === stand)
    .map(({ language }) => language)
    .join(' ');

const columns: Columns<ListedArticle> = {
  id: ({ id }) => id,
  title: ({ title }) => title,
  title_language: (article) => article.title_language,
  category: ({ category }) => category,
  content: ({ content }) => content,
  state: ({ state }) => state,
  languages_live: languagesThat('live'),
  languages_changed: languagesThat('changed'),
  languages_fresh: languagesThat('fresh'),
  published_utc: (article) => article.published_at,
  changed_utc: (article) => article.changed_at,
  changed_by: (article) => article.changed_by,
};

/** The articles of staff as a file, without their texts. */
export const articlesFile = (
  app: App,
  me: Person,
  language: Language,
  filter: StaffArticleQuery,
): Promise<FileResponse> =>
  listFile(app, me, {
    name: 'articles',
    action: 'articles.staff_list_file',
    filter,
    columns,
    read: (limit) => listForStaff(app, language, filter, limit),
  });
