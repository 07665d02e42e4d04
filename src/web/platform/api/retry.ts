import { ApiError } from './api-error.ts';

/** So often a call is repeated automatically. */
const maxTries = 3;
/** The maximum time that a person waits before a screen without a message. */
const longestS = 10;

/** A response that took so long was waited for by the server. */
const longWaitMs = 5000;

/** Whether the server asked to try again: it runs, but could not respond just now. */
export const hasRetryAfter = (error: unknown): error is ApiError & { retryAfterS: number } =>
  error instanceof ApiError && error.status === 503 && error.retryAfterS !== undefined;

export const mayRetry = (failures: number, error: unknown): boolean =>
  failures < maxTries && hasRetryAfter(error) && error.retryAfterS <= longestS;

/** As long as the server named, and a random time more, so that clients do not all come back at once. */
export const pauseMs = ({ retryAfterS }: { retryAfterS: number }): number =>
  retryAfterS * 1000 * (1 + Math.random() / 2);

/**
 * Sends a call that has one effect however often it is sent, and again while the server asks for that. An attempt for
 * which the server itself has waited, as for a lock, is the last: the person would wait several times as long.
 * @throws as the last attempt did
 */
export async function repeatedly<T>(send: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  for (let failures = 0; ; failures += 1) {
    const began = Date.now();
    try {
      return await send();
    } catch (error) {
      const hasWaited = Date.now() - began >= longWaitMs;
      if (!hasRetryAfter(error) || hasWaited || !mayRetry(failures, error) || signal?.aborted) throw error;
      await new Promise((done) => setTimeout(done, pauseMs(error)));
      if (signal?.aborted) throw error;
    }
  }
}
