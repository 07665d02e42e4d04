import type { AdjustmentCategory } from './names.ts';

/** What happened, with what a listener needs to act. */
export interface PaymentsEvents {
  /** Cancelled by its client. */
  'payments.deposit_cancelled': PaymentFacts;
  'payments.withdrawal_cancelled': PaymentFacts;
  /** Not paid, or not confirmed, in time. */
  'payments.deposit_expired': PaymentFacts;
  'payments.withdrawal_expired': PaymentFacts;
  'payments.deposit_credited': PaymentFacts;
  'payments.deposit_rejected': PaymentFacts & { reason: string };
  /** All of it went back, or the bank took it back; what the wallet did not cover is owed. */
  'payments.deposit_refunded': PaymentFacts & { reason: string };
  'payments.deposit_charged_back': PaymentFacts & { reason: string };
  /** Reversed by staff; `amount` is what the wallet lost or got by that. */
  'payments.deposit_reversed': PaymentFacts & { reason: string };
  'payments.adjustment_reversed': PaymentFacts & { reason: string };
  /** A withdrawal waits for a code, which is made when it is emailed. */
  'payments.withdrawal_code_requested': PaymentFacts;
  'payments.withdrawal_submitted': PaymentFacts;
  'payments.withdrawal_approved': PaymentFacts;
  'payments.withdrawal_sent': PaymentFacts;
  'payments.withdrawal_completed': PaymentFacts;
  /** Rejected by staff, or failed on its way: the client has the money again. */
  'payments.withdrawal_rejected': PaymentFacts & { reason: string };
  /** The operator credited a wallet, or debited it; `amount` is above zero either way. */
  'payments.adjustment_posted': PaymentFacts & { category: AdjustmentCategory; takes: boolean };
  'payments.destination_added': { clientId: string; destinationId: string };
}

/**
 * `amount` is a decimal of `currency`: what reaches the wallet or the destination, or all of it when it was rejected.
 */
interface PaymentFacts {
  clientId: string;
  paymentId: string;
  number: string;
  amount: string;
  currency: string;
}
