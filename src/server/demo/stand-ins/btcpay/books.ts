import { newId, type Delivery, type Invoice } from './objects.ts';

/** Everything that the stand-in knows, and what it says about each change. */
export class Books {
  readonly invoices = new Map<string, Invoice>();
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
    const deliveryId = newId();
    const delivery: Delivery = {
      deliveryId,
      webhookId: this.webhookId,
      originalDeliveryId: deliveryId,
      isRedelivery: false,
      type,
      timestamp: this.now(),
      storeId,
      invoiceId: id,
      metadata,
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
}
