import { tokenLifetimeMs } from '#contract/kernel/constants.ts';
import type { Api } from '#contract/api.ts';
import type { ResponseBody } from '#contract/kernel/endpoint.ts';
import type { Language } from '#contract/kernel/languages.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { signNewRow } from '#server/platform/secrets/row-macs.ts';
import { notFound, refuse } from '#server/platform/refusal.ts';
import type { Person } from '#server/platform/session/session.ts';
import { hashToken, newToken } from '#server/platform/secrets/token.ts';
import { tradingPlatform } from './accounts.ts';

/**
 * A link that signs the client in on the platform, for one of the client's accounts: it works once and for a minute.
 * @throws Refusal `http.not_found`, `trading.account_inactive`, `trading.platform_silent`
 */
export async function issuePlatformToken(
  app: App,
  me: Person,
  language: Language,
  accountNumber: string,
): Promise<ResponseBody<Api['trading.autologin']>> {
  const account = await app.db.maybeOne<{ id: string; status: string }>(sql`
    select id, status from trading_account where number = ${accountNumber}::bigint and client_id = ${me.id}`);
  if (!account) throw notFound();
  if (account.status !== 'active') throw refuse('trading.account_inactive');
  const token = newToken();
  const now = app.clock.now();
  const expiresAt = new Date(now.getTime() + tokenLifetimeMs.platformSignIn);
  const hash = hashToken(app.config, 'platform sign-in', token);
  await app.db.tx(async (tx) => {
    await tx.run(sql`
      insert into platform_token (hash, account_id, client_id, session_id, created_at, expires_at)
      values (${hash}, ${account.id}, ${me.id}, ${me.sessionId}, ${now}, ${expiresAt})`);
    await signNewRow(tx, app.config, 'platform_token', sql`p.hash = ${hash}`);
  });
  const { url } = app.settings.brand(me.brand);
  const signIn = await tradingPlatform(app).signIn(token, url, language, BigInt(accountNumber));
  return { ...signIn, expires_at: expiresAt.toISOString() };
}
