import type { App } from '#server/platform/app.ts';
import type { Waiting } from '#server/platform/monitoring/waiting-work.ts';
import { sql } from '#server/platform/db/sql.ts';
import { handle } from '#server/platform/http/handle.ts';
import { openInbox } from './inbox/inbox.ts';
import { purge } from './purge.ts';
import { listMissed } from './inbox/list-missed.ts';
import { openEventStore } from './inbox/store-events.ts';
import { takeHooks } from './inbox/take-hook.ts';
import { createConnection, editConnection } from './staff/change-connection.ts';
import { removeConnection, requestOff, requestRemoval, switchOff } from './staff/end-connection.ts';
import { listConnections } from './staff/list-connections.ts';
import { listCalls, listEvents, replayEvent } from './staff/list-traffic.ts';
import { connectionApproval, testConnection, useConnection } from './staff/use-connection.ts';

/** What failed is for staff, who see it in its list; older than that it says nothing about the provider of today. */
const shownFailedMs = 3 * 24 * 3_600_000;

/** Fewer calls that fail one after the other may be about what they asked for. */
const fewFailures = 5;

/** The providers of the operator: what they send, and what is sent to them. */
export function connectionsRoutes(app: App): void {
  handle(app, 'connections.list', () => listConnections(app));
  handle(app, 'connections.create', ({ me, body }) => createConnection(app, me, body));
  handle(app, 'connections.edit', ({ me, body }) => editConnection(app, me, body));
  handle(app, 'connections.test', ({ me, body }) => testConnection(app, me, body));
  handle(app, 'connections.use', ({ me, body }) => useConnection(app, me, body));
  handle(app, 'connections.switch_off', ({ me, body }) => switchOff(app, me, body));
  handle(app, 'connections.request_off', ({ me, body }) => requestOff(app, me, body));
  handle(app, 'connections.request_removal', ({ me, body }) => requestRemoval(app, me, body));
  handle(app, 'connections.remove', ({ me, body }) => removeConnection(app, me, body));
  handle(app, 'connections.calls', ({ body }) => listCalls(app, body));
  handle(app, 'connections.events', ({ body }) => listEvents(app, body));
  app.approvalHandlers.add('connection', connectionApproval(app));
  const inbox = openInbox(app);
  handle(app, 'connections.replay', async ({ me, body }) => {
    const done = await replayEvent(app, me, body);
    inbox.wake();
    return done;
  });
  const store = openEventStore(app, () => inbox.wake());
  takeHooks(app, store);
  app.waitingWork.add('provider_events', () =>
    app.db.one<Waiting>(sql`
      select min(e.received_at) as since from inbox_event e join connection j on j.id = e.connection_id
      where j.port in ('payments', 'payouts', 'bank_files')
        and (e.state = 'waiting' or e.state = 'failed' and e.received_at > ${new Date(app.clock.now().getTime() - shownFailedMs)})`),
  );
  app.waitingWork.add('provider_lists', () =>
    app.db.one<Waiting>(sql`
      select min(s.failing_since) as since from provider_sweep s join connection j on j.id = s.connection_id where j.state = 'on'`),
  );
  // Since when each call of a connection has failed, as with a key that was revoked.
  app.waitingWork.add('provider_calls', () =>
    app.db.one<Waiting>(sql`
      select min(f.since) as since from connection j
      cross join lateral (
        select coalesce(max(c.at), '-infinity') as at from connection_call c where c.connection_id = j.id and c.status < 400) done
      cross join lateral (
        select min(at) as since, count(*) as count from (
          select c.at from connection_call c
          where c.connection_id = j.id and (c.failure is not null or c.status >= 400 and not c.expected) and c.at > done.at
          order by c.at limit ${fewFailures}) failed) f
      where j.state = 'on' and f.count = ${fewFailures}`),
  );
  app.jobs.every('connections.handle_events', 1000, inbox.handleDue);
  app.jobs.every('connections.missed_events', 10_000, () => listMissed(app, store));
  app.jobs.every('connections.purge', 3_600_000, () => purge(app));
}
