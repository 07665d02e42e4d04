import { createHmac } from 'node:crypto';
import { EventDelivery } from '../delivery.ts';
import type { Lies } from '../lies.ts';
import type { Notification } from './books.ts';

/** How the delivery of a notification is not what it should be. */
export const deliveryLies = ['five_times', 'newest_first', 'lost', 'forged', 'old_key', 'no_reference'] as const;
export type DeliveryLie = (typeof deliveryLies)[number];

/** Of another customer. */
const foreignKey = 'AB'.repeat(32);

const signatureOf = (body: string, key: string): string =>
  createHmac('sha256', Buffer.from(key, 'hex')).update(body).digest('base64');

/** Signs the whole body in a header. */
export class Delivery extends EventDelivery<Notification, DeliveryLie> {
  /** The newest first. */
  keys: readonly string[];

  constructor(keys: readonly string[], lies: Lies<DeliveryLie>) {
    super(lies);
    this.keys = keys;
  }

  protected nameOf({ data }: Notification): string {
    return `${data.id} ${data.sequenceNumber}`;
  }

  protected post(event: Notification): Promise<number> {
    const [key = '', older = key] = this.keys;
    const used = this.lies.takes('forged') ? foreignKey : this.lies.takes('old_key') ? older : key;
    const { reference: _, ...nameless } = event.data;
    const body = JSON.stringify(this.lies.takes('no_reference') ? { ...event, data: nameless } : event);
    return this.postJson(body, {
      'user-agent': 'Adyen HttpClient 1.0',
      protocol: 'HmacSHA256',
      hmacsignature: signatureOf(body, used),
    });
  }
}
