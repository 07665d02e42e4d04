import type { SecurityChange } from '#contract/auth/events.ts';
import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { openPerson } from '#server/platform/secrets/row-macs.ts';
import { revokeSessions } from '#server/platform/session/session.ts';
import { dropChallenges } from './challenge.ts';
import { resetGuesses } from '../count-guess.ts';
import { notify } from './notify.ts';

/** Where factors change: in the server, or in a separate command without sockets. */
type World = Pick<App, 'clock' | 'config' | 'outbox'> & { realtime?: Pick<App['realtime'], 'readmit'> };

/**
 * Follows a change of a factor, in its transaction. It records whether the client has a second factor at all, and
 * deletes the recovery codes if there is none. It ends all sessions except the given one, pauses withdrawals and
 * notifies the client.
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
    update person set security_changed_at = ${now}, second_factor_at = case
      when exists (select 1 from totp where person_id = ${me.id} and confirmed_at is not null)
        or exists (select 1 from passkey where person_id = ${me.id})
      then coalesce(second_factor_at, ${now}) end
    where id = ${me.id} returning second_factor_at is not null as has`);
  if (!has) await tx.run(sql`delete from recovery_code where person_id = ${me.id}`);
  await dropChallenges(tx, me.id);
  await revokeSessions(tx, app.clock, { clientId: me.id, ...(me.sessionId && { except: me.sessionId }) });
  const { realtime } = app;
  if (realtime) tx.afterCommit(() => realtime.readmit(me.id));
  await notify(tx, app, me.id, change);
}

/**
 * Turns off every factor besides the password, without a code: for a person who has lost them all. Earlier wrong codes
 * no longer count, so the person can set up a new factor at once.
 * @returns false when there was nothing to turn off
 */
export async function resetFactors(tx: Tx, app: World, clientId: string): Promise<boolean> {
  const apps = await tx.run(sql`delete from totp where person_id = ${clientId} and confirmed_at is not null`);
  const passkeys = await tx.run(sql`delete from passkey where person_id = ${clientId}`);
  if (apps + passkeys === 0) return false;
  await resetGuesses(tx, 'second-factor', { clientId, link: null });
  await afterChange(tx, app, { id: clientId }, 'second_factor_reset');
  await tx.run(sql`update person set readmitted_at = ${app.clock.now()} where id = ${clientId}`);
  return true;
}
