import type { AuditDetails } from '#contract/staff/audit-details.ts';
import type { PaymentAction } from '#contract/payments/names.ts';
import { checkApprover, type ApproverWorld } from '#server/platform/approvals/check-approver.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { signNewRow } from '#server/platform/secrets/row-macs.ts';
import { newId } from '#server/platform/id.ts';
import { refuse } from '#server/platform/refusal.ts';
import type { PaymentRow } from '../payment-row.ts';
import { checkUnchangedPayment, type Witnessed } from '../unchanged.ts';

/**
 * Adds one person's approval of an action, with the payment locked. The statement itself accepts none from the client,
 * from the maker, or twice from the same person; the table's constraints enforce the same.
 * @returns whether enough people have approved now, and what the audit log stores of it
 * @throws Refusal `payments.approved_by_you`, and as `approvalRefusals` lists them
 */
export async function approveAs(
  app: ApproverWorld,
  tx: Tx,
  staffId: string,
  action: PaymentAction,
  payment: Witnessed,
  { at, overrule }: { at: Date; overrule: string | undefined },
): Promise<{ done: boolean; mark: AuditDetails }> {
  checkUnchangedPayment(app, payment);
  const needed = await settleNeeded(tx, staffId, action, payment, at);
  const mark = await checkAuthors(app, tx, staffId, action, { ...payment, approvalsNeeded: needed }, { at, overrule });
  const id = newId();
  const added = await tx.run(sql`
    insert into payment_approval (id, payment_id, client_id, created_by, action, staff_id, at, overrule)
    select ${id}, p.id, p.client_id, p.created_by, ${action}, ${staffId}, ${at}, ${overrule ?? null}
    from payment p where p.id = ${payment.id} and p.client_id <> ${staffId} and p.created_by <> ${staffId}
    on conflict do nothing`);
  if (added === 0) throw refuse('payments.approved_by_you');
  await signNewRow(tx, app.config, 'payment_approval', sql`a.id = ${id}`);
  const { approvals } = await tx.one<{ approvals: number }>(sql`
    select count(*)::int as approvals from payment_approval
    where payment_id = ${payment.id} and action = ${action} and withdrawn_at is null`);
  return { done: approvals >= needed, mark };
}

/**
 * Stores with the payment how many people must approve the action. The first approver determines it: by their own
 * totals, and by the amount that they say has arrived. The trigger on `payment_approval` computes the same.
 */
async function settleNeeded(
  tx: Tx,
  staffId: string,
  action: PaymentAction,
  { id }: PaymentRow,
  at: Date,
): Promise<number> {
  const { needed } = await tx.one<{ needed: number }>(sql`
    update payment p set approvals_needed = case
      when exists (select from payment_approval a where a.payment_id = p.id and a.action = ${action} and a.withdrawn_at is null) then 2
      when second_approver_reason(p, ${action}, ${staffId}, ${at}) is null then 1 else 2 end
    where p.id = ${id} returning p.approvals_needed as needed`);
  return needed;
}

/**
 * For an action that needs two people: each approver must be allowed as second person after the maker and after each
 * earlier approver.
 */
async function checkAuthors(
  app: ApproverWorld,
  tx: Tx,
  staffId: string,
  action: PaymentAction,
  payment: Witnessed,
  { at, overrule }: { at: Date; overrule: string | undefined },
): Promise<AuditDetails> {
  const { id, kind, approvalsNeeded, approved } = payment;
  if (kind !== 'adjustment' && approvalsNeeded < 2) return {};
  const before = approved.filter((approval) => approval.action === action);
  const authors = [
    ...(kind === 'adjustment' ? [{ authorId: payment.createdBy, proposedAt: payment.createdAt }] : []),
    ...before.map((approval) => ({ authorId: approval.staffId, proposedAt: new Date(approval.at) })),
    { authorId: null, proposedAt: at },
  ];
  if (authors.some(({ authorId }) => authorId === staffId)) throw refuse('payments.approved_by_you');
  // Everything was approved before the check of the MACs.
  const { content, mac } = payment;
  const proposed = { table: 'payment', key: id, content, mac } as const;
  const marks: AuditDetails[] = [];
  for (const author of authors)
    marks.push(
      await checkApprover(app, tx, { kind: 'payment', proposed, ...author, approverId: staffId, at, overrule }),
    );
  return Object.assign({}, ...marks) as AuditDetails;
}

/** Another person takes the payment over: the approvals so far no longer count. */
export async function withdrawApprovals(tx: Tx, payment: PaymentRow, at: Date): Promise<void> {
  await tx.run(sql`
    update payment_approval set withdrawn_at = ${at} where payment_id = ${payment.id} and withdrawn_at is null`);
}
