import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { revokeSessions } from '#server/platform/session.ts';
import { takeToken, voidTokens } from './one-time-token.ts';
import { dropChallenges } from './second-factor/challenge.ts';

/**
 * Freezes the profile of whoever was mailed the token: every session ends, links that sign in are worthless, withdrawals
 * rest, and nobody signs in until a new password is set by mail.
 */
export async function freeze(app: App, token: string): Promise<{ status: 'ok' }> {
  await app.db.tx(async (tx) => {
    const { clientId } = await takeToken(tx, app.clock, 'freeze', token);
    const now = app.clock.now();
    await tx.run(sql`
      update client set frozen_at = coalesce(frozen_at, ${now}), security_changed_at = ${now} where id = ${clientId}`);
    await dropChallenges(tx, clientId);
    await voidTokens(tx, app.clock, clientId, 'autologin');
    await voidTokens(tx, app.clock, clientId, 'freeze');
    await revokeSessions(tx, app.clock, { clientId });
    tx.afterCommit(() => app.realtime.readmit(clientId));
    await app.outbox.emit(tx, 'auth.frozen', { clientId, at: now.toISOString() });
  });
  return { status: 'ok' };
}
