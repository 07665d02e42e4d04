import { createStore, useStore } from '../store.ts';

/** What puts the new version on the screen; null while this page is of the newest. */
const change = createStore<(() => void) | null>(null);

export const offerVersion = (take: () => void): void => change.set(take);
export const useNewVersion = (): (() => void) | null => useStore(change);
