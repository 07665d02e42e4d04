import type { PaymentInfo } from '#contract/payments/endpoints.ts';
import { releaseHold } from '#server/ledger/hold.ts';
import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { changeOwn, type OwnCall } from './change-own.ts';
import { entryContext, wholeFactsOf } from '../credit-wallet.ts';
import { cancelAtProvider } from '../providers/cancel-payment.ts';
import { moveOn, type Mover } from './move.ts';
import type { PaymentRow } from '../payment-row.ts';

/**
 * Cancels a request for its client: a withdrawal until it is approved, a deposit until it is marked as paid.
 * @throws Refusal `http.not_found`, `payments.state`
 */
export async function cancelPayment(app: App, call: OwnCall): Promise<PaymentInfo> {
  const info = await changeOwn(app, call, 'payments.cancel', async (tx, payment, move) => {
    await moveOn(app, tx, payment, 'cancelled', move);
    await releaseHeld(tx, payment, move);
    const eventName = payment.kind === 'deposit' ? 'payments.deposit_cancelled' : 'payments.withdrawal_cancelled';
    await app.outbox.emit(tx, eventName, wholeFactsOf(payment));
  });
  await cancelAtProvider(app, call.body.payment_id);
  return info;
}

/** Releases what a withdrawal has held, if it came that far. */
export async function releaseHeld(tx: Tx, payment: PaymentRow, move: { by: Mover; at: Date }): Promise<void> {
  if (!payment.holdId) return;
  await releaseHold(tx, payment.holdId, entryContext(payment, { key: 'release', kind: 'release', ...move }));
}
