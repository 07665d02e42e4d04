import type { QueueItem } from '#contract/payments/staff-endpoints.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { refuse } from '#server/platform/refusal.ts';
import { endRequests, moveOn } from '../lifecycle/move.ts';
import { mayFollow, voidStates } from '../rules.ts';
import { runAction, type Staff } from './run-action.ts';

/**
 * Assigns a request to the caller, or takes it over; the approvals of colleagues so far are then required again. A
 * deposit that had ended no longer counts towards the limits: it counts again when it is credited, if the limits allow
 * it then.
 * @throws Refusal `http.not_found`, `payments.own_request`, `payments.state`
 */
export function assignPayment(app: App, staff: Staff, body: { payment_id: string }): Promise<QueueItem> {
  const { me } = staff;
  return runAction(app, staff, 'assign', body, async (tx, payment) => {
    const at = app.clock.now();
    const review = payment.kind === 'deposit' ? 'under_review' : 'in_review';
    if (mayFollow(payment.kind, payment.state, review)) {
      const changes = sql`, reviewer_id = ${me.id} ${voidStates.includes(payment.state) ? sql`, counted_at = null` : sql``}`;
      await moveOn(app, tx, payment, review, { by: { kind: 'staff', id: me.id }, at, changes });
      return;
    }
    if (payment.state !== review) throw refuse('payments.state');
    await endRequests(tx, payment.id, at);
    await tx.run(sql`
      update payment set reviewer_id = ${me.id}, received = null where id = ${payment.id} and client_id <> ${me.id}`);
  });
}
