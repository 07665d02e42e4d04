import type { FastifyRequest } from 'fastify';
import type { App } from '#server/platform/app.ts';
import { handle } from '#server/platform/http/handle.ts';
import { sendFile } from '#server/platform/http/send-file.ts';
import type { Person } from '#server/platform/session/session.ts';
import { listMirroredBooks, mirroredBooksFile } from './mirrored-books.ts';
import { queryTransferStatus, decideOutcome, proposeOutcome, type Staff } from './settle-stuck-transfer.ts';
import { stuckFile } from './stuck-file.ts';
import { listStuckTransfers } from './stuck-transfers.ts';

const staffOf = ({ me, key, request }: { me: Person; key: string; request: FastifyRequest }): Staff => ({
  me,
  key,
  language: request.language,
});

/** What staff do with transfers that wait for a person, and see of clients whose accounts mirror each other. */
export function transferStaffRoutes(app: App): void {
  handle(app, 'trading.stuck_transfers', ({ me, request, body }) =>
    listStuckTransfers(app, me, request.language, body),
  );
  handle(app, 'trading.stuck_transfers_file', async ({ me, request, reply }) =>
    sendFile(reply, await stuckFile(app, me, request.language)),
  );
  handle(app, 'trading.mirrored_books', ({ request }) => listMirroredBooks(app, request.language));
  handle(app, 'trading.mirrored_books_file', async ({ me, request, reply }) =>
    sendFile(reply, await mirroredBooksFile(app, me, request.language)),
  );
  handle(app, 'trading.query_transfer_status', ({ me, request, body }) =>
    queryTransferStatus(app, me, request.language, body),
  );
  handle(app, 'trading.propose_outcome', (call) => proposeOutcome(app, staffOf(call), call.body));
  handle(app, 'trading.decide_outcome', (call) => decideOutcome(app, staffOf(call), call.body));
}
