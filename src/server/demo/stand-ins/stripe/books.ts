import type { Charge, Dispute, Event, Payment, Refund, Session, Warning } from './objects.ts';
import { newObjectId } from './objects.ts';

/** Everything that the stand-in knows, and what it says about each change. */
export class Books {
  readonly sessions = new Map<string, Session>();
  readonly payments = new Map<string, Payment>();
  readonly charges = new Map<string, Charge>();
  readonly refunds = new Map<string, Refund>();
  readonly disputes = new Map<string, Dispute>();
  readonly warnings = new Map<string, Warning>();
  readonly events: Event[] = [];
  readonly live: boolean;
  readonly now: () => number;
  /** What sends an event. */
  announce: (event: Event) => void = () => {};

  constructor(live: boolean, now: () => number) {
    this.live = live;
    this.now = now;
  }

  /** In what comes to the operator's balance, by currency: payments, less refunds and disputes. */
  totals(): Record<string, number> {
    const sums: Record<string, number> = {};
    const add = (currency: string, amount: number) => (sums[currency] = (sums[currency] ?? 0) + amount);
    for (const { currency, amount_received: amount } of this.payments.values()) if (amount > 0) add(currency, amount);
    for (const { currency, amount, status } of this.refunds.values()) if (status !== 'failed') add(currency, -amount);
    for (const { balance_transactions: entries } of this.disputes.values())
      for (const { currency, amount } of entries) add(currency, amount);
    return sums;
  }

  emit(type: string, object: object): Event {
    const event: Event = {
      id: newObjectId('evt'),
      object: 'event',
      api_version: '2026-10-28.endive',
      created: this.now(),
      livemode: this.live,
      pending_webhooks: 1,
      request: { id: null, idempotency_key: null },
      type,
      data: { object: structuredClone(object) },
    };
    this.events.unshift(event);
    this.announce(event);
    return event;
  }

  sessionOf(id: string): Session {
    const session = this.sessions.get(id);
    if (!session) throw new Error(`no session ${id}`);
    return session;
  }

  paymentOf({ payment_intent: id }: { payment_intent: string | null }): Payment {
    const payment = this.payments.get(id ?? '');
    if (!payment) throw new Error(`no payment ${id}`);
    return payment;
  }

  chargeOf({ latest_charge: id }: Payment): Charge {
    const charge = this.charges.get(id ?? '');
    if (!charge) throw new Error(`no charge ${id}`);
    return charge;
  }
}
