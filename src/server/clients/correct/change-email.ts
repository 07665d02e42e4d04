import { isTaken, wishForEmail } from '#server/auth/email-change/change-request.ts';
import { prove, type Proof } from '#server/auth/second-factor/require-proof.ts';
import type { App } from '#server/platform/app.ts';
import { writeAudit } from '#server/platform/audit.ts';
import { sql } from '#server/platform/db/sql.ts';
import type { Force } from '#server/platform/approvals/approval-handlers.ts';
import { propose } from '#server/platform/approvals/request-approval.ts';
import { refuse, refuseField } from '#server/platform/refusal.ts';
import { chooseReason } from '#server/platform/reasons/choose-reason.ts';
import type { Client } from '#server/platform/session.ts';
import { leaveToOther, tellAdministrators } from '../access-recovery.ts';
import { holdWhom } from './lock-person.ts';

interface Change extends Proof {
  client_id: string;
  email: string;
  reason: string;
  comment: string;
}

/**
 * Proposes another address for somebody who no longer reads his mail. Whoever talks one of the staff into this still has to
 * talk a second one into it, and to read at the new address; the owner of the former one can freeze, and no money leaves
 * meanwhile. Where both claim the profile, the address that it has may be confirmed anew.
 * @throws Refusal `staff.own_profile`, `auth.client_unknown`, `staff.is_staff`, `auth.same_email`, `clients.email_taken`,
 * those of the proof, `clients.other_hand`, `reasons.not_open`, `proposals.open`
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
    await leaveToOther(tx, app, me, { clientId, act: 'clients.change_email' });
    const { email: from } = await holdWhom(tx, me, clientId);
    const code = await chooseReason(tx, 'email_change', reason);
    const matter = { kind: 'email', key: null, clientId } as const;
    const value = sql`jsonb_build_object('email', ${email}::text, 'code', ${code}::text)`;
    await propose(app, tx, me, { matter, value, reason: comment, details: { from, to: email, code } });
  });
  return { status: 'ok' };
}

/** An address that two have agreed on: only now does the link to it leave the house. */
export const emailForce = (app: App): Force => ({
  async enforce(tx, me, { id: proposalId, matter: { clientId }, was, value, reason: comment, authorId, author, mark }) {
    if (clientId === null) throw new Error('an address is of a client');
    const { email, code } = value as { email: string; code: string };
    const { email: from } = was as { email: string };
    const whom = await tx.maybeOne(sql`select from client where id = ${clientId} and blocked_at is null`);
    if (!whom || (await isTaken(tx, email, clientId))) throw refuse('proposals.outdated');
    await wishForEmail(tx, app, { clientId, email, staff: { askedBy: authorId, proposalId } });
    const act = 'clients.change_email';
    const details = { from, to: email, code, comment, proposed_by: author, ...mark };
    await writeAudit(tx, app.clock, { actorId: me.id, clientId, act, details });
    await tellAdministrators(app, tx, me, { clientId, act });
  },
});
