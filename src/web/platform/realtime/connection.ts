import { createStore, useStore } from '../store.ts';

const online = createStore(navigator.onLine);

/** How long to wait for the response that shows whether the server can be reached. */
const patienceMs = 5_000;

/** While the server cannot be reached, it is tried this often. */
const pollEveryMs = 5_000;

/** When the server last responded to this page; undefined while it has not. */
let respondedAt: Date | undefined;
let look: Promise<boolean> | undefined;
let nextCheck: ReturnType<typeof setTimeout> | undefined;
let onReturn = () => {};

/** To be called on every response. */
export function serverResponded(): void {
  respondedAt = new Date();
  regain();
}

/**
 * To be called on every call without a response, for a network that leads nowhere does not say so. One response may
 * have got lost: the server counts as out of reach when another call fails too.
 * @returns when that is known
 */
export async function serverSilent(): Promise<void> {
  look ??= isThere().finally(() => (look = undefined));
  if (await look) regain();
  else lose();
}

const isThere = (): Promise<boolean> =>
  fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(patienceMs) }).then(
    () => true,
    () => false,
  );

function lose(): void {
  online.set(false);
  nextCheck ??= setTimeout(() => {
    nextCheck = undefined;
    if (!online.get()) void serverSilent();
  }, pollEveryMs);
}

function regain(): void {
  if (online.get()) return;
  online.set(true);
  onReturn();
}

/**
 * Follows the network of the device.
 * @param whenBack refetches what was shown without one
 */
export function watchConnection(whenBack: () => void): void {
  onReturn = whenBack;
  window.addEventListener('offline', lose);
  window.addEventListener('online', regain);
}

export const lastResponseAt = (): Date | undefined => respondedAt;
export const isOnline = (): boolean => online.get();
export const useIsOnline = (): boolean => useStore(online);
