import type { QueueItem } from '#contract/payments/staff-endpoints.ts';
import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { refuse } from '#server/platform/refusal.ts';
import { endRequests, moveOn } from '../lifecycle/move.ts';
import type { PaymentRow } from '../payment-row.ts';
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
    const review = reviewOf(payment);
    if (mayFollow(payment.kind, payment.state, review)) return void (await takeUp(app, tx, me.id, payment, at));
    if (payment.state !== review) throw refuse('payments.state');
    await endRequests(tx, payment.id, at);
    await tx.run(sql`
      update payment set reviewer_id = ${me.id}, received = null where id = ${payment.id} and client_id <> ${me.id}`);
  });
}

const reviewOf = ({ kind }: Pick<PaymentRow, 'kind'>) => (kind === 'deposit' ? 'under_review' : 'in_review');

/**
 * Takes a payment into review, with its lock held, and returns it as it then is.
 * @throws Refusal `payments.state` where it cannot be reviewed
 */
export async function takeUp<Row extends PaymentRow>(
  app: App,
  tx: Tx,
  staffId: string,
  payment: Row,
  at: Date,
): Promise<Row> {
  const isVoid = voidStates.includes(payment.state);
  const changes = sql`, reviewer_id = ${staffId} ${isVoid ? sql`, counted_at = null` : sql``}`;
  const state = reviewOf(payment);
  await moveOn(app, tx, payment, state, { by: { kind: 'staff', id: staffId }, at, changes });
  return { ...payment, state, reviewerId: staffId, countedAt: isVoid ? null : payment.countedAt };
}
