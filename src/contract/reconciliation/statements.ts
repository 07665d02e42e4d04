import { z } from 'zod';
import type { Endpoints, Role } from '#contract/kernel/endpoint.ts';
import {
  day,
  decimal,
  done,
  instant,
  nothing,
  requestId,
  uuid,
  writtenLine,
  writtenText,
} from '#contract/kernel/fields.ts';
import { paymentMethods, paymentStates } from '#contract/payments/names.ts';
import { creditRefusals } from '#contract/payments/staff-endpoints.ts';
import { reconciliationRun } from './endpoints.ts';
import {
  arrivalKinds,
  arrivalStates,
  creditRules,
  dateOrders,
  decimalSigns,
  lineDoubts,
  lineResults,
  maxStatementBytes,
} from './names.ts';

const mayRead: readonly Role[] = ['finance', 'compliance', 'admin'];
const mayDecide: readonly Role[] = ['finance', 'admin'];

const columnName = writtenLine.pipe(z.string().max(120)).optional();

/** How a bank writes its CSV, where that differs from ours. */
const statementFormat = z.strictObject({
  /** What the first line calls each column; upper and lower case are the same. */
  reference: columnName,
  amount: columnName,
  currency: columnName,
  date: columnName,
  payer: columnName,
  receiving_account: columnName,
  /** The currency of all lines, for a file without such a column. */
  one_currency: z
    .string()
    .regex(/^[A-Z]{3,8}$/, 'validation.choice')
    .optional(),
  decimal_sign: z.enum(decimalSigns, 'validation.choice').optional(),
  date_order: z.enum(dateOrders, 'validation.choice').optional(),
});
export type StatementFormat = z.output<typeof statementFormat>;

const payment = z.object({
  id: uuid,
  number: z.string(),
  state: z.enum(paymentStates),
  amount: decimal,
  client: z.object({ id: uuid, name: z.string() }),
});

const line = z.object({
  id: uuid,
  /** Position in the file, from 1. */
  number: z.number().int(),
  on: day,
  currency: z.string(),
  /** Negative for money that went out. */
  amount: decimal,
  reference: z.string(),
  /** The other side, as the bank writes it; null where it does not. */
  name: z.string().nullable(),
  /** Null until it has been matched. */
  result: z.enum(lineResults).nullable(),
  doubt: z.enum(lineDoubts).nullable(),
  /** How sure the match is, in percent; null without a payment. */
  confidence: z.number().int().nullable(),
  payment: payment.nullable(),
  /** To whom alone the account belongs on which it arrived. */
  client: payment.shape.client.nullable(),
  /** Of a line that was read before: where. */
  repeats: z.object({ run_id: uuid, name: z.string(), number: z.number().int() }).nullable(),
  decided: z.object({ by: z.string(), at: instant, note: z.string().nullable() }).nullable(),
});
export type StatementLineInfo = z.output<typeof line>;

const arrival = z.object({
  id: uuid,
  connection: z.string(),
  name: z.string(),
  /** When the bank wrote it, as its server says. */
  left_at: instant,
  state: z.enum(arrivalStates),
  /** Null until it is read. */
  kind: z.enum(arrivalKinds).nullable(),
  /** Why it was refused, or why there is nothing to do, in words. */
  refusal: z.string().nullable(),
  /** The comparison of a statement. */
  run_id: uuid.nullable(),
  /** The number of the file for the bank that a report is about. */
  bank_file: z.string().nullable(),
});
export type BankFileArrival = z.output<typeof arrival>;

/** `open`: those that staff have to decide on. */
const shownLines = ['open', ...lineResults] as const;
export type ShownLines = (typeof shownLines)[number];
const linesFilter = { run_id: uuid, show: z.enum(shownLines, 'validation.choice').optional() };
const lineId = { line_id: uuid };

