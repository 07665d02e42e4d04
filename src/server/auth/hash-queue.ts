/** Who waits: those with a place of their own (a known device, somebody signed in) go before strangers. */
export interface Waiter {
  key: string;
  isKnown: boolean;
}

interface Waiting {
  go(): void;
  refuse(): void;
}

type Lane = Map<string, Waiting[]>;

export interface QueueLimits {
  atOnce: number;
  /** Waiting in each of the two lanes. */
  waiting: number;
  waitingOfOne: number;
}

/**
 * A queue that is fair by key: each lane is served one waiter per key in turn, and when a lane is full, a newcomer takes
 * the place of the last one in its longest line. So a flood from one network waits for itself.
 */
export function openQueue(limits: QueueLimits) {
  const [known, strangers]: [Lane, Lane] = [new Map(), new Map()];
  let running = 0;

  /** @returns false when there is no room */
  function makeRoom(lane: Lane, key: string): boolean {
    const own = lane.get(key)?.length ?? 0;
    if (own >= limits.waitingOfOne) return false;
    const lines = [...lane.values()];
    if (lines.reduce((sum, line) => sum + line.length, 0) < limits.waiting) return true;
    const longest = lines.reduce((a, b) => (b.length > a.length ? b : a));
    if (longest.length <= own + 1) return false;
    longest.pop()?.refuse();
    return true;
  }

  function next(): Waiting | undefined {
    const lane = known.size > 0 ? known : strangers;
    const [first] = lane;
    if (!first) return undefined;
    const [key, line] = first;
    const waiting = line.shift();
    // To the end of the round.
    lane.delete(key);
    if (line.length > 0) lane.set(key, line);
    return waiting;
  }

  /** Works when it is this one's turn. @returns undefined at once or later when there is no room for it to wait */
  return async <T>({ key, isKnown }: Waiter, work: () => Promise<T>): Promise<{ done: T } | undefined> => {
    const lane = isKnown ? known : strangers;
    if (running < limits.atOnce) running++;
    else {
      if (!makeRoom(lane, key)) return undefined;
      const isLetIn = await new Promise<boolean>((settle) => {
        const line = lane.get(key) ?? [];
        line.push({ go: () => settle(true), refuse: () => settle(false) });
        lane.set(key, line);
      });
      if (!isLetIn) return undefined;
    }
    try {
      return { done: await work() };
    } finally {
      // The next in turn takes over this place, so that a newcomer cannot slip in between.
      const after = next();
      if (after) after.go();
      else running--;
    }
  };
}
