import type { App } from '#server/platform/app.ts';
import { handle } from '#server/platform/http/handle.ts';
import { sendFile } from '#server/platform/http/send-file.ts';
import { sql } from '#server/platform/db/sql.ts';
import type { Waiting } from '#server/platform/monitoring/waiting-work.ts';
import { firstDue } from '#server/platform/outbox/waiting.ts';
import { countEvents, listUndelivered } from './list-events.ts';
import { eventsFile, jobsFile } from './list-files.ts';
import { listJobs } from './list-jobs.ts';
import { tryAgain, tryAllAgain } from './try-again.ts';

/** Background work of the product, for the people who run it. */
export function jobsRoutes(app: App): void {
  handle(app, 'jobs.list', async () => ({ jobs: await listJobs(app), events: await countEvents(app) }));
  handle(app, 'jobs.file', async ({ me, reply }) => sendFile(reply, await jobsFile(app, me)));
  handle(app, 'jobs.events', ({ body }) => listUndelivered(app, body));
  handle(app, 'jobs.events_file', async ({ me, query, reply }) => sendFile(reply, await eventsFile(app, me, query)));
  handle(app, 'jobs.try_again', ({ me, body }) => tryAgain(app, me, body.event_id));
  handle(app, 'jobs.try_all_again', ({ me }) => tryAllAgain(app, me));
  app.waitingWork.add('events', () =>
    app.db.one<Waiting>(sql`
      select least(
        (select min(${firstDue}) from outbox where delivered_at is null and given_up_at is null and failed_at is not null),
        (select min(given_up_at) from outbox where given_up_at is not null)) as since`),
  );
}