export const statementEndpoints = {
  'reconciliation.summary': {
    route: 'POST /api/staff/reconciliation/summary',
    guard: mayRead,
    summary: 'How much of it needs a decision, and when the last statement came.',
    body: nothing,
    response: z.object({
      /** Lines of statements that staff have to decide on. */
      lines: z.number().int(),
      /** Files of banks that could not be read, and that staff have to decide on. */
      files: z.number().int(),
      /** Differences without an explanation: of all statements, and of the latest comparison of each other kind. */
      differences: z.number().int(),
      last_statement_at: instant.nullable(),
    }),
  },
  'reconciliation.arrivals': {
    route: 'POST /api/staff/reconciliation/arrivals',
    guard: mayRead,
    summary:
      'Files that banks have left by a connection, the latest first, 20 at a time, and whether a connection exists.',
    body: z.strictObject({ cursor: uuid.optional() }),
    response: z.object({
      connected: z.boolean(),
      arrivals: z.array(arrival),
      next_cursor: uuid.nullable(),
    }),
  },
  'reconciliation.reread': {
    route: 'POST /api/staff/reconciliation/arrivals/reread',
    guard: mayDecide,
    summary: 'Read a bank’s file again that couldn’t be read, if the bank still has it.',
    body: z.strictObject({ arrival_id: uuid }),
    response: done,
    refusals: ['http.not_found'],
  },
  'reconciliation.close_file': {
    route: 'POST /api/staff/reconciliation/arrivals/close',
    guard: mayDecide,
    summary: 'Record that a bank’s file that couldn’t be read needs no action.',
    body: z.strictObject({ arrival_id: uuid }),
    response: done,
    refusals: ['http.not_found'],
  },
  'reconciliation.upload_statement': {
    route: 'POST /api/staff/reconciliation/statements/upload',
    guard: mayDecide,
    summary:
      'Read a statement, as application/octet-stream: camt.053, camt.054, MT940, MT942 or CSV (the query names its columns). Lines are matched in the background; with `exact`, exact matches are credited in the caller’s name, as far as one person may.',
    query: z.strictObject({
      method: z.enum(paymentMethods, 'validation.choice'),
      name: writtenLine.pipe(z.string().min(1, 'validation.required').max(120)),
      credit: z.enum(creditRules, 'validation.choice'),
      ...statementFormat.shape,
    }),
    response: reconciliationRun,
    refusals: [
      'files.too_large',
      'files.xml_unsafe',
      'files.xml_malformed',
      'files.xml_schema',
      'reconciliation.known',
      'reconciliation.nothing_given',
      'reconciliation.no_movements',
      'reconciliation.other_currencies',
      'reconciliation.columns',
      'reconciliation.column_twice',
      'reconciliation.too_many_lines',
      'reconciliation.line',
      'reconciliation.currency',
      'reconciliation.entry',
      'reconciliation.entry_currency',
      'reconciliation.balance',
      'reconciliation.sum',
      'reconciliation.pending',
    ],
    bodyLimit: maxStatementBytes,
    rateLimit: { hits: 60, windowS: 600, by: 'person' },
  },
  'reconciliation.lines': {
    route: 'POST /api/staff/reconciliation/statements/lines',
    guard: mayRead,
    summary: 'The lines of a statement in the order of the file, all of them or those of one result, 50 at a time.',
    body: z.strictObject({ ...linesFilter, cursor: z.number().int().min(0).optional() }),
    response: z.object({
      lines: z.array(line),
      results: z.array(z.object({ result: z.enum(lineResults), count: z.number().int() })),
      next_cursor: z.number().int().nullable(),
    }),
    refusals: ['http.not_found'],
  },
  'reconciliation.candidates': {
    route: 'POST /api/staff/reconciliation/statements/candidates',
    guard: mayDecide,
    summary:
      'Deposits that a line of incoming money may be, or that `search` names by number or reference, the likeliest first, 10 at most.',
    body: z.strictObject({ ...lineId, search: writtenLine.pipe(z.string().max(80)).optional() }),
    response: z.object({
      candidates: z.array(payment.extend({ confidence: z.number().int(), doubt: z.enum(lineDoubts).nullable() })),
    }),
    refusals: ['http.not_found'],
  },
  'reconciliation.credit_line': {
    route: 'POST /api/staff/reconciliation/statements/credit',
    guard: mayDecide,
    posts: true,
    summary:
      'Credit a line as `payments.credit_deposit` does: to a deposit, or to a client, whose deposit is made from it. A line that neither names the deposit nor was paid in its client’s name takes two people.',
    body: z.strictObject({ ...lineId, payment_id: uuid.optional(), client_id: uuid.optional(), request_id: requestId }),
    response: line,
    refusals: [
      'http.idempotency_mismatch',
      'http.not_found',
      'reconciliation.settled',
      'reconciliation.no_wallet',
      'payments.method',
      'payments.restricted',
      ...creditRefusals,
    ],
    idempotent: true,
  },
  'reconciliation.dismiss_line': {
    route: 'POST /api/staff/reconciliation/statements/dismiss',
    guard: mayDecide,
    summary: 'State why a line is no payment of a client, or what was done about it. That stays.',
    body: z.strictObject({ ...lineId, note: writtenText.pipe(z.string().min(3, 'validation.required').max(500)) }),
    response: done,
    refusals: ['http.not_found', 'reconciliation.settled'],
  },
} as const satisfies Endpoints;
