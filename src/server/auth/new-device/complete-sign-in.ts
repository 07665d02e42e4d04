import type { Challenged } from '#contract/auth/endpoints.ts';
import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import type { OpenedSession } from '#server/platform/session/session.ts';
import { startSession, refuseFrozen, type Exchange } from '../start-session.ts';
import { isNewDevice } from './known-devices.ts';
import { requestEmailedCode } from './emailed-code.ts';

/**
 * Completes a sign-in after the password, and after a code if there is a second factor. A new device or country also
 * requires the code that is emailed to the client.
 * @throws Refusal auth.under_review, auth.frozen, http.too_many
 */
export async function completeSignIn(
  tx: Tx,
  app: App,
  exchange: Exchange,
  who: { clientId: string; remember: boolean; staffSignInId?: string; isProven?: boolean },
): Promise<OpenedSession | Challenged> {
  const { request } = exchange;
  if (!app.config.newDeviceCode || !(await isNewDevice(tx, app, request, who.clientId)))
    return startSession(tx, app, exchange, who);
  await refuseFrozen(tx, app, who.clientId);
  return requestEmailedCode(tx, app, who, request.ip);
}
