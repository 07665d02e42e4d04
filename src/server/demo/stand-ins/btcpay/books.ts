import { newId, type Delivery, type Invoice, type Payout, type PullPayment } from './objects.ts';

/** Everything that the stand-in knows, and what it says about each change. */
export class Books {
  readonly invoices = new Map<string, Invoice>();
  readonly pullPayments = new Map<string, PullPayment>();
  readonly payouts = new Map<string, Payout>();
  readonly deliveries: Delivery[] = [];
  readonly storeId: string;
  readonly webhookId = newId();
  /** In seconds. */
  readonly now: () => number;
  /** What sends a webhook. */
  announce: (delivery: Delivery) => void = () => {};

  constructor(storeId: string, now: () => number) {
    this.storeId = storeId;
    this.now = now;
  }

  emit(
    type: string,
    { id, storeId, metadata }: Pick<Invoice, 'id' | 'storeId' | 'metadata'>,
    more: Pick<Delivery, 'manuallyMarked' | 'overPaid' | 'partiallyPaid'> = {},
  ): Delivery {
    return this.#tell(type, { storeId, invoiceId: id, metadata, ...more });
  }

  emitPayout(type: 'PayoutCreated' | 'PayoutApproved' | 'PayoutUpdated', payout: Payout): Delivery {
    const { id, pullPaymentId, state } = payout;
    return this.#tell(type, { storeId: this.storeId, payoutId: id, pullPaymentId, payoutState: state });
  }

  #tell(
    type: string,
    more: Omit<Delivery, 'deliveryId' | 'webhookId' | 'originalDeliveryId' | 'isRedelivery' | 'type' | 'timestamp'>,
  ): Delivery {
    const deliveryId = newId();
    const delivery: Delivery = {
      deliveryId,
      webhookId: this.webhookId,
      originalDeliveryId: deliveryId,
      isRedelivery: false,
      type,
      timestamp: this.now(),
      ...more,
    };
    this.deliveries.push(delivery);
    this.announce(delivery);
    return delivery;
  }

  invoiceOf(id: string): Invoice {
    const invoice = this.invoices.get(id);
    if (!invoice) throw new Error(`no invoice ${id}`);
    return invoice;
  }

  payoutOf(id: string): Payout {
    const payout = this.payouts.get(id);
    if (!payout) throw new Error(`no payout ${id}`);
    return payout;
  }

  /** By our reference, the earliest first. */
  payoutsOf(ref: string): Payout[] {
    return [...this.payouts.values()].filter(({ metadata }) => metadata['ref'] === ref);
  }

  /** By our reference: what has left the wallet, in minor units of a currency with two digits. */
  net(): Map<string, bigint> {
    const net = new Map<string, bigint>();
    for (const { state, paymentProof, metadata, originalAmount } of this.payouts.values()) {
      const ref = String(metadata['ref']);
      const minor =
        state === 'Completed' || paymentProof !== null ? BigInt(Math.round(Number(originalAmount) * 100)) : 0n;
      net.set(ref, (net.get(ref) ?? 0n) + minor);
    }
    return net;
  }
}
