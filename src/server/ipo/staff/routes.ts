import type { FastifyRequest } from 'fastify';
import type { App } from '#server/platform/app.ts';
import { describeOfferingRequests } from './describe-requests.ts';
import { handle } from '#server/platform/http/handle.ts';
import { sendFile } from '#server/platform/http/send-file.ts';
import type { Person } from '#server/platform/session/session.ts';
import type { Staff } from './actions/run-action.ts';
import { listBook } from './book.ts';
import { showComparison } from './compare.ts';
import { decideRequest } from './actions/decide.ts';
import { bookFile, offeringsFile } from './list-files.ts';
import { listStaffOfferings } from './list.ts';
import { proposeListing, proposeQuote } from './actions/listing.ts';
import { manualFile } from './manual-file.ts';
import { postponeOffering, resumeOffering, withdrawOffering } from './actions/pause.ts';
import { previewAction } from './actions/preview.ts';
import { proposeAllotment, proposePrice, withdrawRequest } from './actions/approval-requests.ts';
import { archiveOffering, publishOffering, supplementOffering } from './actions/publish.ts';
import { readStaffOffering } from './read-offering.ts';
import { rejectApplication } from './actions/reject.ts';
import { createOffering, editOffering, setProspectus, writeText } from './actions/write.ts';

const staffOf = ({ me, key, request }: { me: Person; key: string; request: FastifyRequest }): Staff => ({
  me,
  key,
  language: request.language,
});

/** What staff do with offerings. */
export function ipoStaffRoutes(app: App): void {
  app.approvalHandlers.addStep('offering', (ids) => describeOfferingRequests(app, ids));
  handle(app, 'ipo_staff.list', ({ me, body }) => listStaffOfferings(app, me, body));
  handle(app, 'ipo_staff.list_file', async ({ me, query, reply }) =>
    sendFile(reply, await offeringsFile(app, me, query)),
  );
  handle(app, 'ipo_staff.offering', ({ me, request, body }) =>
    readStaffOffering(app, me, request.language, body.stock_id),
  );
  handle(app, 'ipo_staff.book', ({ me, request, body }) => listBook(app, me, request.language, body));
  handle(app, 'ipo_staff.book_file', async ({ me, request, query, reply }) =>
    sendFile(reply, await bookFile(app, me, request.language, query)),
  );
  handle(app, 'ipo_staff.preview', ({ body }) => previewAction(app, body));
  handle(app, 'ipo_staff.compare', ({ me, body }) => showComparison(app, me, body.stock_id));
  handle(app, 'ipo_staff.manual_file', async ({ body, reply }) =>
    sendFile(reply, await manualFile(app, body.approval_request_id)),
  );
  handle(app, 'ipo_staff.create', (call) => createOffering(app, staffOf(call), call.body));
  handle(app, 'ipo_staff.edit', (call) => editOffering(app, staffOf(call), call.body));
  handle(app, 'ipo_staff.write_text', (call) => writeText(app, staffOf(call), call.body));
  handle(app, 'ipo_staff.set_prospectus', (call) => setProspectus(app, staffOf(call), call.body));
  handle(app, 'ipo_staff.publish', (call) => publishOffering(app, staffOf(call), call.body));
  handle(app, 'ipo_staff.supplement', (call) => supplementOffering(app, staffOf(call), call.body));
  handle(app, 'ipo_staff.postpone', (call) => postponeOffering(app, staffOf(call), call.body));
  handle(app, 'ipo_staff.resume', (call) => resumeOffering(app, staffOf(call), call.body));
  handle(app, 'ipo_staff.withdraw', (call) => withdrawOffering(app, staffOf(call), call.body));
  handle(app, 'ipo_staff.propose_price', (call) => proposePrice(app, staffOf(call), call.body));
  handle(app, 'ipo_staff.propose_allotment', (call) => proposeAllotment(app, staffOf(call), call.body));
  handle(app, 'ipo_staff.decide', (call) => decideRequest(app, staffOf(call), call.body));
  handle(app, 'ipo_staff.withdraw_request', (call) => withdrawRequest(app, staffOf(call), call.body));
  handle(app, 'ipo_staff.reject', (call) => rejectApplication(app, staffOf(call), call.body));
  handle(app, 'ipo_staff.propose_listing', (call) => proposeListing(app, staffOf(call), call.body));
  handle(app, 'ipo_staff.propose_quote', (call) => proposeQuote(app, staffOf(call), call.body));
  handle(app, 'ipo_staff.archive', (call) => archiveOffering(app, staffOf(call), call.body));
}
