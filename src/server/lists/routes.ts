import type { App } from '#server/platform/app.ts';
import { handle } from '#server/platform/http/handle.ts';
import { listsData } from './own-data.ts';
import { changeView, deleteView, keepLayout, readViews, saveView } from './views.ts';

/** The views that staff save of their lists. */
export function listsRoutes(app: App): void {
  handle(app, 'lists.views', ({ me, body }) => readViews(app.db, me, body.list));
  handle(app, 'lists.save_view', ({ me, body }) => saveView(app, me, body));
  handle(app, 'lists.change_view', ({ me, body }) => changeView(app, me, body));
  handle(app, 'lists.delete_view', ({ me, body }) => deleteView(app, me, body.view_id));
  handle(app, 'lists.keep_layout', ({ me, body }) => keepLayout(app, me, body));
  app.personalData.add('profile', listsData);
}
