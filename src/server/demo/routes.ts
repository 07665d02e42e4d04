import type { App } from '#server/platform/app.ts';
import { handle } from '#server/platform/http/handle.ts';
import { listEmails, readEmail, serveEmailPage } from './mailbox.ts';
import { listPeople } from './list-people.ts';
import { moveClock, readClock } from './move-clock.ts';

export function demoRoutes(app: App): void {
  handle(app, 'demo.people', async ({ request }) => listPeople(app, request.language));
  handle(app, 'demo.mailbox', ({ query }) => listEmails(app, query.to));
  handle(app, 'demo.email', ({ params }) => readEmail(app, params.id));
  handle(app, 'demo.clock', () => readClock(app));
  handle(app, 'demo.move_clock', ({ me, body }) => moveClock(app, me, body));
  serveEmailPage(app);
}
