/** How a job's last run went; `broken_off` when its instance died meanwhile. */
export const jobOutcomes = ['never', 'running', 'done', 'failed', 'broken_off'] as const;
export type JobOutcome = (typeof jobOutcomes)[number];

/** An event that was not delivered is tried again by itself, until it is given up. */
export const undeliveredStates = ['failing', 'given_up'] as const;
export type UndeliveredState = (typeof undeliveredStates)[number];
