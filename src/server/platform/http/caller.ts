import { AsyncLocalStorage } from 'node:async_hooks';

/** Who waits for the present work: code that shares a scarce resource between callers reads it here. */
export interface Caller {
  ip: string;
  /** The signed-in person. */
  personId: string | undefined;
}

const callers = new AsyncLocalStorage<Caller>();

/** Works in the name of a caller. */
export const asCaller = <T>(caller: Caller, work: () => T): T => callers.run(caller, work);

/** Undefined for work of our own, such as a job. */
export const currentCaller = (): Caller | undefined => callers.getStore();
