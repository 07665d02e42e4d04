import type { NoticeName } from '#contract/realtime.ts';

/** Marks a query as one whose answer changes with these notices: `meta: toldBy('wallet.changed')`. */
export const toldBy = (...notices: NoticeName[]) => ({ notices });
