import type { QueueItem } from '#contract/payments/staff-endpoints.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { refuse } from '#server/platform/refusal.ts';
import { chooseReason } from '#server/platform/reasons/choose-reason.ts';
import { releaseHeld } from '../lifecycle/cancel.ts';
import { refusedFactsOf } from '../credit-wallet.ts';
import { moveOn } from '../lifecycle/move.ts';
import { mayFollow } from '../rules.ts';
import { runAction, type Staff } from './run-action.ts';

interface Rejection {
  payment_id: string;
  reason: string;
  note?: string | undefined;
}

/**
 * Turns a deposit or a withdrawal down; what was held is available again, and the client reads the reason.
 * @throws Refusal `http.not_found`, `payments.own_request`, `payments.state`, `reasons.not_open`
 */
export function rejectPayment(app: App, staff: Staff, body: Rejection): Promise<QueueItem> {
  return runAction(app, staff, 'reject', body, async (tx, payment) => {
    const { kind, state } = payment;
    if (kind === 'adjustment' || !mayFollow(kind, state, 'rejected')) throw refuse('payments.state');
    const reason = await chooseReason(tx, kind, body.reason);
    const move = { by: { kind: 'staff', id: staff.me.id }, at: app.clock.now() } as const;
    await releaseHeld(tx, payment, move);
    const changes = sql`, reason = ${reason}, note = coalesce(${body.note ?? null}, note)`;
    await moveOn(app, tx, payment, 'rejected', { ...move, changes });
    const eventName = kind === 'deposit' ? 'payments.deposit_rejected' : 'payments.withdrawal_rejected';
    await app.outbox.emit(tx, eventName, refusedFactsOf(payment, reason));
    return { purpose: kind, reason_code: reason };
  });
}
