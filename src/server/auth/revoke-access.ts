import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { openPerson } from '#server/platform/row-macs.ts';
import { newToken } from '#server/platform/token.ts';
import { revokeSessions } from '#server/platform/session.ts';
import { hashPassword } from './password-hash.ts';
import { endEmailWish } from './email-change/change-request.ts';
import { voidTokens } from './one-time-token.ts';
import { dropChallenges } from './second-factor/challenge.ts';
import { forgetDevices } from './new-device/known-devices.ts';

const linkPurposes = ['email_verification', 'password_reset', 'autologin', 'freeze'] as const;

/** Before the client's row, as a sign-in by passkey takes the two: whichever is first, the other one waits. */
export async function holdPasskeys(tx: Tx, clientId: string): Promise<void> {
  await tx.run(sql`select from passkey where client_id = ${clientId} order by id for update`);
}

/**
 * Forgets every way in that a client had: password, second factors, devices, links and sessions. For one who has left;
 * his row says that he has, so nobody begins anew meanwhile.
 */
export async function closeDoors(tx: Tx, app: App, clientId: string): Promise<void> {
  await tx.run(sql`delete from passkey where client_id = ${clientId}`);
  await tx.run(sql`delete from totp where client_id = ${clientId}`);
  await tx.run(sql`delete from recovery_code where client_id = ${clientId}`);
  // Of a secret that nobody knows: to guess at it takes as long as at any other.
  const passwordHash = await hashPassword(newToken());
  await openPerson(tx, app.config, clientId);
  await tx.run(sql`
    update client set password_hash = ${passwordHash}, second_factor_at = null, security_changed_at = ${app.clock.now()}
    where id = ${clientId}`);
  await dropChallenges(tx, clientId);
  await forgetDevices(tx, clientId);
  for (const purpose of linkPurposes) await voidTokens(tx, app.clock, clientId, purpose);
  await endEmailWish(tx, app.clock, clientId);
  await revokeSessions(tx, app.clock, { clientId });
  tx.afterCommit(() => app.realtime.readmit(clientId));
}
