import type { Events } from '#contract/modules.ts';
import type { App } from '#server/platform/app.ts';
import { ofClient } from '#server/platform/webhooks.ts';

/** What programs of the operator learn. */
export function publishPaymentsEvents({ webhooks }: App): void {
  const payment = ({ paymentId, number, amount, currency, ...who }: Events['payments.deposit_credited']) => ({
    ...ofClient(who),
    payment_id: paymentId,
    number,
    amount,
    currency,
  });
  const refused = (facts: Events['payments.deposit_rejected']) => ({ ...payment(facts), reason: facts.reason });
  webhooks.on('payments.deposit_cancelled', 'deposit.cancelled', payment);
  webhooks.on('payments.deposit_expired', 'deposit.expired', payment);
  webhooks.on('payments.deposit_credited', 'deposit.credited', payment);
  webhooks.on('payments.deposit_rejected', 'deposit.rejected', refused);
  webhooks.on('payments.deposit_refunded', 'deposit.refunded', refused);
  webhooks.on('payments.deposit_charged_back', 'deposit.charged_back', refused);
  webhooks.on('payments.deposit_reversed', 'deposit.reversed', refused);
  webhooks.on('payments.adjustment_reversed', 'adjustment.reversed', refused);
  webhooks.on('payments.withdrawal_expired', 'withdrawal.expired', payment);
  webhooks.on('payments.withdrawal_submitted', 'withdrawal.submitted', payment);
  webhooks.on('payments.withdrawal_approved', 'withdrawal.approved', payment);
  webhooks.on('payments.withdrawal_sent', 'withdrawal.sent', payment);
  webhooks.on('payments.withdrawal_completed', 'withdrawal.completed', payment);
  webhooks.on('payments.withdrawal_rejected', 'withdrawal.rejected', refused);
  webhooks.on('payments.withdrawal_cancelled', 'withdrawal.cancelled', payment);
  webhooks.on('payments.adjustment_posted', 'adjustment.posted', ({ category, takes, ...facts }) => ({
    ...payment(facts),
    category,
    direction: takes ? 'out' : 'in',
  }));
}
