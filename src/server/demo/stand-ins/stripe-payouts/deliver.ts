import { EventDelivery } from '../delivery.ts';
import type { Lies } from '../lies.ts';
import { signatureOf } from '../stripe/deliver.ts';
import type { ThinEvent } from './books.ts';

/** How the delivery of an event is not what it should be. */
export const deliveryLies = [
  'five_times',
  'newest_first',
  'lost',
  'forged',
  'old_signature',
  'second_signature',
  'live_mode',
] as const;
export type DeliveryLie = (typeof deliveryLies)[number];

/** Sends thin events, signed as Stripe signs every event. */
export class Delivery extends EventDelivery<ThinEvent, DeliveryLie> {
  readonly #secret: string;
  readonly #now: () => number;

  constructor(secret: string, lies: Lies<DeliveryLie>, now: () => number) {
    super(lies);
    this.#secret = secret;
    this.#now = now;
  }

  protected nameOf({ id }: ThinEvent): string {
    return id;
  }

  protected post(event: ThinEvent): Promise<number> {
    const body = JSON.stringify(this.lies.takes('live_mode') ? { ...event, livemode: true } : event, null, 1);
    const at = this.#now() - (this.lies.takes('old_signature') ? 600 : 0);
    const secrets = this.lies.takes('forged')
      ? ['whsec_of_another']
      : this.lies.takes('second_signature')
        ? ['whsec_of_another', this.#secret]
        : [this.#secret];
    return this.postJson(body, {
      'content-type': 'application/json; charset=utf-8',
      'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
      'stripe-signature': signatureOf(body, secrets, at),
    });
  }
}
