import type { PlatformSession } from '#contract/trading.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { readAccounts } from '#server/trading/accounts.ts';
import { redeemPlatformToken } from '#server/trading/redeem-platform-token.ts';
import { readDeals } from './deals.ts';

const dealsShown = 50;

/**
 * Signs a browser in on the platform: the token for its account, with the latest deals.
 * @throws Refusal `auth.token_unknown`, `auth.token_used`, `auth.token_expired`
 */
export async function openSession(app: App, token: string): Promise<PlatformSession> {
  const { accountId, holder } = await redeemPlatformToken(app, token);
  const [account] = await readAccounts(app, sql`t.id = ${accountId}`);
  if (!account) throw new Error(`account ${accountId} has a token and is not there`);
  const deals = await readDeals(app.db, { accounts: [BigInt(account.trading_account_id)], limit: dealsShown });
  return { account, holder, deals };
}
