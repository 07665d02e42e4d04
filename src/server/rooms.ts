import { articlesRoutes } from './articles/routes.ts';
import { ipoRoutes } from './ipo/routes.ts';
import { supportRoutes } from './support/routes.ts';
import type { App } from './platform/app.ts';

/** Every room with its endpoints and listeners; a new room is a line here. */
export const rooms: ((app: App) => void)[] = [articlesRoutes, ipoRoutes, supportRoutes];
