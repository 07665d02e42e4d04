import type { App } from '#server/platform/app.ts';
import { handle } from '#server/platform/http/handle.ts';
import { readOverview } from './overview.ts';

/** What a client owns. */
export function portfolioRoutes(app: App): void {
  handle(app, 'portfolio.overview', ({ me }) => readOverview(app, me));
}
