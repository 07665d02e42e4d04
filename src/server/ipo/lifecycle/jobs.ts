import type { App } from '#server/platform/app.ts';
import { letCrowdApply } from '../demo/simulated-applicants.ts';
import { isOffered } from '../offered.ts';
import { quoteListed } from '../prices.ts';
import { carryOn } from './advance-applications.ts';

const carryOnMs = 1_000;
const quoteMs = 5_000;
const crowdMs = 1_500;

/** The jobs that let offerings live: their deadlines, and the prices of what is listed. */
export function lifeJobs(app: App): void {
  app.jobs.every('ipo.life', carryOnMs, () => carryOn(app));
  app.jobs.every('ipo.prices', quoteMs, () => quoteListed(app));
  if (app.config.demo)
    app.jobs.every('ipo.crowd', crowdMs, async () => (isOffered(app) ? letCrowdApply(app) : undefined));
}
