import type { ProviderDispute, ProviderPayment } from '#server/platform/connections/ports/payments.ts';
import type { Chargeback, Payment } from './shapes.ts';

/** A payment as the service has it now, in our words. */
export function readPayment({ id, ref, status, live, paid, page, ...rest }: Payment): ProviderPayment {
  const { paid_with: used, suspect, refunds, chargebacks } = rest;
  return {
    id,
    ref,
    state: status === 'open' || status === 'processing' ? 'waiting' : status,
    received: paid ? moneyOf(paid) : null,
    instrument: used
      ? {
          kind: used.kind,
          label: used.label,
          fingerprint: used.fingerprint ?? null,
          holder: used.holder ?? null,
          country: used.country ?? null,
        }
      : null,
    live,
    refunds: refunds.map((each) => ({
      id: each.id,
      ref: each.ref ?? null,
      state: each.status,
      amount: moneyOf(each),
    })),
    disputes: chargebacks.map(disputeOf),
    isSuspect: suspect === true,
    page,
  };
}

const moneyOf = ({ amount, currency }: { amount: bigint; currency: string }) => ({ minor: amount, currency });

function disputeOf({ id, status, reason, answer_by: due, ...amount }: Chargeback): ProviderDispute {
  return {
    id,
    status,
    reason,
    amount: moneyOf(amount),
    isWithdrawn: status === 'taken' || status === 'lost',
    isClosed: status === 'returned' || status === 'lost',
    answerBy: due ? new Date(due) : null,
  };
}
