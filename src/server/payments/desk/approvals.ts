import type { DeskAct } from '#contract/payment-names.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { refuse } from '#server/platform/refusal.ts';
import type { PaymentRow } from '../payment-row.ts';

/**
 * Adds one person's approval of an act, with the payment locked. The statement itself takes none from the client, from
 * the maker, or twice from the same person; the table's constraints hold the same.
 * @returns whether enough persons have approved by now
 * @throws Refusal `payments.approved_by_you`
 */
export async function approveAs(
  tx: Tx,
  staffId: string,
  act: DeskAct,
  payment: PaymentRow,
  at: Date,
): Promise<boolean> {
  const added = await tx.run(sql`
    insert into payment_approval (id, payment_id, client_id, created_by, act, staff_id, at)
    select ${newId()}, p.id, p.client_id, p.created_by, ${act}, ${staffId}, ${at}
    from payment p where p.id = ${payment.id} and p.client_id <> ${staffId} and p.created_by <> ${staffId}
    on conflict do nothing`);
  if (added === 0) throw refuse('payments.approved_by_you');
  const { approvals } = await tx.one<{ approvals: number }>(sql`
    select count(*)::int as approvals from payment_approval
    where payment_id = ${payment.id} and act = ${act} and withdrawn_at is null`);
  return approvals >= payment.approvalsNeeded;
}

/** Somebody else begins anew: what was approved so far counts no more. */
export async function withdrawApprovals(tx: Tx, payment: PaymentRow, at: Date): Promise<void> {
  await tx.run(sql`
    update payment_approval set withdrawn_at = ${at} where payment_id = ${payment.id} and withdrawn_at is null`);
}
