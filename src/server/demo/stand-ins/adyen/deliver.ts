import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Lies } from '../lies.ts';
import type { NewItem } from './objects.ts';

/** How the delivery of a notification is not what it should be. */
export const deliveryLies = [
  'five_times',
  'newest_first',
  'other_date',
  'second_broken',
  'forged',
  'old_key',
  'other_mode',
  'other_account',
  'lost',
] as const;
export type DeliveryLie = (typeof deliveryLies)[number];

/** The documented fields, in their order, without escaping. */
export function signatureOf(item: NewItem, key: string): string {
  const { pspReference, originalReference = '', merchantAccountCode, merchantReference, amount } = item;
  const text = [pspReference, originalReference, merchantAccountCode, merchantReference, amount.value, amount.currency];
  return createHmac('sha256', Buffer.from(key, 'hex'))
    .update([...text, item.eventCode, item.success].join(':'))
    .digest('base64');
}

const signed = (item: NewItem, key: string): NewItem => ({
  ...item,
  additionalData: { ...item.additionalData, hmacSignature: signatureOf(item, key) },
});

const pauseMs = 250;
const tries = 240;
/** Of another customer. */
const foreignKey = 'AB'.repeat(32);

/** Sends notifications one after the other: none goes out before the one in front of it was accepted. */
export class Delivery {
  /** Where to; none is sent without. */
  hook: string | null = null;
  /** The newest first. */
  keys: readonly string[];
  readonly #lies: Lies<DeliveryLie>;
  #last: Promise<void> = Promise.resolve();
  #held: NewItem[] = [];
  #isOver = false;
  /** The status of each delivery, by the reference of its first item. */
  readonly answers = new Map<string, number[]>();

  constructor(keys: readonly string[], lies: Lies<DeliveryLie>) {
    this.keys = keys;
    this.#lies = lies;
  }

  send(item: NewItem): void {
    if (this.#lies.takes('lost')) return;
    if (this.#lies.holds('newest_first')) {
      this.#held.unshift(item);
      return;
    }
    const times = this.#lies.takes('five_times') ? 5 : this.#lies.takes('other_date') ? 2 : 1;
    for (let n = 0; n < times; n++)
      this.again(n === 0 ? item : { ...item, eventDate: new Date(n).toISOString(), reason: 'again' });
  }

  again(item: NewItem): void {
    this.#last = this.#last.then(() => this.#deliver([item]));
  }

  /** Sends what was held back, the newest first, in one notification. */
  flush(): void {
    const held = this.#held;
    this.#held = [];
    if (held.length > 0) this.#last = this.#last.then(() => this.#deliver(held));
  }

  /** Until everything was accepted. */
  async settled(): Promise<void> {
    for (let last; last !== this.#last;) {
      last = this.#last;
      await last;
    }
  }

  close(): void {
    this.#isOver = true;
  }

  async #deliver(items: readonly NewItem[]): Promise<void> {
    const name = items[0]?.pspReference ?? '';
    for (let n = 0; n < tries && this.hook !== null && !this.#isOver; n++) {
      const { status, body } = await this.#post(items);
      this.answers.set(name, [...(this.answers.get(name) ?? []), status]);
      if (status === 202 || (status === 200 && body.includes('[accepted]'))) return;
      await sleep(pauseMs);
    }
  }

  /** As it is signed and sent, or as the lie has it. */
  notification(items: readonly NewItem[]): object {
    const [key = '', older = key] = this.keys;
    const used = this.#lies.takes('forged') ? foreignKey : this.#lies.takes('old_key') ? older : key;
    const isForeign = this.#lies.takes('other_account');
    const all = items.map((item) => signed(isForeign ? { ...item, merchantAccountCode: 'AnotherCOM' } : item, used));
    const [first] = items;
    if (first && this.#lies.takes('second_broken'))
      all.push(signed({ ...first, pspReference: 'BROKEN0000000000', merchantReference: 'DEPBROKEN' }, foreignKey));
    return {
      live: String(this.#lies.takes('other_mode')),
      notificationItems: all.map((NotificationRequestItem) => ({ NotificationRequestItem })),
    };
  }

  async #post(items: readonly NewItem[]): Promise<{ status: number; body: string }> {
    try {
      const response = await fetch(this.hook ?? '', {
        method: 'POST',
        headers: { 'content-type': 'application/json; charset=utf-8', 'user-agent': 'Adyen HttpClient 1.0' },
        body: JSON.stringify(this.notification(items)),
        signal: AbortSignal.timeout(10_000),
      });
      return { status: response.status, body: await response.text() };
    } catch {
      return { status: 0, body: '' };
    }
  }
}
