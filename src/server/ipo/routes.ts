import type { App } from '#server/platform/app.ts';
import { handle } from '#server/platform/http/handle.ts';
import { allotmentRoutes } from './allotment/routes.ts';
import { deskRoutes } from './desk/routes.ts';
import { lifeJobs } from './life/jobs.ts';
import { answerSuitability } from './answer-suitability.ts';
import { buy } from './buy.ts';
import { createFeed, readFeed, revokeFeed } from './calendar-feed/feed-address.ts';
import { sendFeed } from './calendar-feed/send-feed.ts';
import { amend, cancel, reconfirm } from './change-application.ts';
import { exitEarly, quoteEarlyExit } from './early-exit.ts';
import { readHistory } from './history/read-history.ts';
import { sendHistory } from './history/send-history.ts';
import { listHoldings } from './holdings.ts';
import { listApplications } from './list-applications.ts';
import { listOfferings } from './list-offerings.ts';
import { ipoData } from './own-data.ts';
import { readApplication } from './read-application.ts';
import { readOdds } from './read-odds.ts';
import { readOffering } from './read-offering.ts';
import { sendReceipt } from './send-receipt.ts';
import { sell } from './sell.ts';

/** Where the operator offers no IPOs the calls do not exist, whoever asks. */
export function ipoRoutes(app: App): void {
  if (!app.config.features.ipo) return;
  allotmentRoutes(app);
  deskRoutes(app);
  lifeJobs(app);
  handle(app, 'ipo.calendar', ({ me }) => listOfferings(app, me));
  handle(app, 'ipo.offering', ({ me, request, body }) => readOffering(app, me, request.language, body.stock_id));
  handle(app, 'ipo.odds', ({ me, body }) => readOdds(app, me, body));
  handle(app, 'ipo.my_ipo', ({ me, request }) => listApplications(app, me, request.language));
  handle(app, 'ipo.application', ({ me, request, body }) =>
    readApplication(app, me, request.language, body.application_id),
  );
  handle(app, 'ipo.buy', ({ me, request, key, body }) => buy(app, me, { language: request.language, key, body }));
  handle(app, 'ipo.amend', ({ me, request, key, body }) => amend(app, me, { language: request.language, key, body }));
  handle(app, 'ipo.cancel', ({ me, request, key, body }) => cancel(app, me, { language: request.language, key, body }));
  handle(app, 'ipo.reconfirm', ({ me, request, key, body }) =>
    reconfirm(app, me, { language: request.language, key, body }),
  );
  handle(app, 'ipo.holdings', ({ me }) => listHoldings(app, me));
  handle(app, 'ipo.sell', ({ me, key, body }) => sell(app, me, { key, body }));
  handle(app, 'ipo.early_exit_quote', ({ me, body }) => quoteEarlyExit(app, me, body));
  handle(app, 'ipo.early_exit', ({ me, key, body }) => exitEarly(app, me, { key, body }));
  handle(app, 'ipo.answer_suitability', ({ me, body }) => answerSuitability(app, me, body));
  handle(app, 'ipo.receipt', (call) => sendReceipt(app, call));
  handle(app, 'ipo.history', ({ me, body }) => readHistory(app, me, body));
  handle(app, 'ipo.history_file', (call) => sendHistory(app, call));
  handle(app, 'ipo.feed', ({ me }) => readFeed(app, me));
  handle(app, 'ipo.feed_create', ({ me }) => createFeed(app, me));
  handle(app, 'ipo.feed_revoke', ({ me }) => revokeFeed(app, me));
  handle(app, 'ipo.feed_read', ({ params, reply }) => sendFeed(app, { token: params.token, reply }));
  app.personalData.add('ipo', ipoData);
}
