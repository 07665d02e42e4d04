import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { revokeSessions } from '#server/platform/session/session.ts';
import { removeDevices } from '../new-device/known-devices.ts';
import { voidTokens } from '../one-time-token.ts';
import { dropChallenges } from '../second-factor/challenge.ts';

/**
 * Ends all sessions of a person, sign-ins that are under way and sign-in links; devices become unknown, so that the next
 * sign-in takes a second factor or an emailed code. The caller has locked the person.
 * @returns how many sessions were open
 */
export async function endSessions(tx: Tx, app: App, clientId: string): Promise<number> {
  await dropChallenges(tx, clientId);
  await removeDevices(tx, clientId);
  await voidTokens(tx, app.clock, clientId, 'autologin');
  const revoked = await revokeSessions(tx, app.clock, { clientId });
  tx.afterCommit(() => app.realtime.readmit(clientId));
  return revoked;
}
