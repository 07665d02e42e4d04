// The names of closing an account. Without the schema library, so that the browser may import them for real.

/** Why a client leaves, if he wants to say. */
export const closingReasons = ['not_needed', 'fees', 'service', 'other_broker', 'privacy', 'other'] as const;
export type ClosingReason = (typeof closingReasons)[number];

/** What stands in the way, in the order in which it is listed. `review`: staff have to look at it first. */
export const closingBlockers = [
  'review',
  'wallet',
  'held',
  'payment',
  'transfer',
  'trading_account',
  'application',
  'holding',
] as const;
export type ClosingBlocker = (typeof closingBlockers)[number];
