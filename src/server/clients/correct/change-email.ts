import { isTaken, insertEmailChange } from '#server/auth/email-change/change-request.ts';
import { prove, type Proof } from '#server/auth/second-factor/require-proof.ts';
import type { App } from '#server/platform/app.ts';
import { writeAudit } from '#server/platform/audit/audit.ts';
import type { Queries, Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import type { ApprovalHandler } from '#server/platform/approvals/approval-handlers.ts';
import { requestApproval } from '#server/platform/approvals/request-approval.ts';
import { refuse, refuseField } from '#server/platform/refusal.ts';
import { chooseReason } from '#server/platform/reasons/choose-reason.ts';
import type { Requester } from '#server/platform/session/actor.ts';
import type { Person } from '#server/platform/session/session.ts';
import { requireOtherAdministrator, notifyAdministrators } from '../access-recovery.ts';
import { lockPerson, type Correctable } from './lock-person.ts';

interface Change extends Proof {
  client_id: string;
  email: string;
  reason: string;
  comment: string;
}

/**
 * Requests a new email for a client who no longer has access to the old one. An impostor has to persuade two members of
 * staff and to read mail at the new address; the owner of the old address can freeze the profile, and withdrawals are
 * paused in the meantime. Where two people claim the profile, the present address can be confirmed again.
 * @throws Refusal `staff.own_profile`, `auth.client_unknown`, `staff.is_staff`, `auth.same_email`,
 * `clients.email_taken`, those of the proof, `clients.other_administrator`, `reasons.not_open`,
 * `approvals.request_open`
 */
export async function changeEmail(
  app: App,
  me: Person,
  { client_id: clientId, email, reason, comment, ...proof }: Change,
): Promise<{ status: 'ok' }> {
  await checkNew(app.db, await lockPerson(app.db, me, clientId), { clientId, email });
  const take = await prove(app, me, proof);
  await app.db.tx(async (tx) => {
    await take(tx);
    await requireOtherAdministrator(tx, app, me, { clientId, action: 'clients.change_email' });
    await requestEmail(app, tx, me, await lockPerson(tx, me, clientId), { clientId, email, reason, comment });
  });
  return { status: 'ok' };
}

/**
 * Requests the new email of a client who is locked.
 * @throws Refusal `auth.same_email`, `clients.email_taken`, `reasons.not_open`, `approvals.request_open`
 */
export async function requestEmail(
  app: App,
  tx: Tx,
  by: Requester,
  present: Correctable,
  { clientId, email, reason, comment }: Pick<Change, 'email' | 'reason' | 'comment'> & { clientId: string },
): Promise<void> {
  await checkNew(tx, present, { clientId, email });
  const code = await chooseReason(tx, 'email_change', reason);
  const subject = { kind: 'email', key: null, clientId } as const;
  const value = sql`jsonb_build_object('email', ${email}::text, 'code', ${code}::text)`;
  const details = { from: present.email, to: email, code };
  await requestApproval(app, tx, by, { subject, value, reason: comment, details });
}

async function checkNew(
  db: Queries,
  { email: present, isDisputed }: Correctable,
  { clientId, email }: { clientId: string; email: string },
): Promise<void> {
  if (email === present && !isDisputed) throw refuseField('email', 'auth.same_email');
  if (await isTaken(db, email, clientId)) throw refuseField('email', 'clients.email_taken');
}

/** A new email that two members of staff agreed on: the link to it is sent only now. */
export const emailApproval = (app: App): ApprovalHandler => ({
  async apply(
    tx,
    me,
    { id: approvalRequestId, subject: { clientId }, was, value, reason: comment, authorId, author, mark },
  ) {
    if (clientId === null) throw new Error('an address is of a client');
    const { email, code } = value as { email: string; code: string };
    const { email: from } = was as { email: string };
    const target = await tx.maybeOne(sql`select from person where id = ${clientId} and blocked_at is null`);
    if (!target || (await isTaken(tx, email, clientId))) throw refuse('approvals.outdated');
    await insertEmailChange(tx, app, { clientId, email, staff: { requestedBy: authorId, approvalRequestId } });
    const action = 'clients.change_email';
    const details = { from, to: email, code, comment, proposed_by: author, ...mark };
    await writeAudit(tx, app.clock, { actorId: me.id, clientId, action, details });
    await notifyAdministrators(app, tx, me, { clientId, action });
  },
});
