// The names of what becomes of a transfer. Without the schema library, so that the browser may import them for real.

/** How far a transfer between a wallet and a trading account has come; `needs_reconciliation` waits for the platform's word. */
export const transferStates = ['begun', 'completed', 'rejected', 'needs_reconciliation'] as const;
export type TransferState = (typeof transferStates)[number];

/** Whether the platform has booked it. */
export const transferOutcomes = ['booked', 'not_booked'] as const;
export type TransferOutcome = (typeof transferOutcomes)[number];

/** What staff may do with it. */
export const transferActs = ['ask', 'propose', 'decide'] as const;
export type TransferAct = (typeof transferActs)[number];
