import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PlatformSession } from '#contract/paper/endpoints.ts';
import type { App } from '#server/platform/app.ts';
import { redeemPlatformToken } from '#server/trading/redeem-platform-token.ts';
import { readTerminalBinding, setTerminalBinding } from './session-cookie.ts';
import { startTerminalSession } from './session.ts';

/**
 * Signs a browser in on the platform: the token for a session on its account.
 * @throws Refusal `auth.token_unknown`, `auth.token_used`, `auth.token_expired`
 */
export async function openSession(
  app: App,
  token: string,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<PlatformSession> {
  const { holder, session } = await app.db.tx(async (tx) => {
    const redeemed = await redeemPlatformToken(tx, app, token, request.me);
    const { number: account, clientId, sessionId: openedBy } = redeemed;
    const of = { account, clientId, openedBy, presentBinding: readTerminalBinding(request) };
    return { holder: redeemed.holder, session: await startTerminalSession(tx, app, of) };
  });
  setTerminalBinding(request, reply, session.binding);
  return { session: session.token, expires_at: session.expiresAt.toISOString(), holder };
}
