/** What is held against what: the rules of the ledger, the platform of each account, a bank's or provider's statement. */
export const runKinds = ['proof', 'platform', 'statement'] as const;
export type RunKind = (typeof runKinds)[number];

/** Comparisons that can be requested at any time. */
export const repeatedKinds = ['proof', 'platform'] as const;
export type RepeatedKind = (typeof repeatedKinds)[number];

/** `settling`: a statement whose lines are matched with payments and decided on, before it is compared. */
export const runStates = ['waiting', 'running', 'settling', 'done', 'failed'] as const;

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

/** The data that a CSV file has of each movement, and the default names of its columns. The last two may be missing. */
export const statementColumns = ['reference', 'amount', 'currency', 'date', 'payer', 'receiving_account'] as const;
export type StatementColumn = (typeof statementColumns)[number];

/** Lines of one statement. */
export const maxStatementLines = 200_000;
export const maxStatementBytes = 128 * 1024 * 1024;

/**
 * What became of a line of a statement: its deposit was credited, by one person alone or once a second one agrees; it was
 * booked already; staff have to decide, with a payment that it probably is or without one; it was read before; or staff
 * have said why it is no payment of a client.
 */
export const lineResults = ['credited', 'waiting', 'matched', 'proposed', 'unknown', 'repeated', 'dismissed'] as const;
export type LineResult = (typeof lineResults)[number];

/** Staff have to decide on these. */
export const openResults = ['proposed', 'unknown'] as const satisfies readonly LineResult[];

/** Why a line is left to staff, although there is a payment that it probably is. */
export const lineDoubts = [
  'reversal',
  'returned',
  'several',
  'booked_before',
  'ended',
  'not_sent',
  'amount',
  'no_reference',
  'name',
  'no_name',
  'account',
  'other_client',
  'closed',
  'currency',
  'restricted',
  'limit',
  'account_limit',
  'gap',
  'refused',
  'changed',
  'not_asked',
  'requester',
] as const;
export type LineDoubt = (typeof lineDoubts)[number];

/** Whether the lines that match exactly are credited in the name of the person who uploads the statement. */
export const creditRules = ['exact', 'none'] as const;
export type CreditRule = (typeof creditRules)[number];

/**
 * A file that a bank left: not read yet, read, read before as another file, without anything to do, refused, which staff
 * have to decide on, or gone before it was read.
 */
export const arrivalStates = ['seen', 'read', 'known', 'nothing', 'refused', 'gone'] as const;
export const arrivalKinds = ['report', 'statement'] as const;
