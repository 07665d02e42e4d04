import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { notify } from '../second-factor/notify.ts';
import { endSessions } from './end-sessions.ts';

/**
 * Ends all sessions of a person, as `endSessions` does, and notifies the person. Password and factors stay.
 * @returns how many sessions were open
 */
export async function signOutEverywhere(tx: Tx, app: App, clientId: string): Promise<number> {
  const revoked = await endSessions(tx, app, clientId);
  await notify(tx, app, clientId, 'signed_out_everywhere');
  return revoked;
}
