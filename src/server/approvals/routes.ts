import type { App } from '#server/platform/app.ts';
import { handle } from '#server/platform/http/handle.ts';
import { expireProposals } from '#server/platform/approvals/expire-requests.ts';
import { confirmProposal, declineProposal, withdrawProposal } from './decide.ts';
import { listProposals } from './list.ts';

/** What waits for a second person. */
export function proposalsRoutes(app: App): void {
  handle(app, 'proposals.list', async ({ me, request, body }) => ({
    proposals: await listProposals(app, me, request.language, body.client_id),
  }));
  handle(app, 'proposals.confirm', ({ me, body }) => confirmProposal(app, me, body));
  handle(app, 'proposals.decline', ({ me, body }) => declineProposal(app, me, body));
  handle(app, 'proposals.withdraw', ({ me, body }) => withdrawProposal(app, me, body));
  app.jobs.every('proposals.expire', 600_000, () => app.db.tx((tx) => expireProposals(app, tx)));
}
