import type { AdapterName } from '../certify/certify.ts';

/** By the trials of an adapter whose line holds the words. */
export const certified = (adapter: AdapterName, line: string) => ({ adapter, line });
