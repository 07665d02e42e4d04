import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Lies } from '../lies.ts';
import { newId, type Delivery as Said } from './objects.ts';

/** How the delivery of a webhook is not what it should be. */
export const deliveryLies = ['five_times', 'newest_first', 'redelivered', 'other_store', 'forged', 'lost'] as const;
export type DeliveryLie = (typeof deliveryLies)[number];

export const signatureOf = (body: string, secret: string): string =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;

const pauseMs = 250;
const tries = 240;

/** Sends webhooks; one is repeated after 5xx, 408, 429 and lost connections alone, as BTCPay does. */
export class Delivery {
  /** Where to; none is sent without. */
  hook: string | null = null;
  secret: string;
  readonly #lies: Lies<DeliveryLie>;
  readonly #pending = new Set<Promise<void>>();
  #held: Said[] = [];
  #isOver = false;
  /** The status of each delivery, by its original id. */
  readonly answers = new Map<string, number[]>();

  constructor(secret: string, lies: Lies<DeliveryLie>) {
    this.secret = secret;
    this.#lies = lies;
  }

  send(said: Said): void {
    if (this.#lies.takes('lost')) return;
    if (this.#lies.holds('newest_first')) {
      this.#held.unshift(said);
      return;
    }
    if (this.#lies.takes('other_store')) return this.#track(this.#deliver({ ...said, storeId: newId() }));
    const times = this.#lies.takes('five_times') ? 5 : 1;
    for (let n = 0; n < times; n++) this.#track(this.#deliver(said));
    if (this.#lies.takes('redelivered')) this.again(said);
  }

  /** The same once more, with an id of its own. */
  again(said: Said): void {
    this.#track(this.#deliver({ ...said, deliveryId: newId(), isRedelivery: true }));
  }

  /** Sends what was held back, the newest first. */
  flush(): void {
    const held = this.#held;
    this.#held = [];
    this.#track(
      (async () => {
        for (const said of held) await this.#deliver(said);
      })(),
    );
  }

  /** Until everything was taken. */
  async settled(): Promise<void> {
    while (this.#pending.size > 0) await Promise.all(this.#pending);
  }

  close(): void {
    this.#isOver = true;
  }

  #track(work: Promise<void>): void {
    const done = work.finally(() => this.#pending.delete(done));
    this.#pending.add(done);
  }

  async #deliver(said: Said): Promise<void> {
    const name = said.originalDeliveryId;
    if (this.#lies.takes('forged')) this.#note(name, await this.#post(said, 'of another'));
    for (let n = 0; n < tries && this.hook !== null && !this.#isOver; n++) {
      const status = await this.#post(said, this.secret);
      this.#note(name, status);
      if (status !== 0 && status < 500 && status !== 408 && status !== 429) return;
      await sleep(pauseMs);
    }
  }

  #note(name: string, status: number): void {
    this.answers.set(name, [...(this.answers.get(name) ?? []), status]);
  }

  async #post(said: Said, secret: string): Promise<number> {
    const body = JSON.stringify(said);
    try {
      const response = await fetch(this.hook ?? '', {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'user-agent': 'BTCPayServer',
          'btcpay-sig': signatureOf(body, secret),
        },
        body,
        signal: AbortSignal.timeout(20_000),
      });
      await response.arrayBuffer();
      return response.status;
    } catch {
      return 0;
    }
  }
}
