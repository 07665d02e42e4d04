/** What staff may set for one client instead of the house's rule. */
export const overrideKinds = ['trading_accounts', 'deposit', 'withdrawal'] as const;
export type OverrideKind = (typeof overrideKinds)[number];

/** Payments of one client that staff may stop, one kind or both. */
export const stoppableKinds = ['deposit', 'withdrawal'] as const;
export type StoppableKind = (typeof stoppableKinds)[number];

/** Of payments, in the order in which they are checked. */
export const limitSpans = ['per_operation', 'per_day', 'per_month'] as const;
