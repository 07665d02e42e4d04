import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { handle } from '#server/platform/http/handle.ts';
import { readAccounts } from './accounts.ts';
import { exchangeToken } from './exchange-token.ts';
import { followPlatform } from './follow-platform.ts';
import { openAccountsOutside } from './http-platform.ts';
import { issuePlatformToken } from './issue-platform-token.ts';
import { listCurrencies } from './list-currencies.ts';
import { listDeals } from './list-deals.ts';
import { openTradingAccount } from './open-account.ts';

/** Live trading accounts and the way onto their platform. */
export function tradingRoutes(app: App): void {
  handle(app, 'trading.list', ({ me }) => readAccounts(app, sql`t.client_id = ${me.id} and t.status <> 'archived'`));
  handle(app, 'trading.currencies', ({ request }) => listCurrencies(app, request.language));
  handle(app, 'trading.create', ({ me, body }) => openTradingAccount(app, me, body));
  handle(app, 'trading.history', ({ me, body }) => listDeals(app, me, body));
  handle(app, 'trading.autologin', ({ me, body, request }) =>
    issuePlatformToken(app, me, request.language, body.trading_account_id),
  );
  handle(app, 'platform.exchange', ({ request, body }) =>
    exchangeToken(app, request.headers.authorization, body.token),
  );
  openAccountsOutside(app);
  app.jobs.every('trading.follow_platform', 15_000, () => followPlatform(app));
}
