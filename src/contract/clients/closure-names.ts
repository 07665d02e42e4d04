// The names of account closure. Without the schema library, so that the browser may import them for real.

/** Why a client leaves; optional. */
export const closureReasons = ['not_needed', 'fees', 'service', 'other_broker', 'privacy', 'other'] as const;
export type ClosureReason = (typeof closureReasons)[number];

/** What blocks a closure, in the order in which it is listed. `review`: staff have to check it first. */
export const closureBlockers = [
  'review',
  'wallet',
  'held',
  'payment',
  'transfer',
  'trading_account',
  'application',
  'holding',
] as const;
export type ClosureBlocker = (typeof closureBlockers)[number];
