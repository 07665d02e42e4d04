import type { PaymentReason } from './payment-names.ts';

/**
 * What happened, in the past tense, with what a listener needs to act. An event is written in the transaction that
 * made it true and delivered after that transaction, at least once.
 */
export interface Events {
  'auth.registered': { clientId: string };
  'auth.verification_asked': { email: string };
  'auth.password_reset_asked': { email: string };
  'auth.password_changed': { clientId: string; how: 'reset' | 'settings'; at: string };
  'auth.autologin_issued': { clientId: string; staffId: string; at: string };
  'support.ticket_opened': { clientId: string; conversationId: string };
  'trading.account_opened': { clientId: string; accountId: string };
  /** A platform elsewhere is to open an account. */
  'trading.platform_account_asked': { number: string; currency: string; leverage: number };
  /** Equity has come down to the margin call; said again only after it was above. Level in percent. */
  'trading.margin_called': { clientId: string; accountNumber: string; marginLevel: string };
  'trading.stopped_out': { clientId: string; accountNumber: string; symbol: string; position: string };
  'payments.deposit_credited': PaymentFacts;
  'payments.deposit_rejected': PaymentFacts & { reason: PaymentReason };
  /** A withdrawal waits for a code, which is made when it is mailed. */
  'payments.withdrawal_code_asked': PaymentFacts;
  'payments.withdrawal_submitted': PaymentFacts;
  'payments.withdrawal_approved': PaymentFacts;
  'payments.withdrawal_sent': PaymentFacts;
  /** Rejected by staff, or failed on its way: the client has the money again. */
  'payments.withdrawal_rejected': PaymentFacts & { reason: PaymentReason };
  'payments.destination_added': { clientId: string; destinationId: string };
}

/** `amount` is a decimal of `currency`: what reaches the wallet or the destination, or all of it when it was turned down. */
interface PaymentFacts {
  clientId: string;
  paymentId: string;
  number: string;
  amount: string;
  currency: string;
}

export type EventName = keyof Events;
