/** What moves money of a wallet, as a client reads it. */
export const operationKinds = [
  'deposit',
  'withdrawal',
  'transfer_to_trading',
  'transfer_from_trading',
  'conversion',
  'bonus',
  'fee',
  'correction',
  'opening_balance',
  'ipo',
] as const;
export type OperationKind = (typeof operationKinds)[number];

export const statementFormats = ['pdf', 'csv'] as const;
export type StatementFormat = (typeof statementFormats)[number];

/** The longest period of a statement, and the maximum of rows in a PDF; a spreadsheet has no maximum. */
export const statementLimits = { days: 366, pdfRows: 2000 } as const;
