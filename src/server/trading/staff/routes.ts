import type { App } from '#server/platform/app.ts';
import { handle } from '#server/platform/http/handle.ts';
import { sendFile } from '#server/platform/http/send-file.ts';
import { describeTransferRequests } from './describe-requests.ts';
import { listMirroredBooks, mirroredBooksFile } from './mirrored-books.ts';
import { queryTransferStatus, decideOutcome, proposeOutcome } from './settle-stuck-transfer.ts';
import { stuckFile } from './stuck-file.ts';
import { listStuckTransfers } from './stuck-transfers.ts';

/** What staff do with transfers that wait for a person, and see of clients whose accounts mirror each other. */
export function transferStaffRoutes(app: App): void {
  app.approvalHandlers.addStep('transfer', (ids) => describeTransferRequests(app, ids));
  handle(app, 'trading.stuck_transfers', ({ me, body }) => listStuckTransfers(app, me, body));
  handle(app, 'trading.stuck_transfers_file', async ({ me, reply }) => sendFile(reply, await stuckFile(app, me)));
  handle(app, 'trading.mirrored_books', () => listMirroredBooks(app));
  handle(app, 'trading.mirrored_books_file', async ({ me, reply }) =>
    sendFile(reply, await mirroredBooksFile(app, me)),
  );
  handle(app, 'trading.query_transfer_status', ({ me, body }) => queryTransferStatus(app, me, body));
  handle(app, 'trading.propose_outcome', (call) => proposeOutcome(app, call, call.body));
  handle(app, 'trading.decide_outcome', (call) => decideOutcome(app, call, call.body));
}
