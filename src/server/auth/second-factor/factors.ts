import type { SecurityChange } from '#contract/events.ts';
import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { openPerson } from '#server/platform/row-macs.ts';
import { revokeSessions } from '#server/platform/session.ts';
import { dropChallenges } from './challenge.ts';
import { forgetCodeGuesses } from './redeem-code.ts';
import { tell } from './notify.ts';

/** Where factors change: in the server, or by a command beside it, which holds no sockets. */
type World = Pick<App, 'clock' | 'config' | 'outbox'> & { realtime?: Pick<App['realtime'], 'readmit'> };

/**
 * What follows a change of a factor, in its transaction: whether the client has a second factor at all is noted, without
 * one his recovery codes go, his sessions but the one named end, withdrawals rest and he is told.
 */
export async function afterChange(
  tx: Tx,
  app: World,
  me: { id: string; sessionId?: string },
  change: SecurityChange,
): Promise<void> {
  const now = app.clock.now();
  await openPerson(tx, app.config, me.id);
  const { has } = await tx.one<{ has: boolean }>(sql`
    update client set security_changed_at = ${now}, second_factor_at = case
      when exists (select 1 from totp where client_id = ${me.id} and confirmed_at is not null)
        or exists (select 1 from passkey where client_id = ${me.id})
      then coalesce(second_factor_at, ${now}) end
    where id = ${me.id} returning second_factor_at is not null as has`);
  if (!has) await tx.run(sql`delete from recovery_code where client_id = ${me.id}`);
  await dropChallenges(tx, me.id);
  await revokeSessions(tx, app.clock, { clientId: me.id, ...(me.sessionId && { except: me.sessionId }) });
  const { realtime } = app;
  if (realtime) tx.afterCommit(() => realtime.readmit(me.id));
  await tell(tx, app, me.id, change);
}

/**
 * Turns everything off that is asked for besides the password, without a code: for somebody who has lost it all.
 * Wrong codes that were tried no longer count, so that he can set up a new factor at once.
 * @returns false when there was nothing to turn off
 */
export async function resetFactors(tx: Tx, app: World, clientId: string): Promise<boolean> {
  const apps = await tx.run(sql`delete from totp where client_id = ${clientId} and confirmed_at is not null`);
  const passkeys = await tx.run(sql`delete from passkey where client_id = ${clientId}`);
  if (apps + passkeys === 0) return false;
  await forgetCodeGuesses(tx, clientId);
  await afterChange(tx, app, { id: clientId }, 'second_factor_reset');
  return true;
}
