import type { AuditDetails } from '#contract/audit-details.ts';
import type { DeskAct } from '#contract/payment-names.ts';
import { checkApprover, type ApproverWorld } from '#server/platform/approvals/check-approver.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { sealNew } from '#server/platform/row-macs.ts';
import { newId } from '#server/platform/id.ts';
import { refuse } from '#server/platform/refusal.ts';
import type { PaymentRow } from '../payment-row.ts';
import { checkUnchangedPayment, type Witnessed } from '../unchanged.ts';

/**
 * Adds one person's approval of an act, with the payment locked. The statement itself takes none from the client, from
 * the maker, or twice from the same person; the table's constraints hold the same.
 * @returns whether enough people have approved by now, and what the audit log keeps of it
 * @throws Refusal `payments.approved_by_you`, and as `approvalRefusals` lists them
 */
export async function approveAs(
  app: ApproverWorld,
  tx: Tx,
  staffId: string,
  act: DeskAct,
  payment: Witnessed,
  { at, overrule }: { at: Date; overrule: string | undefined },
): Promise<{ done: boolean; mark: AuditDetails }> {
  checkUnchangedPayment(app, payment);
  const needed = await settleNeeded(tx, staffId, act, payment, at);
  const mark = await checkAuthors(app, tx, staffId, act, { ...payment, approvalsNeeded: needed }, { at, overrule });
  const id = newId();
  const added = await tx.run(sql`
    insert into payment_approval (id, payment_id, client_id, created_by, act, staff_id, at, overrule)
    select ${id}, p.id, p.client_id, p.created_by, ${act}, ${staffId}, ${at}, ${overrule ?? null}
    from payment p where p.id = ${payment.id} and p.client_id <> ${staffId} and p.created_by <> ${staffId}
    on conflict do nothing`);
  if (added === 0) throw refuse('payments.approved_by_you');
  await sealNew(tx, app.config, 'payment_approval', sql`a.id = ${id}`);
  const { approvals } = await tx.one<{ approvals: number }>(sql`
    select count(*)::int as approvals from payment_approval
    where payment_id = ${payment.id} and act = ${act} and withdrawn_at is null`);
  return { done: approvals >= needed, mark };
}

/**
 * Keeps with the payment how many must approve the act. The first who approves it decides that: their own sums count, and the
 * amount that they say has arrived. The trigger on `payment_approval` reckons the same.
 */
async function settleNeeded(tx: Tx, staffId: string, act: DeskAct, { id }: PaymentRow, at: Date): Promise<number> {
  const { needed } = await tx.one<{ needed: number }>(sql`
    update payment p set approvals_needed = case
      when exists (select from payment_approval a where a.payment_id = p.id and a.act = ${act} and a.withdrawn_at is null) then 2
      when second_approver_because(p, ${act}, ${staffId}, ${at}) is null then 1 else 2 end
    where p.id = ${id} returning p.approvals_needed as needed`);
  return needed;
}

/** Of what takes two: each who approves is the second to whoever proposed it, and to whoever approved before. */
async function checkAuthors(
  app: ApproverWorld,
  tx: Tx,
  staffId: string,
  act: DeskAct,
  payment: Witnessed,
  { at, overrule }: { at: Date; overrule: string | undefined },
): Promise<AuditDetails> {
  const { id, kind, approvalsNeeded, approved } = payment;
  if (kind !== 'adjustment' && approvalsNeeded < 2) return {};
  const before = approved.filter((approval) => approval.act === act);
  const authors = [
    ...(kind === 'adjustment' ? [{ authorId: payment.createdBy, proposedAt: payment.createdAt }] : []),
    ...before.map((approval) => ({ authorId: approval.staffId, proposedAt: new Date(approval.at) })),
    { authorId: null, proposedAt: at },
  ];
  if (authors.some(({ authorId }) => authorId === staffId)) throw refuse('payments.approved_by_you');
  // Of all that was approved before it was looked whether it is as it was written.
  const { content, mac } = payment;
  const proposed = { table: 'payment', key: id, content, mac } as const;
  const marks: AuditDetails[] = [];
  for (const author of authors)
    marks.push(
      await checkApprover(app, tx, { kind: 'payment', proposed, ...author, approverId: staffId, at, overrule }),
    );
  return Object.assign({}, ...marks) as AuditDetails;
}

/** Somebody else begins anew: what was approved so far counts no more. */
export async function withdrawApprovals(tx: Tx, payment: PaymentRow, at: Date): Promise<void> {
  await tx.run(sql`
    update payment_approval set withdrawn_at = ${at} where payment_id = ${payment.id} and withdrawn_at is null`);
}
