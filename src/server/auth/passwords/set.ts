import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { openPerson } from '#server/platform/secrets/row-macs.ts';
import { revokeSessions } from '#server/platform/session/session.ts';
import { dropChallenges } from '../second-factor/challenge.ts';
import { endEmailChange } from '../email-change/change-request.ts';
import { voidTokens } from '../one-time-token.ts';

interface Change {
  clientId: string;
  passwordHash: string;
  how: 'reset' | 'settings';
  /** The session that changed it, which stays open. */
  exceptSession?: string;
}

/**
 * Sets a new password: other sessions end, links that reset, sign in or change the address are void, and the client is
 * notified.
 */
export async function setPassword(
  tx: Tx,
  app: App,
  { clientId, passwordHash, how, exceptSession }: Change,
): Promise<void> {
  await openPerson(tx, app.config, clientId);
  await tx.run(
    sql`update person set password_hash = ${passwordHash}, security_changed_at = ${app.clock.now()} where id = ${clientId}`,
  );
  // Before the sessions: a session that such a challenge is just opening is waited for, and then ended.
  await dropChallenges(tx, clientId);
  await revokeSessions(tx, app.clock, { clientId, ...(exceptSession ? { except: exceptSession } : {}) });
  tx.afterCommit(() => app.realtime.readmit(clientId));
  await voidTokens(tx, app.clock, clientId, 'password_reset');
  await voidTokens(tx, app.clock, clientId, 'autologin');
  await endEmailChange(tx, app.clock, clientId);
  await app.outbox.emit(tx, 'auth.password_changed', { clientId, how, at: app.clock.now().toISOString() });
}
