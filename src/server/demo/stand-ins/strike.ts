/** Moments of a call to a stand-in: it has arrived, its work is done, its answer is out. */
export const moments = ['before', 'done', 'answered'] as const;
export type Moment = (typeof moments)[number];

/** What a test does at a moment of a call, such as ending the caller. `lost` as its result at the first one loses the call. */
export type Strike = (moment: Moment, path: string, method: string) => unknown;
