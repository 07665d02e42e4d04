import { createStore, useStore } from '../store.ts';

/** The global loader: how many requests are under way. */
const requestCount = createStore(0);

/** Counts a request up, and down however it ends. */
export async function countRequest<T>(request: Promise<T>): Promise<T> {
  requestCount.set(requestCount.get() + 1);
  try {
    return await request;
  } finally {
    requestCount.set(requestCount.get() - 1);
  }
}

export const useIsLoading = (): boolean => useStore(requestCount) > 0;
