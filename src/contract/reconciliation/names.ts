/** What is held against what: the rules of the ledger, the platform of each account, a bank's or provider's statement. */
export const runKinds = ['proof', 'platform', 'statement'] as const;
export type RunKind = (typeof runKinds)[number];

/** Comparisons that can be requested at any time. */
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

/** Which sign parts whole units from the rest in the amounts of a file: `1234.50` or `1234,50`. */
export const decimalSigns = ['point', 'comma'] as const;
export type DecimalSign = (typeof decimalSigns)[number];

/** The order in a date of a file: `2026-03-31`, `31.03.2026` or `03/31/2026`. */
export const dateOrders = ['year_first', 'day_first', 'month_first'] as const;
export type DateOrder = (typeof dateOrders)[number];

/** The data that a file needs for each movement, and the default names of its columns. */
export const statementColumns = ['reference', 'amount', 'currency', 'date'] as const;
export type StatementColumn = (typeof statementColumns)[number];

/** Lines of one statement. */
export const maxStatementLines = 5000;
export const maxStatementBytes = 8 * 1024 * 1024;
