import type { App } from '#server/platform/app.ts';
import { handle } from '#server/platform/http/handle.ts';
import { allotmentRoutes } from './allotment/routes.ts';
import { draftsOfPrograms } from './program/routes.ts';
import { ipoStaffRoutes } from './staff/routes.ts';
import { lifecycleJobs } from './lifecycle/jobs.ts';
import { submitSuitability } from './answer-suitability.ts';
import { buy } from './applications/buy.ts';
import { createFeed, readFeed, revokeFeed } from './calendar-feed/feed-address.ts';
import { sendFeed } from './calendar-feed/send-feed.ts';
import { amend, cancel, reconfirm } from './applications/change.ts';
import { exitEarly, quoteEarlyExit } from './early-exit.ts';
import { readHistory } from './history/read-history.ts';
import { sendHistory } from './history/send-history.ts';
import { listHoldings } from './holdings.ts';
import { listApplications } from './applications/list.ts';
import { listOfferings } from './offerings/list.ts';
import { forHolders, whileOffered } from './offered.ts';
import { ipoData } from './own-data.ts';
import { readApplication } from './applications/read.ts';
import { readOdds } from './offerings/read-odds.ts';
import { readOffering } from './offerings/read.ts';
import { sendReceipt } from './applications/send-receipt.ts';
import { sell } from './sell.ts';
import { publishIpoEvents } from './webhooks.ts';

/**
 * Where the operator offers no IPOs, nothing can be started, and only clients who applied before see them. Existing
 * applications are still settled: jobs and staff continue, and clients cancel, confirm, hold and sell.
 */
export function ipoRoutes(app: App): void {
  allotmentRoutes(app);
  ipoStaffRoutes(app);
  draftsOfPrograms(app);
  lifecycleJobs(app);
  whileOffered(app, 'ipo.calendar', ({ me, body }) => listOfferings(app, me, body.skip));
  forHolders(app, 'ipo.offering', ({ me, request, body }) => readOffering(app, me, request.language, body.stock_id));
  whileOffered(app, 'ipo.odds', ({ me, body }) => readOdds(app, me, body));
  forHolders(app, 'ipo.my_ipo', ({ me, request }) => listApplications(app, me, request.language));
  forHolders(app, 'ipo.application', ({ me, request, body }) =>
    readApplication(app, me, request.language, body.application_id),
  );
  whileOffered(app, 'ipo.buy', ({ me, request, key, body }) => buy(app, me, { language: request.language, key, body }));
  whileOffered(app, 'ipo.amend', ({ me, request, key, body }) =>
    amend(app, me, { language: request.language, key, body }),
  );
  forHolders(app, 'ipo.cancel', ({ me, request, key, body }) =>
    cancel(app, me, { language: request.language, key, body }),
  );
  forHolders(app, 'ipo.reconfirm', ({ me, request, key, body }) =>
    reconfirm(app, me, { language: request.language, key, body }),
  );
  forHolders(app, 'ipo.holdings', ({ me }) => listHoldings(app, me));
  forHolders(app, 'ipo.sell', ({ me, key, body }) => sell(app, me, { key, body }));
  forHolders(app, 'ipo.early_exit_quote', ({ me, body }) => quoteEarlyExit(app, me, body));
  forHolders(app, 'ipo.early_exit', ({ me, key, body }) => exitEarly(app, me, { key, body }));
  whileOffered(app, 'ipo.submit_suitability', ({ me, body }) => submitSuitability(app, me, body));
  forHolders(app, 'ipo.receipt', (call) => sendReceipt(app, call));
  forHolders(app, 'ipo.history', ({ me, body }) => readHistory(app, me, body));
  forHolders(app, 'ipo.history_file', (call) => sendHistory(app, call));
  whileOffered(app, 'ipo.feed', ({ me }) => readFeed(app, me));
  whileOffered(app, 'ipo.feed_create', ({ me }) => createFeed(app, me));
  handle(app, 'ipo.feed_revoke', ({ me }) => revokeFeed(app, me));
  whileOffered(app, 'ipo.feed_read', ({ params, reply }) => sendFeed(app, { token: params.token, reply }));
  app.personalData.add('ipo', ipoData);
  publishIpoEvents(app);
}
