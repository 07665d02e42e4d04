import { z } from 'zod';
import type { Endpoints, Role } from '#contract/kernel/endpoint.ts';
import { fileLimits } from '#contract/kernel/file-rules.ts';
import {
  decimal,
  done,
  fileContent,
  instant,
  language,
  uuid,
  wholeNumber,
  writtenText,
} from '#contract/kernel/fields.ts';
import { decimalSigns } from '#contract/reconciliation/names.ts';
import {
  fileProblems,
  filesCompared,
  importFields,
  importedTypes,
  importStates,
  importSubjects,
  maxImportBytes,
  maxImportColumns,
  movementKinds,
  rowFaults,
  rowOutcomes,
  type RowOutcome,
} from './names.ts';

const administrators: readonly Role[] = ['admin'];
/** Compliance officers decide on imports as well. */
const readers: readonly Role[] = ['compliance', 'admin'];

const mapping = z.strictObject({
  columns: z
    .array(
      z.strictObject({
        /** Position in the file, from 0. */
        column: wholeNumber(0, maxImportColumns - 1),
        field: z.enum(importFields, 'validation.choice'),
        /** Of a balance of a client; that of an account is in the currency of the account. */
        currency: z
          .string()
          .regex(/^[A-Z]{3,8}$/, 'settings.currency')
          .optional(),
      }),
    )
    .max(maxImportColumns),
  decimal_sign: z.enum(decimalSigns, 'validation.choice'),
  /** Of clients whose row has none. */
  language,
  /** Whether clients are invited by email once the import is done, or later by staff. */
  invite: z.enum(['now', 'later'], 'validation.choice'),
});
export type ImportMapping = z.output<typeof mapping>;

const run = z.object({
  id: uuid,
  number: z.string(),
  name: z.string(),
  subject: z.enum(importSubjects),
  state: z.enum(importStates),
  rows: z.number().int(),
  created_by: z.string(),
  created_at: instant,
});
export type ImportRun = z.output<typeof run>;

/** Past movements in sum: of each kind how many, of each currency how much, and from which day until which. */
export const movementTotals = z.object({
  kinds: z.array(z.object({ kind: z.enum(movementKinds), count: z.number().int() })),
  sums: z.array(z.object({ currency: z.string(), amount: decimal })),
  from: z.iso.date(),
  to: z.iso.date(),
});

/** What a client did in another system before coming here. The ledger has none of it: the opening balance has the sum. */
export const earlierMovement = z.object({
  id: uuid,
  day: z.iso.date(),
  kind: z.enum(movementKinds),
  currency: z.string(),
  /** Negative where the client had less afterwards. */
  amount: decimal,
  /** Numbers in the other system: of the movement, and of the trading account. */
  number: z.string(),
  account_number: z.string().nullable(),
  details: z.string().nullable(),
});
export type EarlierMovement = z.output<typeof earlierMovement>;

/** How many documents of each type an import has. */
export const documentTypeCounts = z.array(z.object({ type: z.enum(importedTypes), count: z.number().int() }));

const fault = z.object({ field: z.enum(importFields).nullable(), code: z.enum(rowFaults) });

const runDetails = run.extend({
  /** Rows that the present step has dealt with. */
  position: z.number().int(),
  counts: z.object(
    Object.fromEntries(rowOutcomes.map((outcome) => [outcome, z.number().int()])) as Record<RowOutcome, z.ZodInt>,
  ),
  header: z.array(z.string()),
  /** The first rows as they are in the file; none once the import has ended. */
  samples: z.array(z.array(z.string())),
  mapping: mapping.nullable(),
  /** Opening balances of what is new, and what the ledger has posted of them. Once it is done: of what two people approved, with what was left out. */
  totals: z.array(z.object({ currency: z.string(), amount: decimal, posted: decimal, left_out: decimal.nullable() })),
  /** What became of the rows that two people approved; null before it is done. */
  result: z.object({ approved: z.number().int(), imported: z.number().int(), left_out: z.number().int() }).nullable(),
  /** New clients by the level that the company vouches for. */
  levels: z.array(z.object({ level: z.number().int(), count: z.number().int() })),
  /** Of history: what is new and what was imported; null where there is none. */
  movements: movementTotals.nullable(),
  /** Of documents: what is new and what was imported. */
  document_types: documentTypeCounts,
  /** Of documents: what was uploaded, why files were refused, and which no row names, each 50 at most; null for other rows. */
  files: z
    .object({
      stored: z.number().int(),
      refused: z.number().int(),
      unused: z.number().int(),
      problems: z.array(z.object({ name: z.string(), why: z.string() })),
      unused_names: z.array(z.string()),
    })
    .nullable(),
  /** Rows with a fault or a difference, 50 at most; the report has all. */
  faulty: z.array(
    z.object({
      line: z.number().int(),
      outside_id: z.string().nullable(),
      outcome: z.enum(rowOutcomes),
      faults: z.array(fault),
    }),
  ),
  /** The request waits for a second person. */
  waiting: z.boolean(),
  /** Accounts that an external trading platform opens, and why the last attempt failed; null where none does. */
  platform: z.object({ done: z.number().int(), left: z.number().int(), error: z.string().nullable() }).nullable(),
  invitations: z.object({ sent: z.number().int(), left: z.number().int(), running: z.boolean() }),
});
export type ImportDetails = z.output<typeof runDetails>;

