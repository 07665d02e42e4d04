// Without the schema library, so that the browser may import it for real.

/** What a column of a file may hold. `balance` may be given once for each currency, any other field once. */
export const importFields = [
  'outside_id',
  'email',
  'first_name',
  'second_name',
  'country',
  'language',
  'brand',
  'phone',
  'address',
  'level',
  'tags',
  'manager',
  'balance',
] as const;
export type ImportField = (typeof importFields)[number];

/** Without these no client can be made of a row. */
export const requiredFields = ['outside_id', 'email', 'first_name', 'second_name', 'country'] as const;

export const importStates = ['uploaded', 'checking', 'checked', 'importing', 'done', 'ended'] as const;
export type ImportState = (typeof importStates)[number];

/** What becomes of a row. `same` and `differs` are clients who were imported before. */
export const rowOutcomes = ['new', 'imported', 'same', 'differs', 'refused'] as const;
export type RowOutcome = (typeof rowOutcomes)[number];

/** What is wrong with a field of a row, or that it differs from the client who was imported before. */
export const rowFaults = [
  'required',
  'invalid',
  'too_long',
  'unknown',
  'taken',
  'twice',
  'negative',
  'currency_closed',
  'columns',
  'changed',
  'differs',
] as const;
export type RowFault = (typeof rowFaults)[number];

export const maxImportBytes = 64 * 1024 * 1024;
export const maxImportRows = 200_000;
export const maxImportColumns = 100;
/** Signs of one row; a longer one is a file with a quote that does not end. */
export const maxRowSigns = 20_000;
/** How long the link in an invitation works. */
export const invitationDays = 7;
