import { EventDelivery } from '../delivery.ts';
import type { Lies } from '../lies.ts';
import type { Event } from './objects.ts';
import { signatureOf } from './signature.ts';

/** How the delivery of a callback is not what it should be. */
export const deliveryLies = [
  'five_times',
  'newest_first',
  'old_signature',
  'early_signature',
  'other_body',
  'forged',
  'lost',
] as const;
export type DeliveryLie = (typeof deliveryLies)[number];

/** Sends callbacks to the address of the operator, each until it is taken. */
export class Delivery extends EventDelivery<Event, DeliveryLie> {
  secret: string;
  readonly #now: () => number;

  constructor(secret: string, lies: Lies<DeliveryLie>, now: () => number) {
    super(lies);
    this.secret = secret;
    this.#now = now;
  }

  protected nameOf({ event }: Event): string {
    return event;
  }

  protected post(event: Event): Promise<number> {
    const takes = (lie: DeliveryLie) => this.lies.takes(lie);
    const at = this.#now() + (takes('old_signature') ? -600 : takes('early_signature') ? 600 : 0);
    const body = JSON.stringify(event);
    const signature = signatureOf(takes('forged') ? 'of another' : this.secret, at, body);
    return this.postJson(takes('other_body') ? body.replace(event.id, 'pay_of_another') : body, {
      'user-agent': 'Hosted-Page/1',
      'x-signature': signature,
    });
  }
}
