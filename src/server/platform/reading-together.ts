import type { App } from './app.ts';

/** Gives `read` the app with reads on one connection, where those that are asked for together travel together. */
export const readingTogether = <T>(app: App, read: (app: App) => Promise<T>): Promise<T> =>
  app.db.together((reads) => read({ ...app, db: { ...app.db, ...reads } }));
