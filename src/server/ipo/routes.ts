import type { App } from '#server/platform/app.ts';
import { handle } from '#server/platform/http/handle.ts';
import { allotmentRoutes } from './allotment/routes.ts';
import { listApplications } from './list-applications.ts';
import { listOfferings } from './list-offerings.ts';

/** Where the operator offers no IPOs the calls do not exist, whoever asks. */
export function ipoRoutes(app: App): void {
  if (!app.config.features.ipo) return;
  allotmentRoutes(app);
  handle(app, 'ipo.calendar', () => listOfferings(app));
  handle(app, 'ipo.my_ipo', ({ me }) => listApplications(app, me));
}
