import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Lies } from '../lies.ts';
import type { LieName } from './lies.ts';
import type { Event } from './objects.ts';

/** `t=…,v1=…`: one signature for each secret. */
export function signatureOf(body: string, secrets: readonly string[], at: number): string {
  const signatures = secrets.map((secret) => createHmac('sha256', secret).update(`${at}.${body}`).digest('hex'));
  return [`t=${at}`, ...signatures.map((each) => `v1=${each}`)].join(',');
}

const pauseMs = 250;
const tries = 240;

/** Sends events to the address of the operator, again and again until one is taken. */
export class Delivery {
  /** Where to; none is sent without. */
  hook: string | null = null;
  secrets: readonly string[];
  readonly #lies: Lies<LieName>;
  readonly #now: () => number;
  readonly #pending = new Set<Promise<void>>();
  #held: Event[] = [];
  #isOver = false;
  /** The status of each delivery, by event. */
  readonly answers = new Map<string, number[]>();

  constructor(secrets: readonly string[], lies: Lies<LieName>, now: () => number) {
    this.secrets = secrets;
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
      const status = await this.#post(JSON.stringify(event, null, 1));
      this.answers.set(event.id, [...(this.answers.get(event.id) ?? []), status]);
      if (status >= 200 && status < 300) return;
      await sleep(pauseMs);
    }
  }

  async #post(body: string): Promise<number> {
    const at = this.#now() + (this.#lies.takes('old_signature') ? -600 : this.#lies.takes('early_signature') ? 600 : 0);
    const secrets = this.#lies.takes('forged')
      ? ['whsec_of_another']
      : this.#lies.takes('second_signature')
        ? ['whsec_of_another', ...this.secrets]
        : this.secrets;
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
    };
    try {
      const response = await fetch(this.hook ?? '', {
        method: 'POST',
        headers: { ...headers, 'stripe-signature': signatureOf(body, secrets, at) },
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
