import { createStore, useStore } from '../store.ts';

const online = createStore(navigator.onLine);

/** So long an answer is waited for that tells whether there is a way to the server. */
const patienceMs = 5_000;

/** While there is no way to the server, one is looked for this often. */
const lookEveryMs = 5_000;

/** When the server last answered this page; undefined while it has not. */
let answeredAt: Date | undefined;
let look: Promise<boolean> | undefined;
let nextLook: ReturnType<typeof setTimeout> | undefined;
let onReturn = () => {};

/** To be told of every answer. */
export function serverAnswered(): void {
  answeredAt = new Date();
  regain();
}

/**
 * To be told of every call without an answer, for a network that leads nowhere does not say so. One answer may have got
 * lost: that there is no way to the server is said when another call finds none either.
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
  nextLook ??= setTimeout(() => {
    nextLook = undefined;
    if (!online.get()) void serverSilent();
  }, lookEveryMs);
}

function regain(): void {
  if (online.get()) return;
  online.set(true);
  onReturn();
}

/**
 * Follows the network of the device.
 * @param whenBack asks anew for what was shown without one
 */
export function watchConnection(whenBack: () => void): void {
  onReturn = whenBack;
  window.addEventListener('offline', lose);
  window.addEventListener('online', regain);
}

export const lastAnswerAt = (): Date | undefined => answeredAt;
export const isOnline = (): boolean => online.get();
export const useIsOnline = (): boolean => useStore(online);
