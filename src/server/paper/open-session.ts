import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PlatformSession } from '#contract/paper.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { readAccounts } from '#server/trading/accounts.ts';
import { redeemPlatformToken } from '#server/trading/redeem-platform-token.ts';
import { readDeals } from './deals.ts';
import { readTerminalBinding, setTerminalBinding } from './session-cookie.ts';
import { beginTerminalSession } from './terminal-session.ts';

const dealsShown = 50;

/**
 * Signs a browser in on the platform: the token for a session on its account, with the latest deals.
 * @throws Refusal `auth.token_unknown`, `auth.token_used`, `auth.token_expired`
 */
export async function openSession(
  app: App,
  token: string,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<PlatformSession> {
  const { accountId, holder, session } = await app.db.tx(async (tx) => {
    const redeemed = await redeemPlatformToken(tx, app.clock, token);
    const of = { account: redeemed.number, clientId: redeemed.clientId, presentBinding: readTerminalBinding(request) };
    return { ...redeemed, session: await beginTerminalSession(tx, app.clock.now(), of) };
  });
  const [account] = await readAccounts(app, sql`t.id = ${accountId}`);
  if (!account) throw new Error(`account ${accountId} has a token and is not there`);
  const deals = await readDeals(app.db, { accounts: [BigInt(account.trading_account_id)], limit: dealsShown });
  setTerminalBinding(request, reply, session.binding);
  return { session: session.token, expires_at: session.expiresAt.toISOString(), account, holder, deals };
}
