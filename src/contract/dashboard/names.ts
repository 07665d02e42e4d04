import type { Role } from '#contract/kernel/endpoint.ts';

/** Who of the staff sees how money moves. */
export const moneyWatchers: readonly Role[] = ['finance', 'compliance', 'admin'];

/** Work that waits, in the order in which it is shown, and whose it is. */
export const workOf = {
  money_queue: moneyWatchers,
  approval_needed: moneyWatchers,
  transfers: moneyWatchers,
  reconciliation: moneyWatchers,
  verification: ['compliance', 'admin'],
  approvals: moneyWatchers,
  tickets: ['support', 'admin'],
  emails: ['support', 'compliance', 'admin'],
  jobs: ['admin'],
  events: ['admin'],
} as const satisfies Record<string, readonly Role[]>;

export type WorkKind = keyof typeof workOf;
export const workKinds = Object.keys(workOf) as WorkKind[];

/** What is shown over time, in the order in which it is shown, and who sees it. */
export const watchersOf = {
  deposits: moneyWatchers,
  withdrawals: moneyWatchers,
  net: moneyWatchers,
  result: moneyWatchers,
  traders: moneyWatchers,
  volume: moneyWatchers,
  registrations: ['support', ...moneyWatchers],
  first_deposits: ['support', ...moneyWatchers],
  first_answer: ['support', 'admin'],
} as const satisfies Record<string, readonly Role[]>;

export type FigureName = keyof typeof watchersOf;
export const figureNames = Object.keys(watchersOf) as FigureName[];

/** Days up to today, or since the quarter began. */
export const periods = ['days_7', 'days_30', 'days_90', 'quarter'] as const;

export const funnelSteps = ['registered', 'email_confirmed', 'verified', 'deposited', 'traded'] as const;
export type FunnelStep = (typeof funnelSteps)[number];

/** What waits in the lists of staff, and whose work it is: the counts of their menu. */
export const queueOf = {
  conversations: ['support', 'admin'],
  verification: ['compliance', 'admin'],
  payments: moneyWatchers,
  approvals: moneyWatchers,
} as const satisfies Record<string, readonly Role[]>;

export type QueueName = keyof typeof queueOf;
export const queueNames = Object.keys(queueOf) as QueueName[];
