import type { Delivery } from './collector.ts';

/** Takes items without waiting, and sends them in batches in the background. */
export interface Batches<Item> {
  add(item: Item): void;
  /** Sends what is there once, for at most so long, and takes nothing more. */
  stop(withinMs: number): Promise<void>;
}

interface How<Item> {
  send(items: readonly Item[], withinMs?: number): Promise<Delivery>;
  /** So many were lost: no space was left for them, or the collector did not take them. */
  onDropped(count: number): void;
  /** How a batch ended, so that a change can be logged. */
  onSent(isTaken: boolean): void;
  maxWaiting?: number;
  maxBatch?: number;
  pauseMs?: number;
}

const usual = { maxWaiting: 2048, maxBatch: 512, pauseMs: 2000 };
/** After each failure twice as long, up to a minute, whatever the collector asks for. */
const longestPauseMs = 60_000;
/** Then it is dropped: newer ones matter more. */
const maxAttempts = 5;

export function openBatches<Item>({ send, onDropped, onSent, ...limits }: How<Item>): Batches<Item> {
  const { maxWaiting, maxBatch, pauseMs } = { ...usual, ...limits };
  let waiting: Item[] = [];
  let timer: NodeJS.Timeout | undefined;
  let sending: Promise<void> | undefined;
  let attempts = 0;
  let isStopped = false;

  function add(item: Item): void {
    if (isStopped || waiting.length >= maxWaiting) {
      onDropped(1);
      return;
    }
    waiting.push(item);
    if (sending || attempts > 0) return;
    if (waiting.length >= maxBatch) start();
    else planIn(pauseMs);
  }

  function planIn(ms: number): void {
    timer ??= setTimeout(start, ms).unref();
  }

  function start(): void {
    clearTimeout(timer);
    timer = undefined;
    sending = sendBatch().finally(() => (sending = undefined));
  }

  async function sendBatch(): Promise<void> {
    const batch = waiting.slice(0, maxBatch);
    const result = await send(batch);
    onSent(result.is === 'taken');
    attempts = result.is === 'later' ? attempts + 1 : 0;
    const isOver = result.is !== 'later' || attempts >= maxAttempts;
    if (isOver) {
      // What came since then stands behind it.
      waiting = waiting.slice(batch.length);
      if (result.is !== 'taken') onDropped(batch.length);
    }
    if (isStopped || waiting.length === 0) {
      attempts = 0;
      return;
    }
    const failedMs = result.is === 'later' ? (result.inMs ?? pauseMs * 2 ** attempts) : 0;
    if (attempts >= maxAttempts) attempts = 0;
    planIn(failedMs > 0 ? Math.min(failedMs, longestPauseMs) : waiting.length >= maxBatch ? 0 : pauseMs);
  }

  return {
    add,
    async stop(withinMs) {
      isStopped = true;
      clearTimeout(timer);
      const endsAt = performance.now() + withinMs;
      await Promise.race([sending, pause(withinMs)]);
      while (waiting.length > 0 && performance.now() < endsAt) {
        const batch = waiting.slice(0, maxBatch);
        const { is } = await send(batch, Math.max(1, endsAt - performance.now()));
        if (is === 'later') break;
        waiting = waiting.slice(batch.length);
        if (is === 'refused') onDropped(batch.length);
      }
      if (waiting.length > 0) onDropped(waiting.length);
      waiting = [];
    },
  };
}

const pause = (ms: number) => new Promise<void>((done) => void setTimeout(done, ms).unref());
