import { queries } from './queries.ts';
import { createStore, useStore } from './store.ts';

const online = createStore(navigator.onLine);

/** When the server last answered this page; undefined while it has not. */
let answeredAt: Date | undefined;

/** To be told of every answer. */
export function serverAnswered(): void {
  answeredAt = new Date();
}

export const lastAnswerAt = (): Date | undefined => answeredAt;

/** Follows the network of the device. What was shown without it is asked for anew as soon as it is back. */
export function watchConnection(): void {
  window.addEventListener('offline', () => online.set(false));
  window.addEventListener('online', () => {
    online.set(true);
    void queries.invalidateQueries();
  });
}

export const isOnline = (): boolean => online.get();
export const useIsOnline = (): boolean => useStore(online);
