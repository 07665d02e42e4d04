import type { ListedArticle } from '#contract/articles-staff.ts';
import type { Language } from '#contract/languages.ts';
import type { App } from '#server/platform/app.ts';
import type { FileAnswer } from '#server/platform/http/send-file.ts';
import { listFile, type Columns } from '#server/platform/list-file.ts';
import type { Client } from '#server/platform/session.ts';
import { listDesk, type DeskWish } from './list-articles.ts';

type Standing = ListedArticle['languages'][number]['standing'];

const languagesThat = (stand: Standing) => (article: ListedArticle) =>
  article.languages
    .filter(({ standing }) => standing === stand)
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

/** The articles of the desk as a file, without their texts. */
export const articlesFile = (app: App, me: Client, language: Language, filter: DeskWish): Promise<FileAnswer> =>
  listFile(app, me, {
    name: 'articles',
    act: 'articles.desk_file',
    filter,
    columns,
    read: (limit) => listDesk(app, language, filter, limit),
  });
