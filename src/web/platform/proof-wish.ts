import { createStore, useStore } from './store.ts';

/** A call waits for its person to prove who they are. */
interface ProofWish {
  settle: (isProven: boolean) => void;
}

const wish = createStore<ProofWish | null>(null);
let asking: Promise<boolean> | undefined;
let hosts = 0;

export const useProofWish = (): ProofWish | null => useStore(wish);

/** Whoever shows the question says so, or nobody would answer it. @returns the act that ends it */
export function hostProofs(): () => void {
  hosts += 1;
  return () => {
    hosts -= 1;
    if (hosts === 0) wish.get()?.settle(false);
  };
}

/**
 * Asks the person to prove who they are; several calls at once ask once.
 * @returns whether they did, so that the call may be made again
 */
export function askForProof(): Promise<boolean> {
  if (hosts === 0) return Promise.resolve(false);
  asking ??= new Promise<boolean>((resolve) => wish.set({ settle: resolve })).finally(() => {
    asking = undefined;
    wish.set(null);
  });
  return asking;
}
