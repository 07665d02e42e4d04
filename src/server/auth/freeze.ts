import type { App } from '#server/platform/app.ts';
import { writeAudit } from '#server/platform/audit.ts';
import { sql } from '#server/platform/db/sql.ts';
import { openPerson } from '#server/platform/row-macs.ts';
import { revokeSessions } from '#server/platform/session.ts';
import { endEmailWish } from './email-change/change-request.ts';
import { checkToken, takeToken, voidTokens } from './one-time-token.ts';
import { dropChallenges } from './second-factor/challenge.ts';
import { forgetDevices } from './new-device/known-devices.ts';

/**
 * Freezes the profile of whoever was mailed the token: every session ends, links that sign in and passkeys are worthless,
 * withdrawals rest, and nobody signs in until a new password is set by mail. A passkey still counts as a second factor,
 * so that whoever reads the mail has not got rid of that by freezing. Mailed to a former address, it leaves the profile to
 * staff: a stranger who has put his own address there would else open it again by a new password.
 */
export async function freeze(
  app: App,
  address: string,
  token: string,
): Promise<{ status: 'ok'; opened_by: 'password' | 'staff' }> {
  const isDisputed = await app.db.tx(async (tx) => {
    const { clientId, email } = await checkToken(tx, app, 'freeze', token);
    const now = app.clock.now();
    // Before the client, as a sign-in does it: whichever is first, the other one waits.
    await tx.run(sql`update passkey set revoked_at = coalesce(revoked_at, ${now}) where client_id = ${clientId}`);
    await takeToken(tx, app, 'freeze', token);
    await openPerson(tx, app.config, clientId);
    const { disputed } = await tx.one<{ disputed: boolean }>(sql`
      update client set frozen_at = coalesce(frozen_at, ${now}), security_changed_at = ${now},
        email_disputed_at = case when email = ${email} then email_disputed_at else coalesce(email_disputed_at, ${now}) end
      where id = ${clientId} returning email_disputed_at is not null as disputed`);
    await endEmailWish(tx, app.clock, clientId);
    await dropChallenges(tx, clientId);
    await forgetDevices(tx, clientId);
    await voidTokens(tx, app.clock, clientId, 'autologin');
    // Those of another address stay: a stranger who has changed it would else take the owner's away by freezing himself.
    await voidTokens(tx, app.clock, clientId, 'freeze', email);
    await revokeSessions(tx, app.clock, { clientId });
    tx.afterCommit(() => app.realtime.readmit(clientId));
    const details = { mailed_to: email, from_address: address };
    await writeAudit(tx, app.clock, { actorId: clientId, clientId, act: 'auth.freeze', details });
    await app.outbox.emit(tx, 'auth.frozen', { clientId, at: now.toISOString(), isDisputed: disputed });
    return disputed;
  });
  return { status: 'ok', opened_by: isDisputed ? 'staff' : 'password' };
}
