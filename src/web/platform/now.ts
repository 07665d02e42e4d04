import { useSyncExternalStore } from 'react';

const minuteMs = 60_000;

let now = new Date();

function subscribe(listener: () => void): () => void {
  const tick = () => {
    now = new Date();
    listener();
  };
  tick();
  const timer = setInterval(tick, minuteMs);
  return () => clearInterval(timer);
}

/** The present, to the minute: what depends on it renders again as time goes by. */
export const useNow = (): Date => useSyncExternalStore(subscribe, () => now);
