import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { refuse } from '#server/platform/refusal.ts';
import { moveOn } from '../lifecycle/move.ts';
import type { PaymentRow } from '../payment-row.ts';
import { addFinding } from '../providers/findings.ts';
import { nextWatch } from '../providers/pauses.ts';
import { answerOf, readPayout } from './payout-row.ts';

/**
 * Ends an order by which nothing was paid, with its payment locked. The withdrawal is approved as before, and staff, who
 * see why, pay it otherwise or return the money.
 */
export async function endOrder(
  app: App,
  tx: Tx,
  payment: PaymentRow,
  { reference, answer }: { reference: string; answer: string },
): Promise<void> {
  const at = app.clock.now();
  await endCall(tx, reference);
  const ended = await closeOrder(tx, { reference, answer, at });
  if (ended === 0) return;
  await addFinding(app, tx, { paymentId: payment.id, kind: 'not_started', subject: reference, at });
  if (payment.state === 'ordered') await moveOn(app, tx, payment, 'approved', { by: { kind: 'system' }, at });
}

/** The answer of a call is known. */
export const endCall = (tx: Tx, reference: string): Promise<number> =>
  tx.run(
    sql`update provider_payout set call_ends_at = null where reference = ${reference} and call_ends_at is not null`,
  );

/**
 * Staff decide about a withdrawal, with its payment locked: its order, as long as it has not left, is never sent any more.
 * @throws Refusal `payments.payout_under_way` while a call may be paying it
 */
export async function stopOrder(tx: Tx, { id }: PaymentRow, at: Date): Promise<void> {
  const order = await readPayout(tx, sql`o.payment_id = ${id} and o.state in ('calling', 'accepted') for update of o`);
  if (!order) return;
  if (order.callEndsAt !== null && order.callEndsAt > at) throw refuse('payments.payout_under_way');
  await closeOrder(tx, { reference: order.reference, answer: null, at });
}

/**
 * What was called for is read again now and then, as its provider may still pay it.
 * @returns 1, or 0 when it has ended before or the money has left
 */
export const closeOrder = (
  tx: Tx,
  { reference, answer, at }: { reference: string; answer: string | null; at: Date },
): Promise<number> =>
  tx.run(sql`
    update provider_payout set state = 'failed', answer = coalesce(${answerOf(answer ?? '')}, answer), ended_at = ${at},
      next_at = case when attempts > 0 then ${nextWatch(at, at)}::timestamptz end
    where reference = ${reference} and state in ('calling', 'accepted')`);
