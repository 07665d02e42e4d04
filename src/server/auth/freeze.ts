import type { App } from '#server/platform/app.ts';
import { writeAudit } from '#server/platform/audit/audit.ts';
import { sql } from '#server/platform/db/sql.ts';
import { endProgramsOf } from '#server/platform/secrets/end-programs.ts';
import { openPerson } from '#server/platform/secrets/row-macs.ts';
import { endEmailChange } from './email-change/change-request.ts';
import { checkToken, takeToken, voidTokens } from './one-time-token.ts';
import { endSessions } from './sessions/end-sessions.ts';

/**
 * Freezes the profile of the client who was emailed the token: every session ends, sign-in links and passkeys are void,
 * withdrawals are paused, the API keys of an administrator have no secret any more, and signing in requires a new
 * password set by email. A passkey still counts as a second
 * factor, so a person who can read the email does not remove that by freezing. A token for a former address leaves the
 * profile to staff: a stranger who has set their own address could otherwise unlock it with a new password.
 */
export async function freeze(
  app: App,
  address: string,
  token: string,
): Promise<{ status: 'ok'; opened_by: 'password' | 'staff' }> {
  const isDisputed = await app.db.tx(async (tx) => {
    const { clientId, email } = await checkToken(tx, app, 'freeze', token);
    const now = app.clock.now();
    // Before the client, as a sign-in locks them: whichever is first, the other one waits.
    await tx.run(sql`update passkey set revoked_at = coalesce(revoked_at, ${now}) where person_id = ${clientId}`);
    await takeToken(tx, app, 'freeze', token);
    await openPerson(tx, app.config, clientId);
    const { disputed } = await tx.one<{ disputed: boolean }>(sql`
      update person set frozen_at = coalesce(frozen_at, ${now}), security_changed_at = ${now},
        email_disputed_at = case when email = ${email} then email_disputed_at else coalesce(email_disputed_at, ${now}) end
      where id = ${clientId} returning email_disputed_at is not null as disputed`);
    await endEmailChange(tx, app.clock, clientId);
    // Tokens for another address stay: a stranger who has changed the address could otherwise void the owner's link by
    // freezing.
    await voidTokens(tx, app.clock, clientId, 'freeze', email);
    await endSessions(tx, app, clientId);
    // A stranger with the session may have made secrets, or received them.
    await endProgramsOf(app, tx, clientId, clientId);
    const details = { emailed_to: email, from_address: address };
    await writeAudit(tx, app.clock, { actorId: clientId, clientId, action: 'auth.freeze', details });
    await app.outbox.emit(tx, 'auth.frozen', { clientId, at: now.toISOString(), isDisputed: disputed });
    return disputed;
  });
  return { status: 'ok', opened_by: isDisputed ? 'staff' : 'password' };
}
