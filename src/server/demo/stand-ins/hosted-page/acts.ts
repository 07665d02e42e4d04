import type { Books } from './books.ts';
import { newId, type Chargeback, type Money, type Payment, type Refund } from './objects.ts';

/** What happens at the payer's or the bank's side; the pay page and the tests do it. */
export const acts = {
  pay(books: Books, payment: Payment): void {
    acts.process(books, payment);
    acts.confirm(books, payment);
  },
  /** The payer has done their part, and the bank decides. */
  process(books: Books, payment: Payment): void {
    open(payment);
    payment.status = 'processing';
    books.emit('payment.processing', payment);
  },
  confirm(books: Books, payment: Payment): void {
    receive(books, payment, payment);
  },
  /** A callback is ahead of what the payment says. */
  announce_early(books: Books, payment: Payment): void {
    acts.process(books, payment);
    books.emit('payment.paid', payment);
  },
  /** Less arrives than was asked for. */
  underpay(books: Books, payment: Payment): void {
    open(payment);
    receive(books, payment, { ...payment, amount: payment.amount - 1 });
  },
  /** Another currency arrives. */
  pay_otherwise(books: Books, payment: Payment): void {
    open(payment);
    receive(books, payment, { ...payment, currency: payment.currency === 'GBP' ? 'USD' : 'GBP' });
  },
  decline(books: Books, payment: Payment): void {
    open(payment);
    payment.status = 'failed';
    books.emit('payment.failed', payment);
  },
  expire(books: Books, payment: Payment): void {
    open(payment);
    payment.status = 'expired';
    books.emit('payment.expired', payment);
  },
  /** Paid although it had expired. */
  pay_late(books: Books, payment: Payment): void {
    receive(books, payment, payment);
  },
  warn(books: Books, payment: Payment): void {
    payment.suspect = true;
    books.emit('payment.suspect', payment);
  },
  dispute(books: Books, payment: Payment): void {
    const answerBy = new Date((books.now() + 7 * 86_400) * 1000).toISOString();
    const { amount, currency } = paidOf(payment);
    payment.chargebacks.push({
      id: newId('cb'),
      reason: 'fraudulent',
      status: 'opened',
      amount,
      currency,
      answer_by: answerBy,
    });
    books.emit('chargeback.opened', payment);
  },
  dispute_withdrawn: (books: Books, payment: Payment) => dispute(books, payment, 'taken'),
  dispute_won: (books: Books, payment: Payment) => dispute(books, payment, 'returned'),
  dispute_lost: (books: Books, payment: Payment) => dispute(books, payment, 'lost'),
  /** A refund that was made fails at the bank. */
  refund_fails(books: Books, payment: Payment): void {
    const refund = payment.refunds.at(-1);
    if (!refund) throw new Error('nothing was refunded');
    refund.status = 'failed';
    books.emit('refund.failed', payment);
  },
  /** The operator refunds on the pages of the provider. */
  refund_elsewhere(books: Books, payment: Payment): void {
    makeRefund(books, payment, { ...paidOf(payment), ref: null });
  },
} satisfies Record<string, (books: Books, payment: Payment) => void>;

export type Act = keyof typeof acts;

export function makeRefund(
  books: Books,
  payment: Payment,
  { ref, amount, currency }: Money & { ref: string | null },
): Refund {
  const refund: Refund = { id: newId('re'), ref, status: 'succeeded', amount, currency };
  payment.refunds.push(refund);
  books.emit('refund.succeeded', payment);
  return refund;
}

function open({ status }: Payment): void {
  if (status !== 'open' && status !== 'processing') throw new Error(`the payment is ${status}`);
}

function receive(books: Books, payment: Payment, { amount, currency }: Money): void {
  payment.status = 'paid';
  payment.paid = { amount, currency };
  payment.paid_with = {
    kind: 'card',
    label: 'Visa •••• 4242',
    fingerprint: 'card_4242',
    holder: 'Ida Berg',
    country: 'DE',
  };
  books.emit('payment.paid', payment);
}

function paidOf({ paid }: Payment): Money {
  if (!paid) throw new Error('nothing was paid');
  return paid;
}

function dispute(books: Books, payment: Payment, status: Chargeback['status']): void {
  const chargeback = payment.chargebacks.at(-1);
  if (!chargeback) throw new Error('nothing is disputed');
  chargeback.status = status;
  books.emit(`chargeback.${status}`, payment);
}
