/** What is held against what: the rules of the ledger, the platform of each account, a bank's or provider's statement. */
export const runKinds = ['proof', 'platform', 'statement'] as const;
export type RunKind = (typeof runKinds)[number];

/** What may be asked for again at any time. */
export const repeatedKinds = ['proof', 'platform'] as const;
export type RepeatedKind = (typeof repeatedKinds)[number];

export const runStates = ['waiting', 'running', 'done', 'failed'] as const;

/** The worst first, which is the order of a run's findings. */
export const findingResults = [
  'broken',
  'differs',
  'amount_differs',
  'missing_here',
  'missing_there',
  'unasked',
  'matched',
] as const;
export type FindingResult = (typeof findingResults)[number];

export const ledgerAccountKinds = [
  'wallet_available',
  'wallet_held',
  'trading',
  'psp_in',
  'psp_out',
  'fees',
  'bonus',
  'dealing',
  'fx',
  'ipo_escrow',
  'suspense',
] as const;

/** Lines of one statement. */
export const mostStatementLines = 5000;
export const mostStatementBytes = 1024 * 1024;
