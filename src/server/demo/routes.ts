import type { App } from '#server/platform/app.ts';
import { handle } from '#server/platform/http/handle.ts';
import { listEmails, readEmail, serveEmailPage } from './mailbox.ts';
import { listPeople } from './list-people.ts';
import { listProviders } from './providers/list-providers.ts';
import { openDemoProviders } from './providers/running.ts';
import { resumeProviders, useProvider } from './providers/use-provider.ts';
import { moveClock, readClock } from './move-clock.ts';

export function demoRoutes(app: App): void {
  handle(app, 'demo.people', async ({ request }) => listPeople(app, request.language));
  handle(app, 'demo.mailbox', ({ query }) => listEmails(app, query.to));
  handle(app, 'demo.email', ({ params }) => readEmail(app, params.id));
  handle(app, 'demo.clock', () => readClock(app));
  handle(app, 'demo.move_clock', ({ me, body }) => moveClock(app, me, body));
  serveEmailPage(app);
  demoProviders(app);
}

/** What is connected runs again after a restart, and ends with the server. */
function demoProviders(app: App): void {
  const running = openDemoProviders(app);
  handle(app, 'demo.providers', ({ me }) => listProviders(app, running, me));
  handle(app, 'demo.use_provider', ({ me, body }) => useProvider(app, running, me, body));
  if (!app.config.demo) return;
  app.http.addHook('onListen', () => resumeProviders(app, running));
  app.http.addHook('preClose', () => running.close());
}
