import type { FastifyRequest } from 'fastify';
import type { App } from '#server/platform/app.ts';
import { handle } from '#server/platform/http/handle.ts';
import { sendFile } from '#server/platform/http/send-file.ts';
import type { Client } from '#server/platform/session.ts';
import type { Staff } from './run-action.ts';
import { listBook } from './book.ts';
import { showComparison } from './compare.ts';
import { decideProposal } from './decide.ts';
import { bookFile, offeringsFile } from './list-files.ts';
import { listDeskOfferings } from './list.ts';
import { proposeListing, proposeQuote } from './listing.ts';
import { manualFile } from './manual-file.ts';
import { postponeOffering, resumeOffering, withdrawOffering } from './pause.ts';
import { previewAct } from './preview.ts';
import { proposeAllotment, proposePrice, withdrawProposal } from './approval-requests.ts';
import { archiveOffering, publishOffering, supplementOffering } from './publish.ts';
import { readDeskOffering } from './read-offering.ts';
import { rejectApplication } from './reject.ts';
import { createOffering, editOffering, setProspectus, writeText } from './write.ts';

const staffOf = ({ me, key, request }: { me: Client; key: string; request: FastifyRequest }): Staff => ({
  me,
  key,
  language: request.language,
});

/** What staff do with offerings. */
export function deskRoutes(app: App): void {
  handle(app, 'ipo_desk.list', ({ me, body }) => listDeskOfferings(app, me, body));
  handle(app, 'ipo_desk.list_file', async ({ me, query, reply }) =>
    sendFile(reply, await offeringsFile(app, me, query)),
  );
  handle(app, 'ipo_desk.offering', ({ me, request, body }) =>
    readDeskOffering(app, me, request.language, body.stock_id),
  );
  handle(app, 'ipo_desk.book', ({ me, request, body }) => listBook(app, me, request.language, body));
  handle(app, 'ipo_desk.book_file', async ({ me, request, query, reply }) =>
    sendFile(reply, await bookFile(app, me, request.language, query)),
  );
  handle(app, 'ipo_desk.preview', ({ body }) => previewAct(app, body));
  handle(app, 'ipo_desk.compare', ({ me, body }) => showComparison(app, me, body.stock_id));
  handle(app, 'ipo_desk.manual_file', async ({ body, reply }) =>
    sendFile(reply, await manualFile(app, body.proposal_id)),
  );
  handle(app, 'ipo_desk.create', (call) => createOffering(app, staffOf(call), call.body));
  handle(app, 'ipo_desk.edit', (call) => editOffering(app, staffOf(call), call.body));
  handle(app, 'ipo_desk.write_text', (call) => writeText(app, staffOf(call), call.body));
  handle(app, 'ipo_desk.set_prospectus', (call) => setProspectus(app, staffOf(call), call.body));
  handle(app, 'ipo_desk.publish', (call) => publishOffering(app, staffOf(call), call.body));
  handle(app, 'ipo_desk.supplement', (call) => supplementOffering(app, staffOf(call), call.body));
  handle(app, 'ipo_desk.postpone', (call) => postponeOffering(app, staffOf(call), call.body));
  handle(app, 'ipo_desk.resume', (call) => resumeOffering(app, staffOf(call), call.body));
  handle(app, 'ipo_desk.withdraw', (call) => withdrawOffering(app, staffOf(call), call.body));
  handle(app, 'ipo_desk.propose_price', (call) => proposePrice(app, staffOf(call), call.body));
  handle(app, 'ipo_desk.propose_allotment', (call) => proposeAllotment(app, staffOf(call), call.body));
  handle(app, 'ipo_desk.decide', (call) => decideProposal(app, staffOf(call), call.body));
  handle(app, 'ipo_desk.withdraw_proposal', (call) => withdrawProposal(app, staffOf(call), call.body));
  handle(app, 'ipo_desk.reject', (call) => rejectApplication(app, staffOf(call), call.body));
  handle(app, 'ipo_desk.propose_listing', (call) => proposeListing(app, staffOf(call), call.body));
  handle(app, 'ipo_desk.propose_quote', (call) => proposeQuote(app, staffOf(call), call.body));
  handle(app, 'ipo_desk.archive', (call) => archiveOffering(app, staffOf(call), call.body));
}
