import type { QueueItem } from '#contract/payments-staff.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { refuse } from '#server/platform/refusal.ts';
import { moveOn } from '../move.ts';
import { mayFollow, voidStates } from '../rules.ts';
import { deskAct, type Staff } from './run-action.ts';
import { withdrawApprovals } from './approvals.ts';

/**
 * Begins to work on a request, or takes it over; what a colleague has approved so far is asked for anew then. A deposit that
 * had ended has left its room in the limits to others: it counts again when it is credited, if there is room by then.
 * @throws Refusal `http.not_found`, `payments.own_request`, `payments.state`
 */
export function takePayment(app: App, staff: Staff, body: { payment_id: string }): Promise<QueueItem> {
  const { me } = staff;
  return deskAct(app, staff, 'take', body, async (tx, payment) => {
    const at = app.clock.now();
    const review = payment.kind === 'deposit' ? 'under_review' : 'in_review';
    if (mayFollow(payment.kind, payment.state, review)) {
      const changes = sql`, reviewer_id = ${me.id} ${voidStates.includes(payment.state) ? sql`, counted_at = null` : sql``}`;
      await moveOn(app, tx, payment, review, { by: { kind: 'staff', id: me.id }, at, changes });
      return;
    }
    if (payment.state !== review) throw refuse('payments.state');
    await withdrawApprovals(tx, payment, at);
    await tx.run(sql`
      update payment set reviewer_id = ${me.id}, received = null where id = ${payment.id} and client_id <> ${me.id}`);
  });
}
