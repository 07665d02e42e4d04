import {
  newPspReference,
  type Amount,
  type Dispute,
  type Link,
  type NewItem,
  type Payment,
  type Refund,
} from './objects.ts';

/** Everything that the stand-in knows, and what it says about each change. */
export class Books {
  readonly links = new Map<string, Link>();
  readonly payments = new Map<string, Payment>();
  readonly refunds = new Map<string, Refund>();
  readonly disputes = new Map<string, Dispute>();
  readonly items: NewItem[] = [];
  readonly account: string;
  /** In seconds. */
  readonly now: () => number;
  /** What sends an item. */
  announce: (item: NewItem) => void = () => {};

  constructor(account: string, now: () => number) {
    this.account = account;
    this.now = now;
  }

  /** @param of what it says that is not usual */
  emit(eventCode: string, link: Pick<Link, 'reference'>, of: Partial<NewItem> & { amount: Amount }): NewItem {
    const item: NewItem = {
      eventCode,
      eventDate: new Date(this.now() * 1000).toISOString(),
      merchantAccountCode: this.account,
      merchantReference: link.reference,
      paymentMethod: 'visa',
      pspReference: newPspReference(),
      reason: '',
      success: 'true',
      ...of,
    };
    this.items.push(item);
    this.announce(item);
    return item;
  }

  linkOf(id: string): Link {
    const link = this.links.get(id);
    if (!link) throw new Error(`no link ${id}`);
    return link;
  }

  /** The last one that was authorised by a link. */
  paymentOf({ id }: Link): Payment {
    const payment = [...this.payments.values()].findLast((each) => each.linkId === id);
    if (!payment) throw new Error(`nothing was paid by ${id}`);
    return payment;
  }

  /** By our reference: what came, less refunds that did not fail, and less what disputes took. */
  net(): Map<string, bigint> {
    const net = new Map<string, bigint>();
    const add = (payment: Payment | undefined, value: number) => {
      const { reference } = this.linkOf(payment?.linkId ?? '');
      net.set(reference, (net.get(reference) ?? 0n) + BigInt(value));
    };
    for (const payment of this.payments.values()) if (!payment.isLost) add(payment, payment.amount.value);
    for (const { payment, amount, isFailed } of this.refunds.values())
      if (!isFailed) add(this.payments.get(payment), -amount.value);
    for (const { payment, taken } of this.disputes.values()) add(this.payments.get(payment), -taken);
    return net;
  }
}
