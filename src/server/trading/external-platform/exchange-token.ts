import type { ResponseBody } from '#contract/kernel/endpoint.ts';
import type { Api } from '#contract/api.ts';
import type { App } from '#server/platform/app.ts';
import { refuse } from '#server/platform/refusal.ts';
import { equalSecrets } from '#server/platform/secrets/token.ts';
import { redeemPlatformToken } from '../redeem-platform-token.ts';

/**
 * Returns to the server of an external platform which account a sign-in token opens, and uses the token up.
 * @param authorization the header that carries the secret
 * @throws Refusal `http.unauthenticated`, `auth.token_unknown`, `auth.token_used`, `auth.token_expired`
 */
export async function exchangeToken(
  app: App,
  authorization: string | undefined,
  token: string,
): Promise<ResponseBody<Api['platform.exchange']>> {
  const secret = app.config.remotePlatform?.secret;
  if (secret === undefined || !equalSecrets(authorization ?? '', `Bearer ${secret}`))
    throw refuse('http.unauthenticated');
  const { number, clientId, holder } = await redeemPlatformToken(app.db, app, token);
  return { trading_account_id: String(number), client_id: clientId, holder };
}
