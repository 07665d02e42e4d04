import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { revokeSessions } from '#server/platform/session.ts';
import { takeToken, voidTokens } from './one-time-token.ts';
import { dropChallenges } from './second-factor/challenge.ts';
import { forgetDevices } from './unseen/known.ts';

/**
 * Freezes the profile of whoever was mailed the token: every session ends, links that sign in and passkeys are worthless,
 * withdrawals rest, and nobody signs in until a new password is set by mail. A passkey still counts as a second factor,
 * so that whoever reads the mail has not got rid of that by freezing.
 */
export async function freeze(app: App, token: string): Promise<{ status: 'ok' }> {
  await app.db.tx(async (tx) => {
    const { clientId } = await takeToken(tx, app.clock, 'freeze', token);
    const now = app.clock.now();
    // Before the client, as a sign-in does it: whichever is first, the other one waits.
    await tx.run(sql`update passkey set revoked_at = coalesce(revoked_at, ${now}) where client_id = ${clientId}`);
    await tx.run(sql`
      update client set frozen_at = coalesce(frozen_at, ${now}), security_changed_at = ${now} where id = ${clientId}`);
    await dropChallenges(tx, clientId);
    await forgetDevices(tx, clientId);
    await voidTokens(tx, app.clock, clientId, 'autologin');
    await voidTokens(tx, app.clock, clientId, 'freeze');
    await revokeSessions(tx, app.clock, { clientId });
    tx.afterCommit(() => app.realtime.readmit(clientId));
    await app.outbox.emit(tx, 'auth.frozen', { clientId, at: now.toISOString() });
  });
  return { status: 'ok' };
}
