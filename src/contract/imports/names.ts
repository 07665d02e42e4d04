// Without the schema library, so that the browser may import it for real.

/** What each row of a file is. */
export const importSubjects = ['clients', 'accounts', 'history'] as const;
export type ImportSubject = (typeof importSubjects)[number];

/**
 * What a column of a file may hold, by what its rows are. Of clients, `balance` may be given once for each currency; any
 * other field once.
 */
export const fieldsOf = {
  clients: [
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
  ],
  accounts: ['account_number', 'outside_id', 'currency', 'account_name', 'balance'],
  history: ['movement_number', 'outside_id', 'date', 'kind', 'currency', 'amount', 'account_number', 'details'],
} as const satisfies Record<ImportSubject, readonly string[]>;
export type ImportField = (typeof fieldsOf)[ImportSubject][number];
export const importFields = [...new Set<ImportField>([...fieldsOf.clients, ...fieldsOf.accounts, ...fieldsOf.history])];

/** Without these nothing can be made of a row; the first is its number in the other system. */
export const requiredFields = {
  clients: ['outside_id', 'email', 'first_name', 'second_name', 'country'],
  accounts: ['account_number', 'outside_id', 'currency'],
  history: ['movement_number', 'outside_id', 'date', 'kind', 'currency', 'amount'],
} as const satisfies Record<ImportSubject, readonly ImportField[]>;

/** What a client did in the other system, as the file names it. */
export const movementKinds = [
  'deposit',
  'withdrawal',
  'transfer',
  'conversion',
  'trade',
  'fee',
  'dividend',
  'interest',
  'bonus',
  'correction',
  'other',
] as const;
export type MovementKind = (typeof movementKinds)[number];

export const importStates = ['uploaded', 'checking', 'checked', 'importing', 'done', 'ended'] as const;
export type ImportState = (typeof importStates)[number];

/** What becomes of a row. `same` and `differs` were imported before. */
export const rowOutcomes = ['new', 'imported', 'same', 'differs', 'refused'] as const;
export type RowOutcome = (typeof rowOutcomes)[number];

/** What is wrong with a field of a row, or that it differs from what was imported before. */
export const rowFaults = [
  'required',
  'invalid',
  'too_long',
  'unknown',
  'taken',
  'twice',
  'negative',
  'currency_closed',
  'not_allowed',
  'limit',
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
