import type { App } from '#server/platform/app.ts';
import type { Waiting } from '#server/platform/monitoring/waiting-work.ts';
import { sql } from '#server/platform/db/sql.ts';
import { handle } from '#server/platform/http/handle.ts';
import { expireRequests } from '#server/platform/approvals/expire-requests.ts';
import { approveRequest, declineRequest, withdrawRequest } from './decide.ts';
import { listEndedRequests, listRequests } from './list.ts';

/** Approval requests that wait for a second person. */
export function approvalsRoutes(app: App): void {
  handle(app, 'approvals.list', async ({ me, request, body }) => ({
    approval_requests: await listRequests(app, me, request.language, body.client_id),
  }));
  handle(app, 'approvals.history', ({ me, request, body }) => listEndedRequests(app, me, request.language, body));
  handle(app, 'approvals.approve', ({ me, body }) => approveRequest(app, me, body));
  handle(app, 'approvals.decline', ({ me, body }) => declineRequest(app, me, body));
  handle(app, 'approvals.withdraw', ({ me, body }) => withdrawRequest(app, me, body));
  app.waitingWork.add('approvals', () =>
    app.db.one<Waiting>(sql`select min(created_at) as since from approval_request where state = 'open'`),
  );
  app.jobs.every('approvals.expire', 600_000, () => app.db.tx((tx) => expireRequests(app, tx)));
}
