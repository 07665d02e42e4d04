import { ApiError } from './api-error.ts';

/** So often a call is sent again by itself. */
const mostTimes = 3;
/** A person does not wait longer than that before a screen that says nothing. */
const longestS = 10;

/** Whether the server asked to come again: it is there, and could not answer just now. */
export const isTold = (error: unknown): error is ApiError & { retryAfterS: number } =>
  error instanceof ApiError && error.status === 503 && error.retryAfterS !== undefined;

export const mayAskAgain = (failures: number, error: unknown): boolean =>
  failures < mostTimes && isTold(error) && error.retryAfterS <= longestS;

/** As long as the server named, and a little more by chance, so that not everybody comes at once. */
export const pauseMs = ({ retryAfterS }: { retryAfterS: number }): number =>
  retryAfterS * 1000 * (1 + Math.random() / 2);

/**
 * Sends a call that has one effect however often it is sent, and again while the server asks for that.
 * @throws as the last attempt did
 */
export async function repeatedly<T>(send: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  for (let failures = 0; ; failures += 1) {
    try {
      return await send();
    } catch (error) {
      if (!isTold(error) || !mayAskAgain(failures, error) || signal?.aborted) throw error;
      await new Promise((done) => setTimeout(done, pauseMs(error)));
      if (signal?.aborted) throw error;
    }
  }
}
