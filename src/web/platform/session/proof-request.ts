import { createStore, useStore } from '../store.ts';

/** A call waits for its person to prove who they are. */
interface ProofInput {
  settle: (isProven: boolean) => void;
}

const current = createStore<ProofInput | null>(null);
let confirming: Promise<boolean> | undefined;
let hosts = 0;

export const useProofInput = (): ProofInput | null => useStore(current);

/**
 * The component that shows the question registers here; without one, no question could be answered. @returns the
 * function that ends it
 */
export function hostProofs(): () => void {
  hosts += 1;
  return () => {
    hosts -= 1;
    if (hosts === 0) current.get()?.settle(false);
  };
}

/**
 * Asks the person to prove who they are; several calls at once ask once.
 * @returns whether they did, so that the call may be made again
 */
export function requestForProof(): Promise<boolean> {
  if (hosts === 0) return Promise.resolve(false);
  confirming ??= new Promise<boolean>((resolve) => current.set({ settle: resolve })).finally(() => {
    confirming = undefined;
    current.set(null);
  });
  return confirming;
}
