import { newId, type Event, type Kept, type Payment } from './objects.ts';

/** Everything that the stand-in knows, and what it says about each change. */
export class Books {
  readonly payments = new Map<string, Kept>();
  readonly events: Event[] = [];
  /** In seconds. */
  readonly now: () => number;
  /** What sends a callback. */
  announce: (event: Event) => void = () => {};

  constructor(now: () => number) {
    this.now = now;
  }

  emit(type: string, { id, ref }: Pick<Payment, 'id' | 'ref'>): Event {
    const event = { event: newId('evt'), type, id, ref, at: new Date(this.now() * 1000).toISOString() };
    this.events.push(event);
    this.announce(event);
    return event;
  }

  paymentOf(id: string): Payment {
    const kept = this.payments.get(id);
    if (!kept) throw new Error(`no payment ${id}`);
    return kept.payment;
  }

  byRef(ref: string): Payment | undefined {
    return [...this.payments.values()].find(({ payment }) => payment.ref === ref)?.payment;
  }

  /** By our reference: what came, less refunds that did not fail, and less what chargebacks took. */
  net(): Map<string, bigint> {
    const net = new Map<string, bigint>();
    for (const { payment } of this.payments.values()) {
      const back = payment.refunds.filter(({ status }) => status !== 'failed');
      const taken = payment.chargebacks.filter(({ status }) => status === 'taken' || status === 'lost');
      const sum = [...back, ...taken].reduce((left, { amount }) => left - amount, payment.paid?.amount ?? 0);
      net.set(payment.ref, BigInt(sum));
    }
    return net;
  }
}
