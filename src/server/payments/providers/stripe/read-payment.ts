import type { ProviderDispute, ProviderPayment } from '#server/platform/connections/ports/payments.ts';
import type { Charge, Dispute, PaidSession } from './shapes.ts';

/** A session with its payment as Stripe has them now, in our words. */
export function readPayment(session: PaidSession, disputes: readonly Dispute[], isSuspect: boolean): ProviderPayment {
  const paid = session.payment_intent;
  const charge = paid?.latest_charge ?? null;
  return {
    id: session.id,
    ref: session.client_reference_id ?? '',
    state: stateOf(session),
    received:
      paid && paid.amount_received > 0n ? { minor: paid.amount_received, currency: upper(paid.currency) } : null,
    instrument: charge && instrumentOf(charge),
    live: session.livemode,
    refunds: (charge?.refunds?.data ?? []).map(({ id, amount, currency, status, metadata }) => ({
      id,
      ref: metadata?.['ref'] ?? null,
      state: status === 'succeeded' ? 'succeeded' : status === 'failed' || status === 'canceled' ? 'failed' : 'pending',
      amount: { minor: amount, currency: upper(currency) },
    })),
    disputes: disputes.map(disputeOf),
    isSuspect,
  };
}

/** A complete session may still be unpaid: a bank debit pays or fails days later. */
function stateOf({ status, payment_status: paid, payment_intent: payment }: PaidSession): ProviderPayment['state'] {
  if (paid === 'paid' && payment?.status === 'succeeded') return 'paid';
  if (payment?.status === 'requires_capture') return 'held';
  if (status === 'expired') return 'expired';
  if (payment?.status === 'canceled') return 'failed';
  if (status === 'complete' && payment?.status === 'requires_payment_method') return 'failed';
  return 'waiting';
}

/** The money is gone while the entries of the balance sum to less than zero, whatever the events said and in which order. */
function disputeOf({ id, status, reason, amount, currency, ...rest }: Dispute): ProviderDispute {
  const due = rest.evidence_details?.due_by ?? null;
  return {
    id,
    status,
    reason,
    amount: { minor: amount, currency: upper(currency) },
    isWithdrawn: rest.balance_transactions.reduce((sum, entry) => sum + entry.amount, 0n) < 0n,
    isClosed: ['won', 'lost', 'warning_closed', 'prevented'].includes(status),
    answerBy: due === null ? null : new Date(due * 1000),
  };
}

function instrumentOf({
  payment_method_details: details,
  billing_details: billing,
}: Charge): ProviderPayment['instrument'] {
  if (!details) return null;
  const { type, card } = details;
  if (!card)
    return { kind: type, label: type.replaceAll('_', ' '), fingerprint: null, holder: billing.name, country: null };
  const brand = card.brand ?? 'card';
  return {
    kind: 'card',
    label: `${brand.slice(0, 1).toUpperCase()}${brand.slice(1)} •••• ${card.last4 ?? ''}`.trim(),
    fingerprint: card.fingerprint ?? null,
    holder: billing.name,
    country: card.country,
  };
}

const upper = (currency: string) => currency.toUpperCase();
