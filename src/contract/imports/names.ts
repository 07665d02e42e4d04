// Without the schema library, so that the browser may import it for real.
import { documentKinds, documentTypes } from '#contract/verification/names.ts';

/** What each row of a file is. */
export const importSubjects = ['clients', 'accounts', 'history', 'documents'] as const;
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
  documents: ['file_name', 'outside_id', 'document_type', 'document_number', 'issued_on', 'expires_on', 'accepted_on'],
} as const satisfies Record<ImportSubject, readonly string[]>;
export type ImportField = (typeof fieldsOf)[ImportSubject][number];
export const importFields = [...new Set<ImportField>(Object.values(fieldsOf).flat())];

/** Without these nothing can be made of a row; the first is its number in the other system, or the name of its file. */
export const requiredFields = {
  clients: ['outside_id', 'email', 'first_name', 'second_name', 'country'],
  accounts: ['account_number', 'outside_id', 'currency'],
  history: ['movement_number', 'outside_id', 'date', 'kind', 'currency', 'amount'],
  documents: ['file_name', 'outside_id', 'document_type'],
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

/** Documents of verification, and papers that prove nothing here. */
export const importedTypes = [...documentTypes, 'other'] as const;
export type ImportedType = (typeof importedTypes)[number];
export const importedKinds = [...documentKinds, 'other'] as const;
export type ImportedKind = (typeof importedKinds)[number];

/** Why a file of a document may be refused. */
export const fileProblems = [
  'files.too_large',
  'files.empty',
  'files.type',
  'files.unreadable',
  'files.pixels',
  'files.animated',
  'files.pdf_encrypted',
  'files.pdf_active',
] as const;
export type FileProblem = (typeof fileProblems)[number];

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
  'no_file',
  'file_refused',
  'shared',
] as const;
export type RowFault = (typeof rowFaults)[number];

export const maxImportBytes = 64 * 1024 * 1024;
/** Of an import of documents. */
export const maxImportFiles = 20_000;
/** How many names of refused or unused files are shown; the report has all that no row names. */
export const shownFiles = 50;
/** How many names are compared at once with the files that are there. */
export const filesCompared = 500;
export const maxImportRows = 200_000;
export const maxImportColumns = 100;
/** Signs of one row; a longer one is a file with a quote that does not end. */
export const maxRowSigns = 20_000;
/** How long the link in an invitation works. */
export const invitationDays = 7;
