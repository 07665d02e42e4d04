import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { openPerson } from '#server/platform/secrets/row-macs.ts';
import { newToken } from '#server/platform/secrets/token.ts';
import { hashPassword } from './password-hash.ts';
import { endEmailChange } from './email-change/change-request.ts';
import { voidTokens } from './one-time-token.ts';
import { endSessions } from './sessions/end-sessions.ts';

/** Besides those that end with the sessions. */
const linkPurposes = ['email_verification', 'password_reset', 'freeze'] as const;

/** Before the client's row, in the order of a sign-in by passkey: whichever is first, the other one waits. */
export async function lockPasskeys(tx: Tx, clientId: string): Promise<void> {
  await tx.run(sql`select from passkey where person_id = ${clientId} order by id for update`);
}

/**
 * Deletes all credentials of a client: password, second factors, devices, links and sessions. For a closed account: the
 * row says so, which stops new sign-ins in the meantime.
 */
export async function revokeAccess(tx: Tx, app: App, clientId: string): Promise<void> {
  await tx.run(sql`delete from passkey where person_id = ${clientId}`);
  await tx.run(sql`delete from totp where person_id = ${clientId}`);
  await tx.run(sql`delete from recovery_code where person_id = ${clientId}`);
  // Of a random secret that is not stored: guessing takes as long as for any other password.
  const passwordHash = await hashPassword(newToken());
  await openPerson(tx, app.config, clientId);
  await tx.run(sql`
    update person set password_hash = ${passwordHash}, second_factor_at = null, security_changed_at = ${app.clock.now()}
    where id = ${clientId}`);
  for (const purpose of linkPurposes) await voidTokens(tx, app.clock, clientId, purpose);
  await endEmailChange(tx, app.clock, clientId);
  await endSessions(tx, app, clientId);
}
