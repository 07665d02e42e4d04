import type { Money } from '#server/platform/connections/outcome.ts';
import type { ProviderDispute, ProviderPayment, ProviderRefund } from '#server/platform/connections/ports/payments.ts';
import { fromAdyen } from './amounts.ts';
import type { Item, KeptItem } from './shapes.ts';

// Nothing here depends on the order in which items came: they are counted, whatever came first.

/** An authorised payment is not collected after all. */
const ended: ReadonlySet<string> = new Set(['CAPTURE_FAILED', 'CANCELLATION', 'TECHNICAL_CANCEL', 'EXPIRE']);
const refunds = ['REFUND', 'CANCEL_OR_REFUND'];
const refundsFailed = ['REFUND_FAILED', 'REFUNDED_REVERSED'];
const withdrawn = ['CHARGEBACK', 'SECOND_CHARGEBACK'];
const returned = ['CHARGEBACK_REVERSED'];
const closed = [...returned, 'SECOND_CHARGEBACK', 'PREARBITRATION_WON', 'PREARBITRATION_LOST'];
const disputes = ['NOTIFICATION_OF_CHARGEBACK', 'REQUEST_FOR_INFORMATION', ...withdrawn, ...closed];

const isDone = ({ success }: Item) => success === 'true';

/** The payments that were authorised with our reference: usually one. */
export const authorised = (items: readonly KeptItem[], ref: string): KeptItem[] =>
  items.filter(({ item }) => item.eventCode === 'AUTHORISATION' && isDone(item) && item.merchantReference === ref);

/** Those of them that can be refunded. */
export const collected = (items: readonly KeptItem[], payments: readonly KeptItem[]): KeptItem[] =>
  payments.filter((payment) => !about(items, payment).some((item) => isDone(item) && ended.has(item.eventCode)));

/**
 * Items with our reference that name no payment, as Adyen's own examples of `EXPIRE` and `SECOND_CHARGEBACK` do not. They are
 * about the only one that was authorised.
 */
export function adopted(named: readonly KeptItem[], payments: readonly KeptItem[]): KeptItem[] {
  const [payment, another] = payments;
  if (!payment || another) return [];
  const originalReference = payment.item.pspReference;
  return named.flatMap(({ live, item }) =>
    item.eventCode === 'AUTHORISATION' || item.originalReference
      ? []
      : [{ live, item: { ...item, originalReference } }],
  );
}

/**
 * A payment by everything that Adyen has signed about it; null when nothing was authorised.
 * @param items of our merchant account, each once
 */
export function readItems(
  items: readonly KeptItem[],
  ref: string,
  { isCapturedByHand }: { isCapturedByHand: boolean },
): Omit<ProviderPayment, 'id'> | null {
  const payments = authorised(items, ref);
  const [first] = payments;
  if (!first) return null;
  const whole = collected(items, payments);
  // By hand a part of a payment may be captured, and only that comes.
  const paid = whole.flatMap((payment) =>
    isCapturedByHand
      ? about(items, payment).filter((item) => item.eventCode === 'CAPTURE' && isDone(item))
      : [payment.item],
  );
  const related = payments.flatMap((payment) => about(items, payment));
  return {
    ref,
    state: paid.length > 0 ? 'paid' : whole.length > 0 ? 'waiting' : 'failed',
    received: sumOf(paid),
    instrument: instrumentOf(first.item),
    live: payments.every(({ live }) => live === 'true'),
    refunds: refundsOf(related, ref),
    disputes: [...disputesOf(related), ...uncollected(items, payments, whole.length === 0)],
    isSuspect: related.some(({ eventCode }) => eventCode === 'NOTIFICATION_OF_FRAUD'),
  };
}

const about = (items: readonly KeptItem[], { item: payment }: KeptItem): Item[] =>
  items.flatMap(({ item }) => (item.originalReference === payment.pspReference ? [item] : []));

const moneyOf = ({ amount }: Item): Money | null => (amount ? fromAdyen(amount) : null);

