import { createHmac } from 'node:crypto';
import { EventDelivery } from '../delivery.ts';
import type { Lies } from '../lies.ts';
import { newId, type Delivery as Said } from './objects.ts';

/** How the delivery of a webhook is not what it should be. */
export const deliveryLies = ['five_times', 'newest_first', 'redelivered', 'other_store', 'forged', 'lost'] as const;
export type DeliveryLie = (typeof deliveryLies)[number];

export const signatureOf = (body: string, secret: string): string =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;

/** Sends webhooks; one is repeated after 5xx, 408, 429 and lost connections alone, as BTCPay does. */
export class Delivery extends EventDelivery<Said, DeliveryLie> {
  secret: string;

  constructor(secret: string, lies: Lies<DeliveryLie>) {
    super(lies);
    this.secret = secret;
  }

  protected nameOf({ originalDeliveryId }: Said): string {
    return originalDeliveryId;
  }

  protected override isTaken(status: number): boolean {
    return status !== 0 && status < 500 && status !== 408 && status !== 429;
  }

  protected override announce(said: Said): void {
    if (this.lies.takes('other_store')) return this.start({ ...said, storeId: newId(), webhookId: newId() });
    super.announce(said);
    if (this.lies.takes('redelivered')) this.again(said);
  }

  /** The same once more, with an id of its own. */
  override again(said: Said): void {
    super.again({ ...said, deliveryId: newId(), isRedelivery: true });
  }

  protected override async deliver(said: Said): Promise<void> {
    if (this.lies.takes('forged')) this.note(said, await this.#postBy('of another', said));
    await super.deliver(said);
  }

  protected post(said: Said): Promise<number> {
    return this.#postBy(this.secret, said);
  }

  #postBy(secret: string, said: Said): Promise<number> {
    const body = JSON.stringify(said);
    return this.postJson(body, { 'user-agent': 'BTCPayServer', 'btcpay-sig': signatureOf(body, secret) });
  }
}
