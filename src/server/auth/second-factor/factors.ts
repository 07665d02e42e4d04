import type { SecurityChange } from '#contract/events.ts';
import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { revokeSessions, type Client } from '#server/platform/session.ts';
import { dropChallenges } from './challenge.ts';
import { tell } from './tell.ts';

/**
 * What follows a change of a factor, in its transaction: whether the client has a second factor at all is noted, without
 * one his recovery codes go, his other sessions end, withdrawals rest and he is told.
 */
export async function afterChange(tx: Tx, app: App, me: Client, change: SecurityChange): Promise<void> {
  const now = app.clock.now();
  const { has } = await tx.one<{ has: boolean }>(sql`
    update client set security_changed_at = ${now}, second_factor_at = case
      when exists (select 1 from totp where client_id = ${me.id} and confirmed_at is not null)
      then coalesce(second_factor_at, ${now}) end
    where id = ${me.id} returning second_factor_at is not null as has`);
  if (!has) await tx.run(sql`delete from recovery_code where client_id = ${me.id}`);
  await dropChallenges(tx, me.id);
  await revokeSessions(tx, app.clock, { clientId: me.id, except: me.sessionId });
  tx.afterCommit(() => app.realtime.readmit(me.id));
  await tell(tx, app, me.id, change);
}
