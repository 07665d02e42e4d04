import { useSyncExternalStore } from 'react';
import { clockHeader } from '#contract/kernel/constants.ts';

const minuteMs = 60_000;

/** How far the server's clock is ahead of this device's; only a demo's, whose clock is moved, says so. */
let aheadMs = 0;
let now = new Date();
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

function tick(): void {
  now = new Date(Date.now() + aheadMs);
  for (const listener of listeners) listener();
}

/** One timer serves them all; the first finds the clock where it stopped. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (listeners.size === 1) {
    tick();
    timer = setInterval(tick, minuteMs);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) clearInterval(timer);
  };
}

/** Follows the clock of the server that gave an answer. */
export function followClock(response: Response): void {
  const serverMs = Number(response.headers.get(clockHeader) ?? 0);
  if (serverMs === aheadMs) return;
  aheadMs = serverMs;
  tick();
}

/** The present, to the minute: what depends on it renders again as time goes by. */
export const useNow = (): Date => useSyncExternalStore(subscribe, () => now);
