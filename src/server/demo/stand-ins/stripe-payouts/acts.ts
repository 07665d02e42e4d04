import type { Books, OutboundPayment } from './books.ts';

/** What happens at Stripe and at the bank of the client. */
export const acts = {
  /** Money leaves the account. */
  post(books: Books, payment: OutboundPayment): void {
    expect(payment, 'processing');
    payment.status = 'posted';
    payment.cancelable = false;
    payment.status_transitions = { ...payment.status_transitions, posted_at: books.time };
    const { value, currency } = payment.from.debited;
    books.book(payment, 'outbound_payment', { value: -value, currency });
    books.tell(payment, 'posted');
  },
  /** The day on which it is expected has come. */
  arrive(books: Books, payment: OutboundPayment): void {
    if (payment.status === 'processing') acts.post(books, payment);
    expect(payment, 'posted');
    payment.expected_arrival_date = books.time;
    books.tell(payment, 'updated');
  },
  /** Stripe looks into it. */
  review(books: Books, payment: OutboundPayment): void {
    expect(payment, 'processing');
    payment.status_details = { processing: { reason: 'under_review' } };
    books.tell(payment, 'under_review');
  },
  fail(books: Books, payment: OutboundPayment): void {
    expect(payment, 'processing');
    payment.status = 'failed';
    payment.status_details = { failed: { reason: 'payout_method_declined' } };
    payment.status_transitions = { failed_at: books.time };
    books.tell(payment, 'failed');
  },
  cancel(books: Books, payment: OutboundPayment): void {
    expect(payment, 'processing');
    payment.status = 'canceled';
    payment.status_transitions = { canceled_at: books.time };
    books.tell(payment, 'canceled');
  },
  return(books: Books, payment: OutboundPayment): void {
    sendBack(books, payment, payment.amount.value);
  },
  /** The banks on the way keep a fee. */
  return_less(books: Books, payment: OutboundPayment): void {
    sendBack(books, payment, payment.amount.value - 100);
  },
  /** It says that it came back, and no entry of the account does. */
  return_unbooked(books: Books, payment: OutboundPayment): void {
    sendBack(books, payment, 0);
  },
  /** The entry comes later than the event, and without one of its own. */
  book_return(books: Books, payment: OutboundPayment): void {
    expect(payment, 'returned');
    books.book(payment, 'outbound_payment_reversal', payment.amount);
  },
  /** A fee is taken from what arrives. */
  credit_less(books: Books, payment: OutboundPayment): void {
    const { credited } = payment.to;
    payment.to = { ...payment.to, credited: { ...credited, value: credited.value - 100 } };
    acts.post(books, payment);
  },
  /** More leaves the account than was ordered. */
  debit_more(books: Books, payment: OutboundPayment): void {
    const { debited } = payment.from;
    payment.from = { ...payment.from, debited: { ...debited, value: debited.value + 100 } };
    acts.post(books, payment);
  },
  credit_otherwise(books: Books, payment: OutboundPayment): void {
    const { credited } = payment.to;
    payment.to = { ...payment.to, credited: { ...credited, currency: credited.currency === 'eur' ? 'usd' : 'eur' } };
    acts.post(books, payment);
  },
  pay_another(books: Books, payment: OutboundPayment): void {
    const recipient = books.recipients.get(payment.to.recipient);
    if (!recipient) throw new Error('no recipient');
    const other = structuredClone(recipient);
    other.id = `${recipient.id}x`;
    other.identity.individual = { given_name: 'Nora', surname: 'Other' };
    books.recipients.set(other.id, other);
    const method = books.methods.get(payment.to.payout_method ?? '');
    if (method) books.methods.set(`${method.id}x`, { ...method, id: `${method.id}x`, of: other.id });
    payment.to = { ...payment.to, recipient: other.id, payout_method: `${payment.to.payout_method}x` };
  },
  pay_elsewhere(books: Books, payment: OutboundPayment): void {
    const method = books.methods.get(payment.to.payout_method ?? '');
    if (!method) throw new Error('no payout method');
    const other = { ...method, id: `${method.id}y`, bank_account: { ...method.bank_account, last4: '0001' } };
    books.methods.set(other.id, other);
    payment.to = { ...payment.to, payout_method: other.id };
  },
} satisfies Record<string, (books: Books, payment: OutboundPayment) => void>;

export type Act = keyof typeof acts;

function expect({ status }: OutboundPayment, wanted: string): void {
  if (status !== wanted) throw new Error(`the payment is ${status}, not ${wanted}`);
}

function sendBack(books: Books, payment: OutboundPayment, value: number): void {
  expect(payment, 'posted');
  payment.status = 'returned';
  payment.status_details = { returned: { reason: 'payout_method_invalid_account_number' } };
  payment.status_transitions = { ...payment.status_transitions, returned_at: books.time };
  delete payment.expected_arrival_date;
  const { currency } = payment.amount;
  if (value > 0) books.book(payment, 'outbound_payment_reversal', { value, currency });
  books.tell(payment, 'returned');
}
