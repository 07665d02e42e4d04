import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { handle } from '#server/platform/http/handle.ts';
import { sendFile } from '#server/platform/http/send-file.ts';
import { readAccounts } from './accounts.ts';
import { transferStaffRoutes } from './staff/routes.ts';
import { exchangeToken } from './external-platform/exchange-token.ts';
import { followPlatform } from './external-platform/follow.ts';
import { openAccountsRemotely } from './external-platform/http.ts';
import { issuePlatformToken } from './issue-platform-token.ts';
import { archiveAccount, renameAccount, restoreAccount } from './archive-account.ts';
import { recordEquity, downsampleEquity } from './equity/record.ts';
import { listCurrencies } from './list-currencies.ts';
import { listDeals } from './records/list-deals.ts';
import { openTradingAccount } from './open-account.ts';
import { tradingPrograms } from './program/open-for-client.ts';
import { tradingData } from './own-data.ts';
import { readEquity } from './equity/read.ts';
import { readClosed, readDealTotals, readDoneOrders, readOpen } from './records/read.ts';
import { closedFile, dealsFile, ordersFile } from './records/files.ts';
import { reconcileTransfers } from './transfers/reconcile.ts';
import { transfer } from './transfers/transfer.ts';
import { publishTradingEvents } from './webhooks.ts';

/** Live trading accounts and the sign-in to their platform. */
export function tradingRoutes(app: App): void {
  handle(app, 'trading.list', ({ me }) => readAccounts(app, sql`t.client_id = ${me.id} and t.status <> 'archived'`));
  handle(app, 'trading.archived', ({ me }) => readAccounts(app, sql`t.client_id = ${me.id} and t.status = 'archived'`));
  handle(app, 'trading.rename', ({ me, body }) => renameAccount(app, me, body));
  handle(app, 'trading.archive', ({ me, body }) => archiveAccount(app, me, body));
  handle(app, 'trading.restore', ({ me, body }) => restoreAccount(app, me, body));
  handle(app, 'trading.transfer', ({ me, key, body }) => transfer(app, me, { ...body, key }));
  handle(app, 'trading.open', ({ me, body }) => readOpen(app, me, body));
  handle(app, 'trading.equity', ({ me, body }) => readEquity(app, me, body));
  handle(app, 'trading.closed', ({ me, body }) => readClosed(app, me, body));
  handle(app, 'trading.done_orders', ({ me, body }) => readDoneOrders(app, me, body));
  handle(app, 'trading.history_file', async ({ me, params, query, reply }) =>
    sendFile(reply, await dealsFile(app, me, params.number, query)),
  );
  handle(app, 'trading.closed_file', async ({ me, params, query, reply }) =>
    sendFile(reply, await closedFile(app, me, params.number, query)),
  );
  handle(app, 'trading.orders_file', async ({ me, params, query, reply }) =>
    sendFile(reply, await ordersFile(app, me, params.number, query)),
  );
  handle(app, 'trading.deal_totals', ({ me, body }) => readDealTotals(app, me, body));
  handle(app, 'trading.currencies', ({ request }) => listCurrencies(app, request.language));
  handle(app, 'trading.create', ({ me, body }) => openTradingAccount(app, me, body));
  handle(app, 'trading.history', ({ me, body }) => listDeals(app, me, body));
  handle(app, 'trading.autologin', ({ me, body, request }) =>
    issuePlatformToken(app, me, request.language, body.trading_account_id),
  );
  handle(app, 'platform.exchange', ({ request, body }) =>
    exchangeToken(app, request.headers.authorization, body.token),
  );
  transferStaffRoutes(app);
  tradingPrograms(app);
  openAccountsRemotely(app);
  app.personalData.add('trading', tradingData);
  app.jobs.every('trading.reconcile', 30_000, () => reconcileTransfers(app));
  app.jobs.every('trading.follow_platform', 15_000, () => followPlatform(app));
  app.jobs.every('trading.record_equity', 5 * 60_000, () => recordEquity(app));
  app.jobs.every('trading.downsample_equity', 6 * 3_600_000, () => downsampleEquity(app));
  publishTradingEvents(app);
}
