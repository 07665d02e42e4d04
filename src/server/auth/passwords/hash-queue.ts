/** A waiter: those with their own line (a known device, a signed-in person) go before strangers. */
export interface Waiter {
  key: string;
  isKnown: boolean;
}

interface Waiting {
  go(): void;
  refuse(): void;
}

type QueueOptions = Map<string, Waiting[]>;

export interface QueueLimits {
  atOnce: number;
  /** Maximum number of waiters in each of the two lanes. */
  waiting: number;
  waitingOfOne: number;
}

/**
 * A queue that is fair by key. Each lane serves one waiter per key in turn. When a lane is full, a newcomer replaces
 * the last one in its longest line, so a flood from one network delays only itself.
 */
export function openQueue(limits: QueueLimits) {
  const [known, strangers]: [QueueOptions, QueueOptions] = [new Map(), new Map()];
  let running = 0;

  /** @returns false when the queue is full */
  function makeSpace(queue: QueueOptions, key: string): boolean {
    const own = queue.get(key)?.length ?? 0;
    if (own >= limits.waitingOfOne) return false;
    const lines = [...queue.values()];
    if (lines.reduce((sum, line) => sum + line.length, 0) < limits.waiting) return true;
    const longest = lines.reduce((a, b) => (b.length > a.length ? b : a));
    if (longest.length <= own + 1) return false;
    longest.pop()?.refuse();
    return true;
  }

  function next(): Waiting | undefined {
    const queue = known.size > 0 ? known : strangers;
    const [first] = queue;
    if (!first) return undefined;
    const [key, line] = first;
    const waiting = line.shift();
    // To the end of the round.
    queue.delete(key);
    if (line.length > 0) queue.set(key, line);
    return waiting;
  }

  /** Runs the work in turn. @returns undefined, at once or later, when the queue is full */
  return async <T>({ key, isKnown }: Waiter, work: () => Promise<T>): Promise<{ done: T } | undefined> => {
    const queue = isKnown ? known : strangers;
    if (running < limits.atOnce) running++;
    else {
      if (!makeSpace(queue, key)) return undefined;
      const isAdmitted = await new Promise<boolean>((settle) => {
        const line = queue.get(key) ?? [];
        line.push({ go: () => settle(true), refuse: () => settle(false) });
        queue.set(key, line);
      });
      if (!isAdmitted) return undefined;
    }
    try {
      return { done: await work() };
    } finally {
      // The next waiter takes this slot, so that a newcomer cannot get in between.
      const after = next();
      if (after) after.go();
      else running--;
    }
  };
}
