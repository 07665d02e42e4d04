import type { Stripe } from 'stripe';
import { newObjectId } from '../stripe/objects.ts';

// Objects as Stripe writes them in version 2, as far as they are documented for these calls, with our values.

type MoneyManagement = Stripe.V2.MoneyManagement.OutboundPayment;
type Amount = MoneyManagement['amount'];

export type OutboundPayment = Pick<
  MoneyManagement,
  | 'id'
  | 'object'
  | 'amount'
  | 'cancelable'
  | 'created'
  | 'description'
  | 'expected_arrival_date'
  | 'from'
  | 'livemode'
  | 'metadata'
  | 'recipient_notification'
  | 'statement_descriptor'
  | 'status'
  | 'status_details'
  | 'status_transitions'
  | 'to'
  | 'tracking_details'
>;

export type PayoutMethod = Pick<
  Stripe.V2.MoneyManagement.PayoutMethod,
  'id' | 'object' | 'archived' | 'created' | 'livemode' | 'restricted' | 'type' | 'usage_status'
> & {
  bank_account: Pick<
    Stripe.V2.MoneyManagement.PayoutMethod.BankAccount,
    'bank_account_type' | 'bank_name' | 'country' | 'last4' | 'supported_currencies'
  > & { routing_number?: string; branch_number?: string };
};

type Capability = Pick<
  Stripe.V2.Core.Account.Configuration.Recipient.Capabilities.BankAccounts.Local,
  'status' | 'status_details'
>;

export interface Recipient {
  id: string;
  object: 'v2.core.account';
  applied_configurations: ['recipient'];
  contact_email: string;
  created: string;
  display_name: string;
  livemode: boolean;
  configuration: { recipient: { applied: true; capabilities: { bank_accounts: { local: Capability } } } };
  identity: {
    country: string;
    entity_type: 'individual';
    individual: { given_name: string; surname: string; address?: { country: string; line1?: string; city?: string } };
  };
}

export type Transaction = Pick<
  Stripe.V2.MoneyManagement.Transaction,
  'id' | 'object' | 'amount' | 'category' | 'created' | 'financial_account' | 'livemode' | 'status'
> & {
  balance_impact: Record<'available' | 'inbound_pending' | 'outbound_pending', Amount>;
  flow: { type: 'outbound_payment'; outbound_payment: string };
};

/** An event that only names its object. */
export interface ThinEvent {
  id: string;
  object: 'v2.core.event';
  created: string;
  livemode: boolean;
  related_object: { id: string; type: string; url: string };
  type: string;
}

const kind = 'v2.money_management.outbound_payment';

/** Everything that the stand-in knows, and what it says about each change. */
export class Books {
  readonly payments = new Map<string, OutboundPayment>();
  readonly recipients = new Map<string, Recipient>();
  /** With the recipient of each. */
  readonly methods = new Map<string, PayoutMethod & { of: string }>();
  readonly transactions: Transaction[] = [];
  readonly account: string;
  /** In seconds. */
  readonly now: () => number;
  /** What sends an event. */
  announce: (event: ThinEvent) => void = () => {};

  constructor(account: string, now: () => number) {
    this.account = account;
    this.now = now;
  }

  get time(): string {
    return new Date(this.now() * 1000).toISOString();
  }

  tell({ id }: Pick<OutboundPayment, 'id'>, what: string): void {
    this.announce({
      id: newObjectId('evt_test'),
      object: 'v2.core.event',
      created: this.time,
      livemode: false,
      related_object: { id, type: kind, url: `/v2/money_management/outbound_payments/${id}` },
      type: `${kind}.${what}`,
    });
  }

  /** An entry of the operator's account: below zero what leaves it. */
  book({ id }: OutboundPayment, category: Transaction['category'], amount: Amount): void {
    const none = { value: 0, currency: amount.currency };
    this.transactions.push({
      id: newObjectId('trxn_test'),
      object: 'v2.money_management.transaction',
      amount,
      balance_impact: { available: amount, inbound_pending: none, outbound_pending: none },
      category,
      created: this.time,
      financial_account: this.account,
      flow: { type: 'outbound_payment', outbound_payment: id },
      livemode: false,
      status: 'posted',
    });
  }

  paymentOf(id: string): OutboundPayment {
    const payment = this.payments.get(id);
    if (!payment) throw new Error(`no outbound payment ${id}`);
    return payment;
  }

  /** By our reference, the earliest first. */
  paymentsOf(reference: string): OutboundPayment[] {
    return [...this.payments.values()].filter(({ metadata }) => metadata?.['ref'] === reference);
  }

  /** By our reference: what has left the account and has not come back. */
  net(): Map<string, bigint> {
    const net = new Map<string, bigint>();
    for (const { flow, balance_impact: impact } of this.transactions) {
      const reference = this.payments.get(flow.outbound_payment)?.metadata?.['ref'] ?? '';
      net.set(reference, (net.get(reference) ?? 0n) - BigInt(impact.available.value));
    }
    return net;
  }
}
