import type { App } from '#server/platform/app.ts';
import { quoteListed } from '../prices.ts';
import { carryOn } from './carry-on.ts';

const carryOnMs = 1_000;
const quoteMs = 5_000;

/** The jobs that let offerings live: their deadlines, and the prices of what is listed. */
export function lifeJobs(app: App): void {
  app.jobs.every('ipo.life', carryOnMs, () => carryOn(app));
  app.jobs.every('ipo.prices', quoteMs, () => quoteListed(app));
}
