import { resetFactors } from '#server/auth/second-factor/factors.ts';
import { prove, type Proof } from '#server/auth/second-factor/require-proof.ts';
import type { App } from '#server/platform/app.ts';
import { writeAudit } from '#server/platform/audit/audit.ts';
import { sql } from '#server/platform/db/sql.ts';
import { refuse, refuseField } from '#server/platform/refusal.ts';
import { chooseReason } from '#server/platform/reasons/choose-reason.ts';
import { isStaff, type Person } from '#server/platform/session/session.ts';
import { requireOtherAdministrator, notifyAdministrators } from './access-recovery.ts';

interface Reset extends Proof {
  client_id: string;
  reason: string;
  comment: string;
}

/**
 * Turns off the second factor of a client who can no longer use it. An impostor who persuades staff has the password at
 * most: the owner gets an email and can freeze the profile, and withdrawals are paused in the meantime.
 * @throws Refusal `clients.own_second_factor`, what `prove` throws, `auth.client_unknown`,
 * `clients.second_factor_of_staff`, `clients.other_administrator`, `reasons.not_open`, `clients.second_factor_none`
 */
export async function resetSecondFactor(
  app: App,
  me: Person,
  { client_id: clientId, reason, comment, ...proof }: Reset,
): Promise<{ status: 'ok' }> {
  if (clientId === me.id) throw refuse('clients.own_second_factor');
  const take = await prove(app, me, proof);
  await app.db.tx(async (tx) => {
    await take(tx);
    const letting = { clientId, action: 'clients.reset_second_factor' } as const;
    const owner = await tx.maybeOne<Pick<Person, 'roles'>>(sql`select roles from person where id = ${clientId}`);
    if (!owner) throw refuseField('client_id', 'auth.client_unknown');
    if (isStaff(owner) && !me.roles.includes('admin')) throw refuse('clients.second_factor_of_staff');
    await requireOtherAdministrator(tx, app, me, letting);
    const code = await chooseReason(tx, 'factor_reset', reason);
    if (!(await resetFactors(tx, app, clientId))) throw refuse('clients.second_factor_none');
    const details = { code, comment };
    await writeAudit(tx, app.clock, { actorId: me.id, ...letting, details });
    await notifyAdministrators(app, tx, me, letting);
  });
  return { status: 'ok' };
}
