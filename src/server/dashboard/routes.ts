import type { App } from '#server/platform/app.ts';
import { handle } from '#server/platform/http/handle.ts';
import { countQueues } from './count-queues.ts';
import { openDashboard } from './show-dashboard.ts';

/** The figures that a broker monitors. */
export function dashboardRoutes(app: App): void {
  const show = openDashboard(app);
  handle(app, 'dashboard.show', ({ me, body }) => show(me, body));
  handle(app, 'dashboard.waiting', ({ me }) => countQueues(app, me));
}
