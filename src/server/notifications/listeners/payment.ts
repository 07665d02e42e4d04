import type { Events } from '#contract/modules.ts';
import { fromDecimal } from '#contract/kernel/money.ts';
import { showDestination } from '#server/payments/emailed-secrets.ts';
import type { App } from '#server/platform/app.ts';
import { withText } from '#server/platform/reasons/format-reason.ts';
import type { ReasonPurpose } from '#contract/reasons/names.ts';
import { notifierOf } from '../notify.ts';
import { amount, reasonsOf, words, type Params } from '../params.ts';

type Facts = Events['payments.deposit_credited'];

/** Notifies of changes to deposits, withdrawals, adjustments and destinations. */
export function paymentListeners(app: App): void {
  const about = <Kind extends string>(kind: Kind, facts: Facts, more: Params = {}) => ({
    to: facts.clientId,
    kind,
    path: `/payments/${facts.paymentId}`,
    params: {
      number: facts.number,
      amount: amount(fromDecimal(facts.amount, facts.currency), facts.currency),
      ...more,
    },
    about: facts.paymentId,
  });
  notifierOf(app, 'payments.deposit_credited', (facts) => about('deposit_credited', facts));
  notifierOf(app, 'payments.deposit_expired', (facts) => about('deposit_expired', facts));
  notifierOf(app, 'payments.withdrawal_expired', (facts) => about('withdrawal_expired', facts));
  notifierOf(app, 'payments.withdrawal_submitted', (facts) => about('withdrawal_submitted', facts));
  notifierOf(app, 'payments.withdrawal_approved', (facts) => about('withdrawal_approved', facts));
  notifierOf(app, 'payments.withdrawal_sent', (facts) => about('withdrawal_sent', facts));
  notifierOf(app, 'payments.withdrawal_completed', (facts) => about('withdrawal_completed', facts));
  notifierOf(app, 'payments.adjustment_posted', (facts) =>
    about(facts.takes ? 'adjustment_taken' : 'adjustment_given', facts, {
      currency: facts.currency,
      why: words(`payments.category_${facts.category}`),
    }),
  );
  notifierOf(app, 'payments.withdrawal_code_requested', (facts) => about('withdrawal_code', facts));

  // The purpose selects the text of each reason. These emails have a separate slot for it.
  const why = async (purpose: ReasonPurpose, { reason }: Events['payments.deposit_rejected']) => ({
    why: reasonsOf(await withText(app.db, purpose, reason)),
    advice: '',
  });
  notifierOf(app, 'payments.deposit_rejected', async (facts) =>
    about('deposit_rejected', facts, await why('deposit', facts)),
  );
  notifierOf(app, 'payments.withdrawal_rejected', async (facts) =>
    about('withdrawal_rejected', facts, await why('withdrawal', facts)),
  );
  notifierOf(app, 'payments.deposit_refunded', async (facts) =>
    about('deposit_refunded', facts, await why('refund', facts)),
  );
  notifierOf(app, 'payments.deposit_charged_back', async (facts) =>
    about('deposit_charged_back', facts, await why('charge_back', facts)),
  );
  notifierOf(app, 'payments.deposit_reversed', async (facts) =>
    about('deposit_reversed', facts, await why('reversal', facts)),
  );
  notifierOf(app, 'payments.adjustment_reversed', async (facts) =>
    about('adjustment_reversed', facts, await why('reversal', facts)),
  );

  notifierOf(app, 'payments.destination_added', async ({ clientId, destinationId }) => {
    const destination = await showDestination(app, destinationId);
    if (!destination) return undefined;
    const path = '/payments/destinations';
    return { to: clientId, kind: 'destination_confirm', path, params: destination, about: destinationId };
  });
}
