import { waitingStates } from '#contract/ipo/names.ts';
import type { IpoApplication } from '#contract/ipo/records.ts';

const waiting = new Set<string>([...waitingStates, 'allotted']);

/** Whether the money of an application is still set aside. */
export const isHeld = (state: IpoApplication['state']) => waiting.has(state);
