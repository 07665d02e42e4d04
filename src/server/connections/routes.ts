import type { App } from '#server/platform/app.ts';
import { openInbox } from './inbox/inbox.ts';
import { purge } from './purge.ts';
import { takeHooks } from './inbox/take-hook.ts';

/** The providers of the operator: what they send, and what is sent to them. */
export function connectionsRoutes(app: App): void {
  const inbox = openInbox(app);
  takeHooks(app, inbox);
  app.jobs.every('connections.handle_events', 1000, inbox.handleDue);
  app.jobs.every('connections.purge', 3_600_000, () => purge(app));
}