/** Null unless all are of one currency: what cannot be added up is not what was asked for. */
function sumOf(paid: readonly Item[]): Money | null {
  const amounts = paid.map(moneyOf);
  const [first] = amounts;
  if (!first || amounts.some((amount) => amount?.currency !== first.currency)) return null;
  return { minor: amounts.reduce((sum, amount) => sum + (amount?.minor ?? 0n), 0n), currency: first.currency };
}

/** Groups items by what they have in common, and leaves out those whose amount we cannot say, or that are about none. */
function grouped(items: readonly Item[], codes: readonly string[], keyOf: (item: Item) => string) {
  const groups = new Map<string, { items: Item[]; amount: Money }>();
  for (const item of items) {
    const amount = moneyOf(item);
    if (!amount || amount.minor <= 0n || !codes.includes(item.eventCode)) continue;
    const key = keyOf(item);
    const group = groups.get(key) ?? { items: [], amount };
    group.items.push(item);
    groups.set(key, group);
  }
  return [...groups];
}

/** A refund bears our reference of it where Adyen repeats that, and else the payment's. */
function refundsOf(items: readonly Item[], paymentRef: string): ProviderRefund[] {
  const own = ({ merchantReference: ref }: Item) => (ref === paymentRef || ref === '' ? null : ref);
  return grouped(items, [...refunds, ...refundsFailed], (item) => own(item) ?? item.pspReference).map(
    ([, { items: said, amount }]) => ({
      id: said.find(({ eventCode }) => refunds.includes(eventCode))?.pspReference ?? said[0]?.pspReference ?? '',
      ref: said.map(own).find((ref) => ref !== null) ?? null,
      state: said.some((item) => (refunds.includes(item.eventCode) ? !isDone(item) : isDone(item)))
        ? 'failed'
        : 'succeeded',
      amount,
    }),
  );
}

function disputesOf(items: readonly Item[]): ProviderDispute[] {
  const count = (said: readonly Item[], codes: readonly string[]) =>
    said.filter(({ eventCode }) => codes.includes(eventCode)).length;
  return grouped(items.filter(isDone), disputes, ({ pspReference }) => pspReference).map(
    ([id, { items: said, amount }]) => {
      // What is shown; none of it is signed, so nothing is decided by it.
      const last = said.toSorted((a, b) => disputes.indexOf(a.eventCode) - disputes.indexOf(b.eventCode)).at(-1);
      const due = Date.parse(
        said.findLast((item) => item.additionalData?.['defensePeriodEndsAt'])?.additionalData?.[
          'defensePeriodEndsAt'
        ] ?? '',
      );
      return {
        id,
        status: last?.eventCode ?? '',
        reason: last?.reason || (last?.eventCode ?? ''),
        amount,
        isWithdrawn: count(said, withdrawn) > count(said, returned),
        isClosed: count(said, closed) > 0,
        answerBy: Number.isNaN(due) ? null : new Date(due),
      };
    },
  );
}

/**
 * Money that was credited when it was authorised, and did not come: it is taken back like disputed money, unless another
 * payment with our reference did come.
 */
function uncollected(
  items: readonly KeptItem[],
  payments: readonly KeptItem[],
  isWithdrawn: boolean,
): ProviderDispute[] {
  return payments.flatMap((payment) => {
    const end = about(items, payment).find((item) => isDone(item) && ended.has(item.eventCode));
    const amount = moneyOf(payment.item);
    if (!end || !amount) return [];
    const { pspReference: id, eventCode, reason } = end;
    return [
      { id, status: eventCode, reason: reason || eventCode, amount, isWithdrawn, isClosed: true, answerBy: null },
    ];
  });
}

/** As the client knows it. None of it is signed, so the card is not recognised by it. */
function instrumentOf({ paymentMethod, additionalData }: Item): ProviderPayment['instrument'] {
  const last4 = additionalData?.['cardSummary'];
  const name = (paymentMethod ?? 'card').replaceAll('_', ' ');
  const label = `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;
  return {
    kind: last4 ? 'card' : name,
    label: last4 ? `${label} •••• ${last4}` : label,
    fingerprint: null,
    holder: additionalData?.['cardHolderName'] ?? null,
    country: additionalData?.['cardIssuingCountry'] ?? null,
  };
}
