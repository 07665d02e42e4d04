import type { Money } from '#server/platform/connections/outcome.ts';
import type { RailPayout } from '#server/platform/connections/ports/payouts.ts';
import type { OutboundPayment, StripeAmount, Transaction } from './shapes.ts';

/** A payment by Stripe, with what else was read about it, as a payout. */
export function readPayout(
  of: OutboundPayment,
  { payee, entries, now }: { payee: RailPayout['payee']; entries: readonly Transaction[]; now: Date },
): RailPayout {
  const { id, status, status_details: details } = of;
  const reason = details?.failed ?? details?.returned ?? details?.processing;
  return {
    id,
    state: stateOf(of, now),
    isAssumed: true,
    amount: amountOf(of),
    back: backOf(of, entries),
    payee,
    answer: [status, reason?.reason].filter(Boolean).join(': '),
  };
}

/** Money that was posted has left. Stripe does not say that it has arrived, so it counts as arrived from the day on which Stripe expects that. */
export function stateOf(
  { status, status_transitions: at, expected_arrival_date: arrival }: OutboundPayment,
  now: Date,
): RailPayout['state'] {
  if (status === 'returned') return 'returned';
  if (status === 'failed' || status === 'canceled') return at?.posted_at ? 'returned' : 'failed';
  // A status that we do not know decides nothing.
  if (status !== 'posted') return 'accepted';
  return arrival && Date.parse(arrival) <= now.getTime() ? 'completed' : 'sent';
}

/** What is paid: what was asked for, unless less or something else leaves or arrives. */
function amountOf({ amount, from, to }: OutboundPayment): Money {
  const other = [to.credited, from.debited].find((each) => !isSame(each, amount));
  return moneyOf(other ?? amount);
}

const isSame = (one: StripeAmount, other: StripeAmount): boolean =>
  one.value === other.value && one.currency === other.currency;

const moneyOf = ({ value, currency }: StripeAmount): Money => ({ minor: value, currency: currency.toUpperCase() });

/** What the operator's account got again; null where no entry says so. */
function backOf({ id, amount }: OutboundPayment, entries: readonly Transaction[]): Money | null {
  const back = entries.filter(
    ({ category, flow, balance_impact: { available } }) =>
      category === 'outbound_payment_reversal' &&
      flow?.outbound_payment === id &&
      available.currency === amount.currency &&
      available.value > 0n,
  );
  if (back.length === 0) return null;
  return moneyOf({ ...amount, value: back.reduce((sum, each) => sum + each.balance_impact.available.value, 0n) });
}
