import type { Challenged } from '#contract/auth.ts';
import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import type { OpenedSession } from '#server/platform/session.ts';
import { beginSession, refuseFrozen, type Exchange } from '../start-session.ts';
import { isUnseen } from './known-devices.ts';
import { askMailedCode } from './emailed-code.ts';

/**
 * Lets somebody in who has proven himself by password, and by a code where he has a second factor; from a device or a
 * country that he never used only once he has typed the code that is mailed to him.
 * @throws Refusal auth.frozen, auth.under_review, http.too_many
 */
export async function openDoor(
  tx: Tx,
  app: App,
  exchange: Exchange,
  who: { clientId: string; remember: boolean },
): Promise<OpenedSession | Challenged> {
  const { request } = exchange;
  if (!app.config.unseenDeviceCode || !(await isUnseen(tx, app, request, who.clientId)))
    return beginSession(tx, app, exchange, who);
  await refuseFrozen(tx, app, who.clientId);
  return askMailedCode(tx, app, who, request.ip);
}
