import { isTaken, wishForEmail } from '#server/auth/email-change/wish.ts';
import { prove, type Proof } from '#server/auth/second-factor/prove.ts';
import type { App } from '#server/platform/app.ts';
import { writeAudit } from '#server/platform/audit.ts';
import { refuseField } from '#server/platform/refusal.ts';
import { chooseReason } from '#server/platform/reasons/choose-reason.ts';
import type { Client } from '#server/platform/session.ts';
import { leaveToOther, tellAdministrators } from '../let-in-anew.ts';
import { holdWhom } from './hold-whom.ts';

interface Change extends Proof {
  client_id: string;
  email: string;
  reason: string;
  comment: string;
}

/**
 * Asks for another address for somebody who no longer reads his mail. Whoever talks staff into this still has to read at
 * the new address, the owner of the former one can freeze, and no money leaves meanwhile. Where both claim the profile, the
 * address that it has may be confirmed anew.
 * @throws Refusal `staff.own_profile`, `auth.client_unknown`, `staff.is_staff`, `auth.same_email`, `clients.email_taken`,
 * those of the proof, `clients.other_hand`, `reasons.not_open`
 */
export async function changeEmail(
  app: App,
  me: Client,
  { client_id: clientId, email, reason, comment, ...proof }: Change,
): Promise<{ status: 'ok' }> {
  const { email: present, isDisputed } = await holdWhom(app.db, me, clientId);
  if (email === present && !isDisputed) throw refuseField('email', 'auth.same_email');
  if (await isTaken(app.db, email, clientId)) throw refuseField('email', 'clients.email_taken');
  const take = await prove(app, me, proof);
  await app.db.tx(async (tx) => {
    await take(tx);
    const letting = { clientId, act: 'clients.change_email' } as const;
    await leaveToOther(tx, app, me, letting);
    const { email: from } = await holdWhom(tx, me, clientId);
    const code = await chooseReason(tx, 'email_change', reason);
    await wishForEmail(tx, app, { clientId, email, askedBy: me.id });
    const details = { from, to: email, code, comment };
    await writeAudit(tx, app.clock, { actorId: me.id, ...letting, details });
    await tellAdministrators(app, tx, me, letting);
  });
  return { status: 'ok' };
}
