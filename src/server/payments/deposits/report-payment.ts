import type { PaymentInfo } from '#contract/payments/endpoints.ts';
import type { App } from '#server/platform/app.ts';
import { refuse } from '#server/platform/refusal.ts';
import { changeOwn, type OwnCall } from '../lifecycle/change-own.ts';
import { moveOn } from '../lifecycle/move.ts';
import { isByProvider } from '../methods.ts';

/**
 * Notes that the client has sent the money of a deposit.
 * @throws Refusal `http.not_found`, `payments.state`
 */
export function reportPayment(app: App, call: OwnCall): Promise<PaymentInfo> {
  return changeOwn(app, call, 'payments.mark_as_paid', async (tx, payment, move) => {
    // An expired one is brought back by staff alone, when the money has come; of a card the provider says so.
    if (payment.state !== 'awaiting_payment' || isByProvider(payment.method)) throw refuse('payments.state');
    await moveOn(app, tx, payment, 'under_review', move);
  });
}
