import type { Books } from './books.ts';
import { newObjectId, type Charge, type Dispute, type Payment, type Refund, type Session } from './objects.ts';

/** A card by its last digits, so that the same one has the same fingerprint. */
export interface Card {
  last4: string;
  holder: string;
}
const usual: Card = { last4: '4242', holder: 'Ida Berg' };

/** What happens at the payer's or the bank's side; the pay page and the tests do it. */
export const acts = {
  /** Pays by card: at once. */
  pay(books: Books, session: Session, card: Card = usual): void {
    const payment = begin(books, session, 'card', card);
    receive(books, session, payment, payment.amount);
  },
  /** Less arrives than was asked for. */
  underpay(books: Books, session: Session): void {
    const payment = begin(books, session, 'card', usual);
    receive(books, session, payment, payment.amount - 1);
  },
  /** Another currency arrives. */
  pay_otherwise(books: Books, session: Session): void {
    const payment = begin(books, session, 'card', usual);
    payment.currency = payment.currency === 'gbp' ? 'usd' : 'gbp';
    receive(books, session, payment, payment.amount);
  },
  /** The bank declines; the payer may try again. */
  decline(books: Books, session: Session): void {
    const payment = begin(books, session, 'card', usual);
    payment.status = 'requires_payment_method';
    payment.latest_charge = null;
    books.emit('payment_intent.payment_failed', payment);
  },
  /** By debit: the session is complete, and the money comes or fails days later. */
  debit(books: Books, session: Session): void {
    const payment = begin(books, session, 'sepa_debit', usual);
    payment.status = 'processing';
    Object.assign(session, { status: 'complete', url: null });
    books.emit('payment_intent.processing', payment);
    books.emit('checkout.session.completed', session);
  },
  debit_pays(books: Books, session: Session): void {
    receive(books, session, books.paymentOf(session), session.amount_total ?? 0, 'async_payment_succeeded');
  },
  debit_fails(books: Books, session: Session): void {
    const payment = books.paymentOf(session);
    payment.status = 'requires_payment_method';
    books.emit('payment_intent.payment_failed', payment);
    books.emit('checkout.session.async_payment_failed', session);
  },
  expire(books: Books, session: Session): void {
    Object.assign(session, { status: 'expired', url: null });
    books.emit('checkout.session.expired', session);
  },
  warn(books: Books, session: Session): void {
    const payment = books.paymentOf(session);
    const warning = {
      id: newObjectId('issfr'),
      object: 'radar.early_fraud_warning' as const,
      actionable: true,
      charge: payment.latest_charge ?? '',
      created: books.now(),
      fraud_type: 'made_with_stolen_card',
      livemode: books.live,
      payment_intent: payment.id,
    };
    books.warnings.set(warning.id, warning);
    books.emit('radar.early_fraud_warning.created', warning);
  },
  dispute(books: Books, session: Session): void {
    const payment = books.paymentOf(session);
    const charge = books.chargeOf(payment);
    charge.disputed = true;
    const dispute: Dispute = {
      id: newObjectId('du'),
      object: 'dispute',
      amount: payment.amount_received - charge.amount_refunded,
      balance_transactions: [],
      charge: charge.id,
      created: books.now(),
      currency: payment.currency,
      evidence_details: { due_by: books.now() + 7 * 86_400, has_evidence: false, past_due: false, submission_count: 0 },
      livemode: books.live,
      metadata: {},
      payment_intent: payment.id,
      reason: 'fraudulent',
      status: 'needs_response',
    };
    books.disputes.set(dispute.id, dispute);
    books.emit('charge.dispute.created', dispute);
  },
  dispute_withdrawn(books: Books, session: Session): void {
    const dispute = disputeOf(books, session);
    enter(dispute, -dispute.amount);
    books.emit('charge.dispute.funds_withdrawn', dispute);
  },
  dispute_won(books: Books, session: Session): void {
    const dispute = disputeOf(books, session);
    dispute.status = 'won';
    enter(dispute, dispute.amount);
    books.emit('charge.dispute.funds_reinstated', dispute);
    books.emit('charge.dispute.closed', dispute);
  },
  dispute_lost(books: Books, session: Session): void {
    const dispute = disputeOf(books, session);
    dispute.status = 'lost';
    books.emit('charge.dispute.closed', dispute);
  },
  /** The latest refund that was made fails at the bank. */
  refund_fails: (books: Books, session: Session): void => failRefund(books, session, -1),
  /** The same with the first one. */
  first_refund_fails: (books: Books, session: Session): void => failRefund(books, session, 0),
  /** The operator refunds on the provider's own pages. */
  refund_elsewhere(books: Books, session: Session): void {
    const payment = books.paymentOf(session);
    books.emit('refund.created', makeRefund(books, payment, payment.amount_received, {}));
  },
} satisfies Record<string, (books: Books, session: Session) => void>;

