import type { App } from '#server/platform/app.ts';
import { simulateApplications } from '../demo/simulated-applicants.ts';
import { isOffered } from '../offered.ts';
import { quoteListed } from '../prices.ts';
import { advanceApplications } from './advance-applications.ts';

const carryOnMs = 1_000;
const quoteMs = 5_000;
const simulateEveryMs = 1_500;

/** The jobs of offerings: their deadlines, and the prices of listed shares. */
export function lifecycleJobs(app: App): void {
  app.jobs.every('ipo.advance_offerings', carryOnMs, () => advanceApplications(app));
  app.jobs.every('ipo.prices', quoteMs, () => quoteListed(app));
  if (app.config.demo)
    app.jobs.every('ipo.simulate_applicants', simulateEveryMs, async () =>
      isOffered(app) ? simulateApplications(app) : null,
    );
}
