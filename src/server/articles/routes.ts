import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { handle } from '#server/platform/http/handle.ts';
import { sendFile } from '#server/platform/http/send-file.ts';
import { createArticle } from './staff/create-article.ts';
import { listForStaff } from './staff/list-articles.ts';
import { articlesFile } from './staff/list-file.ts';
import { publishArticle } from './staff/publish.ts';
import { readDraft, readStaffArticle } from './staff/read-article.ts';
import { readPasted } from './staff/import-paste.ts';
import { saveText } from './staff/save-text.ts';
import { setCategory } from './staff/set-category.ts';
import { setContent } from './staff/set-content.ts';
import { listVersions, restoreVersion } from './staff/versions.ts';
import { withdrawArticle } from './staff/withdraw.ts';
import { articlesOfPrograms } from './program/routes.ts';
import { findTitles } from './find-titles.ts';
import { listArticles } from './list-articles.ts';
import { picturesSeenBy } from './pictures.ts';
import { showOneArticle } from './show-article.ts';

export function articlesRoutes(app: App): void {
  app.files.readableBy('article_picture', (me) => picturesSeenBy(app, me));
  handle(app, 'articles.list', async ({ me, query: { lang, ...filter }, request }) => ({
    data: await listArticles(app, me, lang ?? request.language, filter),
  }));
  handle(app, 'articles.find_titles', async ({ me, query: { lang, words }, request }) => ({
    articles: await findTitles(app, me, lang ?? request.language, words),
  }));
  handle(app, 'articles.show', async ({ me, params, query, request }) =>
    showOneArticle(app, me, query.lang ?? request.language, params.slug),
  );
  handle(app, 'articles.staff_list', async ({ body, request }) => ({
    articles: await listForStaff(app, request.language, body),
  }));
  handle(app, 'articles.staff_list_file', async ({ me, request, query, reply }) =>
    sendFile(reply, await articlesFile(app, me, request.language, query)),
  );
  handle(app, 'articles.staff_show', async ({ body }) => readStaffArticle(app, app.db, body.id));
  /** Runs a change, and answers with the article as it is then. */
  const changed = (id: string, change: (tx: Tx) => Promise<void>) =>
    app.db.tx(async (tx) => {
      await change(tx);
      return readStaffArticle(app, tx, id);
    });
  handle(app, 'articles.create', async ({ me, body }) =>
    app.db.tx(async (tx) => readStaffArticle(app, tx, await createArticle(app, tx, me, body))),
  );
  handle(app, 'articles.save', async ({ me, body }) =>
    app.db.tx(async (tx) => {
      await saveText(app, tx, me, body);
      return readDraft(tx, body.id, body.language);
    }),
  );
  handle(app, 'articles.set_category', ({ me, body }) => changed(body.id, (tx) => setCategory(app, tx, me, body)));
  handle(app, 'articles.set_content', ({ me, body }) => changed(body.id, (tx) => setContent(app, tx, me, body)));
  handle(app, 'articles.publish', ({ me, body }) => changed(body.id, (tx) => publishArticle(app, tx, me, body)));
  handle(app, 'articles.withdraw', ({ me, body }) => changed(body.id, (tx) => withdrawArticle(app, tx, me, body.id)));
  handle(app, 'articles.versions', async ({ body }) => ({ versions: await listVersions(app, body.id, body.language) }));
  handle(app, 'articles.restore', async ({ me, body }) => restoreVersion(app, me, body));
  handle(app, 'articles.import_paste', async ({ body }) => ({ body: readPasted(body.html) }));
  articlesOfPrograms(app);
}