function failRefund(books: Books, session: Session, place: number): void {
  const payment = books.paymentOf(session);
  const refund = [...books.refunds.values()].filter((each) => each.payment_intent === payment.id).at(place);
  if (!refund) throw new Error('nothing was refunded');
  Object.assign(refund, { status: 'failed', failure_reason: 'lost_or_stolen_card' });
  const charge = books.chargeOf(payment);
  charge.amount_refunded -= refund.amount;
  charge.refunded = false;
  books.emit('refund.failed', refund);
}

export type Act = keyof typeof acts;

export function makeRefund(books: Books, payment: Payment, amount: number, metadata: Record<string, string>): Refund {
  const charge = books.chargeOf(payment);
  const refund: Refund = {
    id: newObjectId('re'),
    object: 'refund',
    amount,
    charge: charge.id,
    created: books.now(),
    currency: payment.currency,
    metadata,
    payment_intent: payment.id,
    status: 'succeeded',
  };
  books.refunds.set(refund.id, refund);
  charge.amount_refunded += amount;
  charge.refunded = charge.amount_refunded === charge.amount;
  books.emit('charge.refunded', charge);
  return refund;
}

function begin(books: Books, session: Session, type: 'card' | 'sepa_debit', card: Card): Payment {
  if (session.status !== 'open') throw new Error(`the session is ${session.status}`);
  const known = session.payment_intent === null ? undefined : books.payments.get(session.payment_intent);
  const payment: Payment = known ?? {
    id: newObjectId('pi'),
    object: 'payment_intent',
    amount: session.amount_total ?? 0,
    amount_received: 0,
    created: books.now(),
    currency: session.currency ?? 'usd',
    latest_charge: null,
    livemode: books.live,
    metadata: { ...session.metadata },
    status: 'requires_payment_method',
  };
  const charge: Charge = {
    id: newObjectId('ch'),
    object: 'charge',
    amount: payment.amount,
    amount_captured: 0,
    amount_refunded: 0,
    billing_details: { name: card.holder, email: session.customer_email, phone: null, address: null, tax_id: null },
    captured: false,
    created: books.now(),
    currency: payment.currency,
    disputed: false,
    livemode: books.live,
    metadata: { ...session.metadata },
    paid: false,
    payment_intent: payment.id,
    payment_method_details:
      type === 'card'
        ? {
            type,
            card: {
              brand: 'visa',
              last4: card.last4,
              fingerprint: `fp_${card.last4}`,
              country: 'DE',
              exp_month: 8,
              exp_year: 2030,
            },
          }
        : { type },
    refunded: false,
  };
  payment.latest_charge = charge.id;
  books.charges.set(charge.id, charge);
  books.payments.set(payment.id, payment);
  session.payment_intent = payment.id;
  return payment;
}

function receive(books: Books, session: Session, payment: Payment, amount: number, name = 'completed'): void {
  Object.assign(payment, { status: 'succeeded', amount_received: amount });
  Object.assign(books.chargeOf(payment), {
    paid: true,
    captured: true,
    amount_captured: amount,
    currency: payment.currency,
  });
  Object.assign(session, { status: 'complete', payment_status: 'paid', url: null });
  books.emit('payment_intent.succeeded', payment);
  books.emit(`checkout.session.${name}`, session);
  // A balance is no object with an id.
  const amounts = [{ amount, currency: payment.currency, source_types: { card: amount } }];
  books.emit('balance.available', { object: 'balance', available: amounts, livemode: books.live, pending: [] });
}

function disputeOf(books: Books, session: Session): Dispute {
  const dispute = [...books.disputes.values()].findLast((each) => each.payment_intent === session.payment_intent);
  if (!dispute) throw new Error('nothing is disputed');
  return dispute;
}

const enter = (dispute: Dispute, amount: number) =>
  dispute.balance_transactions.push({
    id: newObjectId('txn'),
    object: 'balance_transaction',
    amount,
    currency: dispute.currency,
  });
