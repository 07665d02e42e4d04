// The names of the states of a transfer. Without the schema library, so that the browser may import them for real.

/**
 * The state of a transfer between a wallet and a trading account; `needs_reconciliation` waits for the platform's
 * response.
 */
export const transferStates = ['pending', 'completed', 'rejected', 'needs_reconciliation'] as const;
export type TransferState = (typeof transferStates)[number];

/** Whether the platform has booked it. */
export const transferOutcomes = ['booked', 'not_booked'] as const;
export type TransferOutcome = (typeof transferOutcomes)[number];

/** What staff may do with it. */
export const transferActions = ['query_status', 'propose', 'decide'] as const;
export type TransferAction = (typeof transferActions)[number];
