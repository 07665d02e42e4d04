import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { factsOf } from '../credit-wallet.ts';
import { moveOn, type Mover } from '../lifecycle/move.ts';
import type { PaymentRow } from '../payment-row.ts';

/** Once enough people have approved a withdrawal, or a rule has: the database checks that. */
export async function moveToApproved(
  app: App,
  tx: Tx,
  payment: PaymentRow,
  move: { by: Mover; at: Date },
): Promise<void> {
  await moveOn(app, tx, payment, 'approved', move);
  await app.outbox.emit(tx, 'payments.withdrawal_approved', factsOf(payment));
}
