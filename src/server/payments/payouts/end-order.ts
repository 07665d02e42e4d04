import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { moveOn } from '../lifecycle/move.ts';
import type { PaymentRow } from '../payment-row.ts';
import { addFinding } from '../providers/findings.ts';
import { answerOf } from './payout-row.ts';

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
  const ended = await closeOrder(tx, { reference, answer, at });
  if (ended === 0) return;
  await addFinding(app, tx, { paymentId: payment.id, kind: 'not_started', subject: reference, at });
  if (payment.state === 'ordered') await moveOn(app, tx, payment, 'approved', { by: { kind: 'system' }, at });
}

/** @returns 1, or 0 when it has ended before or the money has left */
export const closeOrder = (
  tx: Tx,
  { reference, answer, at }: { reference: string; answer: string | null; at: Date },
): Promise<number> =>
  tx.run(sql`
    update provider_payout set state = 'failed', answer = coalesce(${answerOf(answer ?? '')}, answer), ended_at = ${at}, next_at = null
    where reference = ${reference} and state in ('calling', 'accepted')`);
