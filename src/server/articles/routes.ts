import type { App } from '#server/platform/app.ts';
import { handle } from '#server/platform/http/handle.ts';
import { listArticles } from './list-articles.ts';

export function articlesRoutes(app: App): void {
  handle(app, 'articles.list', async ({ query, request }) => ({
    data: await listArticles(app, query.lang ?? request.language),
  }));
}
