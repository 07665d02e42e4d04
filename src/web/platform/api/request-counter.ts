import { createStore, useStore } from '../store.ts';

/** The global loader: how many requests are under way. */
const pending = createStore(0);

/** Counts a request up, and down when it ends in whatever way. */
export async function counted<T>(request: Promise<T>): Promise<T> {
  pending.set(pending.get() + 1);
  try {
    return await request;
  } finally {
    pending.set(pending.get() - 1);
  }
}

export const useIsLoading = (): boolean => useStore(pending) > 0;
