import { setTimeout as sleep } from 'node:timers/promises';
import type { Lies } from './lies.ts';

/** What the delivery of every service may do: send it often, the newest first, or not at all. */
type DeliveryLieOfAll = 'five_times' | 'newest_first' | 'lost';

const pauseMs = 250;
const tries = 240;

/** Sends what a service announces to the address of the operator, each again and again until it is taken. */
export abstract class EventDelivery<Event, Lie extends string> {
  /** Where to; none is sent without. */
  hook: string | null = null;
  /** The status of each delivery, by event. */
  readonly answers = new Map<string, number[]>();
  protected readonly lies: Lies<Lie | DeliveryLieOfAll>;
  readonly #pending = new Set<Promise<void>>();
  #held: Event[] = [];
  #isOver = false;

  constructor(lies: Lies<Lie | DeliveryLieOfAll>) {
    this.lies = lies;
  }

  /** The event, however often it is sent. */
  protected abstract nameOf(event: Event): string;

  /** Signs an event and sends it once, by `postJson`. */
  protected abstract post(event: Event): Promise<number>;

  protected isTaken(status: number): boolean {
    return status >= 200 && status < 300;
  }

  send(event: Event): void {
    if (this.lies.takes('lost')) return;
    if (this.lies.holds('newest_first')) this.#held.unshift(event);
    else this.announce(event);
  }

  protected announce(event: Event): void {
    const times = this.lies.takes('five_times') ? 5 : 1;
    for (let n = 0; n < times; n++) this.start(event);
  }

  /** Sends an event that was taken before. */
  again(event: Event): void {
    this.start(event);
  }

  /** Sends what was held back, the newest first. */
  flush(): void {
    const held = this.#held;
    this.#held = [];
    this.#track(
      (async () => {
        for (const event of held) await this.deliver(event);
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

  protected start(event: Event): void {
    this.#track(this.deliver(event));
  }

  protected async deliver(event: Event): Promise<void> {
    for (let n = 0; n < tries && this.hook !== null && !this.#isOver; n++) {
      const status = await this.post(event);
      this.note(event, status);
      if (this.isTaken(status)) return;
      await sleep(pauseMs);
    }
  }

  protected note(event: Event, status: number): void {
    const name = this.nameOf(event);
    this.answers.set(name, [...(this.answers.get(name) ?? []), status]);
  }

  /** The status of the answer; 0 without one. */
  protected async postJson(body: string, headers: Record<string, string>): Promise<number> {
    try {
      const response = await fetch(this.hook ?? '', {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body,
        signal: AbortSignal.timeout(20_000),
      });
      await response.arrayBuffer();
      return response.status;
    } catch {
      return 0;
    }
  }

  #track(work: Promise<void>): void {
    const done = work.finally(() => this.#pending.delete(done));
    this.#pending.add(done);
  }
}
