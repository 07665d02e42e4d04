import type { App } from '#server/platform/app.ts';
import { handle } from '#server/platform/http/handle.ts';
import { tierData } from './own-data.ts';
import { evaluateTiers } from './tiers/evaluate.ts';
import { readOverview } from './overview.ts';
import { readPerformance } from './read-performance.ts';
import { readTiers } from './tiers/read.ts';
import { sendStatement } from './statement/send.ts';
import { endSetTier, setTier, tierApproval } from './tiers/set.ts';
import { publishPortfolioEvents } from './webhooks.ts';

const minuteMs = 60_000;
/** Many days may be measured after a long pause of the server. */
const measuringLeaseS = 3600;

/** What a client owns, how it did, and what that gives. */
export function portfolioRoutes(app: App): void {
  handle(app, 'portfolio.overview', ({ me }) => readOverview(app, me));
  handle(app, 'portfolio.performance', ({ me, body }) => readPerformance(app, me, body.range));
  handle(app, 'portfolio.tiers', () => readTiers(app.db));
  handle(app, 'portfolio.statement', (call) => sendStatement(app, call));
  handle(app, 'portfolio.set_tier', async ({ me, body }) => {
    await setTier(app, me, body);
    return { status: 'ok' };
  });
  handle(app, 'portfolio.end_tier', async ({ me, body }) => {
    await endSetTier(app, me, body);
    return { status: 'ok' };
  });
  app.approvalHandlers.add('tier', tierApproval(app));
  app.jobs.every('portfolio.measure_tiers', minuteMs, () => evaluateTiers(app), measuringLeaseS);
  app.personalData.add('profile', tierData);
  publishPortfolioEvents(app);
}
