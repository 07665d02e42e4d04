// The names of files for the bank. Without the schema library, so that the browser may import them for real.

/** `ended`: not released, or given up by two people; what the bank has not executed is back in the queue, or with the client. */
export const bankFileStates = ['waiting', 'released', 'ended'] as const;
export type BankFileState = (typeof bankFileStates)[number];

/** What a bank says of one transfer (ISO 20022, TxSts). */
export const bankStatuses = ['RCVD', 'ACTC', 'ACCP', 'ACWC', 'PDNG', 'ACSP', 'ACSC', 'ACCC', 'RJCT'] as const;
export type BankStatus = (typeof bankStatuses)[number];

/** What two people agree on about a file: its release, or that what the bank has rejected or not answered counts as not paid. */
export const bankFileActs = ['release', 'give_up'] as const;
export type BankFileAct = (typeof bankFileActs)[number];

/** How a released file gets to the bank by a connection. `unclear`: the bank may have it; staff ask. */
export const deliveryStates = ['waiting', 'sending', 'done', 'unclear'] as const;

export const maxLinesPerFile = 10_000;
export const maxAnswerBytes = 50 * 1024 * 1024;
