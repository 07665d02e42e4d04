import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { openPerson } from '#server/platform/row-macs.ts';
import { revokeSessions } from '#server/platform/session.ts';
import { dropChallenges } from './second-factor/challenge.ts';
import { endEmailWish } from './email-change/change-request.ts';
import { voidTokens } from './one-time-token.ts';

interface Change {
  clientId: string;
  passwordHash: string;
  how: 'reset' | 'settings';
  /** The session that changed it, which goes on. */
  keepSession?: string;
}

/** Puts a new password in place: other sessions end, links that reset, sign in or change the address become worthless, the client is told. */
export async function setPassword(
  tx: Tx,
  app: App,
  { clientId, passwordHash, how, keepSession }: Change,
): Promise<void> {
  await openPerson(tx, app.config, clientId);
  await tx.run(
    sql`update client set password_hash = ${passwordHash}, security_changed_at = ${app.clock.now()} where id = ${clientId}`,
  );
  // Before the sessions: one that is just being opened by such a challenge is waited for, and then ended.
  await dropChallenges(tx, clientId);
  await revokeSessions(tx, app.clock, { clientId, ...(keepSession ? { except: keepSession } : {}) });
  tx.afterCommit(() => app.realtime.readmit(clientId));
  await voidTokens(tx, app.clock, clientId, 'password_reset');
  await voidTokens(tx, app.clock, clientId, 'autologin');
  await endEmailWish(tx, app.clock, clientId);
  await app.outbox.emit(tx, 'auth.password_changed', { clientId, how, at: app.clock.now().toISOString() });
}
