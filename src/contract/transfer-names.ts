// The names of what becomes of a transfer that waits for a person. Without the schema library, so that the browser may
// import them for real.

/** Whether the platform has booked it. */
export const transferOutcomes = ['booked', 'not_booked'] as const;
export type TransferOutcome = (typeof transferOutcomes)[number];

/** What staff may do with it. */
export const transferActs = ['ask', 'propose', 'decide'] as const;
export type TransferAct = (typeof transferActs)[number];
