import { createHmac } from 'node:crypto';
import { EventDelivery } from '../delivery.ts';
import type { Lies } from '../lies.ts';
import type { LieName } from './lies.ts';
import type { Event } from './objects.ts';

/** `t=…,v1=…`: one signature for each secret. */
export function signatureOf(body: string, secrets: readonly string[], at: number): string {
  const signatures = secrets.map((secret) => createHmac('sha256', secret).update(`${at}.${body}`).digest('hex'));
  return [`t=${at}`, ...signatures.map((each) => `v1=${each}`)].join(',');
}

/** Sends events to the address of the operator, again and again until one is taken. */
export class Delivery extends EventDelivery<Event, LieName> {
  secrets: readonly string[];
  readonly #now: () => number;

  constructor(secrets: readonly string[], lies: Lies<LieName>, now: () => number) {
    super(lies);
    this.secrets = secrets;
    this.#now = now;
  }

  protected nameOf({ id }: Event): string {
    return id;
  }

  protected post(event: Event): Promise<number> {
    const body = JSON.stringify(event, null, 1);
    const at = this.#now() + (this.lies.takes('old_signature') ? -600 : this.lies.takes('early_signature') ? 600 : 0);
    const secrets = this.lies.takes('forged')
      ? ['whsec_of_another']
      : this.lies.takes('second_signature')
        ? ['whsec_of_another', ...this.secrets]
        : this.secrets;
    return this.postJson(body, {
      'content-type': 'application/json; charset=utf-8',
      'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
      'stripe-signature': signatureOf(body, secrets, at),
    });
  }
}
