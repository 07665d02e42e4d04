import type { Books } from './books.ts';
import { newPspReference, type Amount, type Dispute, type Link, type Payment, type Refund } from './objects.ts';

/** What happens at the payer's or the bank's side; the pay page and the tests do it. */
export const acts = {
  pay(books: Books, link: Link): void {
    authorise(books, link, link.amount);
  },
  /** Less arrives than was asked for. */
  underpay(books: Books, link: Link): void {
    authorise(books, link, { ...link.amount, value: link.amount.value - 1 });
  },
  /** Another currency arrives. */
  pay_otherwise(books: Books, link: Link): void {
    authorise(books, link, { ...link.amount, currency: link.amount.currency === 'GBP' ? 'USD' : 'GBP' });
  },
  /** The bank declines; the payer may try again. */
  decline(books: Books, link: Link): void {
    open(link);
    books.emit('AUTHORISATION', link, { amount: link.amount, success: 'false', reason: 'Refused' });
  },
  /** The link was used, and the bank decides later. */
  pend(_books: Books, link: Link): void {
    open(link);
    link.status = 'paymentPending';
  },
  capture(books: Books, link: Link): void {
    modify(books, link, 'CAPTURE');
  },
  capture_fails(books: Books, link: Link): void {
    books.paymentOf(link).isLost = true;
    modify(books, link, 'CAPTURE_FAILED', 'Capture failed');
  },
  expire(_books: Books, link: Link): void {
    link.status = 'expired';
  },
  warn(books: Books, link: Link): void {
    modify(books, link, 'NOTIFICATION_OF_FRAUD', 'Fraud');
  },
  dispute(books: Books, link: Link): void {
    const payment = books.paymentOf(link);
    const { pspReference, amount } = payment;
    const dispute: Dispute = { pspReference: newPspReference(), payment: pspReference, amount, taken: 0 };
    books.disputes.set(dispute.pspReference, dispute);
    tell(books, link, dispute, 'NOTIFICATION_OF_CHARGEBACK');
  },
  dispute_withdrawn(books: Books, link: Link): void {
    const dispute = disputeOf(books, link);
    dispute.taken += dispute.amount.value;
    tell(books, link, dispute, 'CHARGEBACK');
  },
  dispute_won(books: Books, link: Link): void {
    const dispute = disputeOf(books, link);
    dispute.taken -= dispute.amount.value;
    tell(books, link, dispute, 'CHARGEBACK_REVERSED');
  },
  dispute_lost(books: Books, link: Link): void {
    const dispute = disputeOf(books, link);
    dispute.taken += dispute.amount.value;
    tell(books, link, dispute, 'SECOND_CHARGEBACK');
  },
  /** A refund that was made fails at the bank. */
  refund_fails(books: Books, link: Link): void {
    const { pspReference } = books.paymentOf(link);
    const refund = [...books.refunds.values()].findLast((each) => each.payment === pspReference);
    if (!refund) throw new Error('nothing was refunded');
    refund.isFailed = true;
    tellRefund(books, link, refund, 'REFUND_FAILED');
  },
  /** The operator refunds on the provider's own pages. */
  refund_elsewhere(books: Books, link: Link): void {
    const payment = books.paymentOf(link);
    makeRefund(books, link, payment, { amount: payment.amount, reference: link.reference });
  },
} satisfies Record<string, (books: Books, link: Link) => void>;

export type Act = keyof typeof acts;

export function makeRefund(
  books: Books,
  link: Link,
  payment: Payment,
  { amount, reference }: { amount: Amount; reference: string },
): Refund {
  const refund: Refund = {
    pspReference: newPspReference(),
    payment: payment.pspReference,
    amount,
    reference,
    isFailed: false,
  };
  books.refunds.set(refund.pspReference, refund);
  tellRefund(books, link, refund, 'REFUND');
  return refund;
}

function open(link: Link): void {
  if (link.status !== 'active' && link.status !== 'paymentPending') throw new Error(`the link is ${link.status}`);
}

function authorise(books: Books, link: Link, amount: Amount): void {
  open(link);
  const payment: Payment = { pspReference: newPspReference(), linkId: link.id, amount, isLost: false };
  books.payments.set(payment.pspReference, payment);
  link.status = 'completed';
  books.emit('AUTHORISATION', link, {
    amount,
    pspReference: payment.pspReference,
    reason: '012345:1111:03/2030',
    additionalData: {
      cardSummary: '1111',
      cardHolderName: 'Ida Berg',
      cardIssuingCountry: 'DE',
      paymentLinkId: link.id,
    },
  });
}

function modify(books: Books, link: Link, code: string, reason = ''): void {
  const { pspReference: originalReference, amount } = books.paymentOf(link);
  books.emit(code, link, { amount, originalReference, reason });
}

function disputeOf(books: Books, link: Link): Dispute {
  const { pspReference } = books.paymentOf(link);
  const dispute = [...books.disputes.values()].findLast((each) => each.payment === pspReference);
  if (!dispute) throw new Error('nothing is disputed');
  return dispute;
}

function tell(books: Books, link: Link, { pspReference, payment, amount }: Dispute, code: string): void {
  const due = new Date((books.now() + 7 * 86_400) * 1000).toISOString();
  books.emit(code, link, {
    amount,
    pspReference,
    originalReference: payment,
    reason: 'Fraudulent',
    additionalData: { defensePeriodEndsAt: due },
  });
}

function tellRefund(
  books: Books,
  link: Link,
  { pspReference, payment, amount, reference }: Refund,
  code: string,
): void {
  books.emit(code, link, { amount, pspReference, originalReference: payment, merchantReference: reference });
}
