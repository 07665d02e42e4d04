import { setTimeout as sleep } from 'node:timers/promises';
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

const pauseMs = 250;
const tries = 240;

/** Sends callbacks to the address of the operator, each until it is taken. */
export class Delivery {
  /** Where to; none is sent without. */
  hook: string | null = null;
  secret: string;
  readonly #lies: Lies<DeliveryLie>;
  readonly #now: () => number;
  readonly #pending = new Set<Promise<void>>();
  #held: Event[] = [];
  #isOver = false;
  /** The status of each delivery, by event. */
  readonly answers = new Map<string, number[]>();

  constructor(secret: string, lies: Lies<DeliveryLie>, now: () => number) {
    this.secret = secret;
    this.#lies = lies;
    this.#now = now;
  }

  send(event: Event): void {
    if (this.#lies.takes('lost')) return;
    if (this.#lies.holds('newest_first')) {
      this.#held.unshift(event);
      return;
    }
    const times = this.#lies.takes('five_times') ? 5 : 1;
    for (let n = 0; n < times; n++) this.#track(this.#deliver(event));
  }

  /** Sends an event that was taken before. */
  again(event: Event): void {
    this.#track(this.#deliver(event));
  }

  /** Sends what was held back, the newest first. */
  flush(): void {
    const held = this.#held;
    this.#held = [];
    this.#track(
      (async () => {
        for (const event of held) await this.#deliver(event);
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

  async #deliver(event: Event): Promise<void> {
    for (let n = 0; n < tries && this.hook !== null && !this.#isOver; n++) {
      const status = await this.#post(event);
      this.answers.set(event.event, [...(this.answers.get(event.event) ?? []), status]);
      if (status >= 200 && status < 300) return;
      await sleep(pauseMs);
    }
  }

  async #post(event: Event): Promise<number> {
    const takes = (lie: DeliveryLie) => this.#lies.takes(lie);
    const at = this.#now() + (takes('old_signature') ? -600 : takes('early_signature') ? 600 : 0);
    const body = JSON.stringify(event);
    const signature = signatureOf(takes('forged') ? 'of another' : this.secret, at, body);
    try {
      const response = await fetch(this.hook ?? '', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'user-agent': 'Hosted-Page/1', 'x-signature': signature },
        body: takes('other_body') ? body.replace(event.id, 'pay_of_another') : body,
        signal: AbortSignal.timeout(20_000),
      });
      await response.arrayBuffer();
      return response.status;
    } catch {
      return 0;
    }
  }
}
