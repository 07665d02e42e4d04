/** What staff may set for one client instead of the operator's rule. */
export const overrideKinds = ['trading_accounts', 'deposit', 'withdrawal'] as const;
export type OverrideKind = (typeof overrideKinds)[number];

/** Payments of one client that staff may restrict, one kind or both. */
export const restrictableKinds = ['deposit', 'withdrawal'] as const;
export type RestrictableKind = (typeof restrictableKinds)[number];

/** Of payments, in the order in which they are checked. */
export const limitSpans = ['per_operation', 'per_day', 'per_month'] as const;
