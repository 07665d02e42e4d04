import type { App } from '#server/platform/app.ts';
import { handle } from '#server/platform/http/handle.ts';
import { readOverview } from './overview.ts';
import { readPerformance } from './read-performance.ts';
import { readTiers } from './read-tiers.ts';

/** What a client owns, how it did, and what that gives. */
export function portfolioRoutes(app: App): void {
  handle(app, 'portfolio.overview', ({ me }) => readOverview(app, me));
  handle(app, 'portfolio.performance', ({ me, body }) => readPerformance(app, me, body.range));
  handle(app, 'portfolio.tiers', () => readTiers(app.db));
}