const which = { run_id: uuid };
const rateLimit = { hits: 60, windowS: 600, by: 'person' } as const;

export const importsEndpoints = {
  'imports.earlier': {
    route: 'POST /api/wallets/earlier',
    readsReplica: true,
    guard: 'signed_in',
    underImpersonation: 'client',
    summary: 'What the caller did in another system before coming here, newest first, 50 at a time.',
    body: z.strictObject({ cursor: uuid.optional() }),
    response: z.object({ rows: z.array(earlierMovement), next_cursor: z.string().nullable() }),
  },
  'imports.list': {
    route: 'POST /api/staff/imports',
    guard: readers,
    summary: 'The last 50 imports, newest first.',
    body: z.strictObject({}),
    response: z.object({ runs: z.array(run) }),
  },
  'imports.run': {
    route: 'POST /api/staff/imports/run',
    guard: readers,
    summary: 'One import with columns, first rows, totals and faults.',
    body: z.strictObject(which),
    response: runDetails,
    refusals: ['http.not_found'],
  },
  'imports.upload': {
    route: 'POST /api/staff/imports/upload',
    guard: administrators,
    summary: 'Upload CSV or JSON in UTF-8, whose first line or object names the columns, as application/octet-stream.',
    query: z.strictObject({
      name: z.string().trim().min(1, 'validation.required').max(140),
      /** What each row is: a client, or, of a client who was imported before, a trading account, a past movement or a document. */
      subject: z.enum(importSubjects, 'validation.choice').default('clients'),
    }),
    response: z.object({ id: uuid }),
    refusals: ['files.too_large', 'imports.encoding', 'imports.unreadable', 'imports.too_many', 'imports.empty'],
    bodyLimit: maxImportBytes,
    rateLimit,
  },
  'imports.missing_files': {
    route: 'POST /api/staff/imports/missing-files',
    guard: administrators,
    summary: 'Which of these files of documents are still to be sent, by their places in the list.',
    body: z.strictObject({
      ...which,
      files: z
        .array(z.strictObject({ name: z.string().max(1000), sha256: z.string().regex(/^[0-9a-f]{64}$/) }))
        .max(filesCompared),
    }),
    response: z.object({ missing: z.array(z.number().int()) }),
    refusals: ['http.not_found', 'imports.state'],
  },
  'imports.add_file': {
    route: 'POST /api/staff/imports/file',
    guard: administrators,
    summary: 'Upload one file that a row names, as application/octet-stream. It’s deleted unless the row is imported.',
    query: z.strictObject({ ...which, name: z.string().trim().min(1, 'validation.required').max(1000) }),
    response: done,
    refusals: ['http.not_found', 'imports.state', 'imports.too_many_files', 'imports.file_exists', ...fileProblems],
    bodyLimit: fileLimits.import.maxBytes,
    rateLimit: { hits: 6000, windowS: 600, by: 'person' },
  },
  'imports.check': {
    route: 'POST /api/staff/imports/check',
    guard: administrators,
    summary: 'Check every row by these columns, without importing any. May be repeated.',
    body: z.strictObject({ ...which, mapping }),
    response: done,
    refusals: ['http.not_found', 'imports.state', 'imports.mapping'],
    rateLimit,
  },
  'imports.request': {
    route: 'POST /api/staff/imports/request',
    guard: administrators,
    summary: 'Request that what is new is created. Another person decides.',
    body: z.strictObject({ ...which, reason: writtenText.pipe(z.string().min(3, 'validation.required').max(300)) }),
    response: done,
    refusals: ['http.not_found', 'imports.state', 'imports.nothing_new', 'approvals.request_open'],
  },
  'imports.end': {
    route: 'POST /api/staff/imports/end',
    guard: administrators,
    summary: 'Give up an import, and delete the personal data of its rows. What was imported already stays.',
    body: z.strictObject(which),
    response: done,
    refusals: ['http.not_found', 'imports.state'],
  },
  'imports.invite': {
    route: 'POST /api/staff/imports/invite',
    guard: administrators,
    summary: 'Invite the clients of a finished import by email to set a password.',
    body: z.strictObject(which),
    response: done,
    refusals: ['http.not_found', 'imports.state'],
  },
  'imports.report': {
    route: 'GET /api/staff/imports/report',
    guard: readers,
    summary: 'The outcome of each row as CSV. Logged.',
    query: z.strictObject(which),
    response: fileContent,
    refusals: ['http.not_found'],
    rateLimit: { hits: 20, windowS: 600, by: 'person' },
  },
} as const satisfies Endpoints;
