import type { AuditDetails } from '#contract/staff/audit-details.ts';
import type { QueueItem } from '#contract/payments/staff-endpoints.ts';
import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { chooseReason } from '#server/platform/reasons/choose-reason.ts';
import { releaseHeld } from '../lifecycle/cancel.ts';
import { factsOf, refusedFactsOf } from '../credit-wallet.ts';
import { stopOrder } from '../payouts/end-order.ts';
import { readOverdue } from '../payouts/overdue.ts';
import { readUndecided } from '../payouts/send-payout.ts';
import { bookBack } from '../withdrawals/book-back.ts';
import { checkHeldBack, readReported } from '../withdrawals/held-back.ts';
import { moveToApproved, payOut } from '../withdrawals/pay-out.ts';
import { moveOn } from '../lifecycle/move.ts';
import type { PaymentRow } from '../payment-row.ts';
import { checkApproved } from '../unchanged.ts';
import { act, expectState, runAction, type Staff } from './run-action.ts';
import { approveAs } from './approvals.ts';

interface Action {
  payment_id: string;
  note?: string | undefined;
  overrule?: string | undefined;
}

/**
 * Approves a withdrawal; above the threshold it is approved with the second person.
 * @throws Refusal `http.not_found`, `payments.own_request`, `payments.state`, `payments.restricted`, `payments.withdrawal_blocked`,
 * `payments.approved_by_you`, and as `approvalRefusals` lists them
 */
export function approveWithdrawal(app: App, staff: Staff, body: Action): Promise<QueueItem> {
  return runAction(app, staff, 'approve', body, async (tx, payment) => {
    expectState(payment, 'withdrawal', 'in_review');
    const at = app.clock.now();
    await checkHeldBack(app, tx, payment, at);
    if (body.note) await tx.run(sql`update payment set note = ${body.note} where id = ${payment.id}`);
    const { done, mark } = await approveAs(app, tx, staff.me.id, 'approve', payment, { at, overrule: body.overrule });
    if (!done) return mark;
    await moveToApproved(app, tx, payment, { by: { kind: 'staff', id: staff.me.id }, at });
    return mark;
  });
}

/**
 * Pays out what was held, by hand; also where a provider leaves its order unanswered, which is then never sent, or a bank
 * reports that it has paid it after all.
 * @throws Refusal `http.not_found`, `payments.own_request`, `payments.state`, `payments.payout_under_way`, `approvals.changed`,
 * `payments.restricted`, `payments.withdrawal_blocked`
 */
export async function markSent(
  app: App,
  staff: Staff,
  body: { payment_id: string; bank_reference?: string | undefined },
): Promise<QueueItem> {
  await readUndecided(app, body.payment_id);
  return runAction(app, staff, 'mark_sent', body, async (tx, payment) => {
    const [overdue, isReported] = [await readOverdue(tx, payment), await readReported(tx, payment)];
    const mayRecord = overdue?.isPaidOtherwise === true || isReported;
    expectState(payment, 'withdrawal', 'approved', ...(mayRecord ? (['ordered'] as const) : []));
    checkApproved(app, payment);
    const move = { by: { kind: 'staff', id: staff.me.id }, at: app.clock.now() } as const;
    // What a bank has paid by its file is recorded whatever has become of the client since.
    if (!isReported || payment.state === 'approved') await checkHeldBack(app, tx, payment, move.at, isReported);
    await stopOrder(tx, payment, move.at);
    await payOut(app, tx, payment, { ...move, bankReference: body.bank_reference ?? null });
  });
}

/** @throws Refusal `http.not_found`, `payments.own_request`, `payments.state` */
export function completeWithdrawal(app: App, staff: Staff, body: { payment_id: string }): Promise<QueueItem> {
  return runAction(app, staff, 'complete', body, (tx, payment) => complete(app, tx, staff.me.id, payment));
}

/** The same for what a statement of the bank shows as paid. @throws Refusal as `completeWithdrawal` */
export async function completePaid(app: App, tx: Tx, staffId: string, paymentId: string): Promise<void> {
  await act(app, tx, staffId, { action: 'complete', paymentId }, (_, payment) => complete(app, tx, staffId, payment));
}

async function complete(app: App, tx: Tx, staffId: string, payment: PaymentRow): Promise<void> {
  expectState(payment, 'withdrawal', 'sent');
  await moveOn(app, tx, payment, 'completed', { by: { kind: 'staff', id: staffId }, at: app.clock.now() });
  await app.outbox.emit(tx, 'payments.withdrawal_completed', factsOf(payment));
}

/**
 * Returns the money to the client: what is still held is released; what was sent is booked back, fee included, once two
 * people have said that it came back. An order that a provider leaves unanswered takes two people as well, and so does a
 * withdrawal that is reported as paid.
 * @throws Refusal `http.not_found`, `payments.own_request`, `payments.state`, `payments.payout_under_way`, `reasons.not_open`,
 * `payments.approved_by_you`, and as `approvalRefusals` lists them
 */
export async function failWithdrawal(app: App, staff: Staff, body: Action & { reason: string }): Promise<QueueItem> {
  await readUndecided(app, body.payment_id);
  return runAction(app, staff, 'fail', body, async (tx, payment) => {
    const overdue = await readOverdue(tx, payment);
    expectState(payment, 'withdrawal', 'approved', 'sent', ...(overdue ? (['ordered'] as const) : []));
    const reason = await chooseReason(tx, 'failure', body.reason);
    const move = { by: { kind: 'staff', id: staff.me.id }, at: app.clock.now() } as const;
    const changes = sql`, reason = ${reason}, note = coalesce(${body.note ?? null}, note)`;
    const marks: AuditDetails = { purpose: 'failure', reason_code: reason };
    const isReported = await readReported(tx, payment);
    if (payment.state !== 'approved' || isReported) {
      const { at } = move;
      const { done, mark } = await approveAs(app, tx, staff.me.id, 'fail', payment, { at, overrule: body.overrule });
      Object.assign(marks, mark);
      if (!done) return marks;
    }
    await stopOrder(tx, payment, move.at);
    await (payment.state === 'sent' ? bookBack(tx, payment, move) : releaseHeld(tx, payment, move));
    await moveOn(app, tx, payment, 'failed', { ...move, changes });
    await app.outbox.emit(tx, 'payments.withdrawal_rejected', refusedFactsOf(payment, reason));
    return marks;
  });
}
