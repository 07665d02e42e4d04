import { z } from 'zod';
import type { Endpoints, Role } from '#contract/kernel/endpoint.ts';
import {
  day,
  daysInOrder,
  decimal,
  done,
  fileOfList,
  instant,
  requestId,
  uuid,
  writtenLine,
  writtenText,
} from '#contract/kernel/fields.ts';
import { paymentMethods, paymentStates } from '#contract/payments/names.ts';
import { findingResults, ledgerAccountKinds, repeatedKinds, runKinds, runStates } from './names.ts';

const mayRead: readonly Role[] = ['finance', 'compliance', 'admin'];
const mayDecide: readonly Role[] = ['finance', 'admin'];

/** Everything posted before this instant; all that there is without one. */
const until = { until: instant.optional() };
const currency = z.string().regex(/^[A-Z]{3,8}$/, 'validation.choice');

/** What clients own is credit, so amounts that left an account are debits. */
const sums = { debits: decimal, credits: decimal, balance: decimal };

const bookAccount = z.object({
  id: uuid,
  code: z.string(),
  /** The owner; null for an account of the operator. */
  client: z.object({ id: uuid, name: z.string() }).nullable(),
  ...sums,
  postings: z.number().int(),
});
export type BookAccount = z.output<typeof bookAccount>;

const bookPosting = z.object({
  /** Counts up in the order in which the balance moved. */
  id: z.string(),
  at: instant,
  kind: z.string(),
  amount: decimal,
  /** Null for an account of the operator, which is summed on request. */
  balance_after: decimal.nullable(),
  transaction_id: uuid,
  reference: z.string().nullable(),
  reason: z.string().nullable(),
  /** The other postings of the transaction. */
  others: z.array(z.object({ code: z.string(), amount: decimal, currency: z.string() })),
});
export type BookPosting = z.output<typeof bookPosting>;

export const reconciliationRun = z.object({
  id: uuid,
  kind: z.enum(runKinds),
  state: z.enum(runStates),
  /** Null for a run by the clock. */
  requested_by: z.string().nullable(),
  /** The connection that brought a statement, for which that person answers; null for an upload. */
  connection: z.string().nullable(),
  requested_at: instant,
  finished_at: instant.nullable(),
  method: z.enum(paymentMethods).nullable(),
  name: z.string().nullable(),
  from: day.nullable(),
  to: day.nullable(),
  /** How many of each there are. */
  results: z.array(z.object({ result: z.enum(findingResults), count: z.number().int() })),
  /** What was checked, by name: rules, accounts, lines. */
  facts: z.record(z.string(), z.number().int()),
  /** Accounts of a statement in currencies that the product does not have, and how many movements each had. */
  left_out: z.array(z.object({ account: z.string(), currency: z.string(), movements: z.number().int() })),
  /**
   * The first hundred movements of a statement that are not booked: not final yet, or without an amount. A text file has lines,
   * an XML file entries; what the bank does not say is null.
   */
  unbooked: z.array(
    z.object({
      why: z.enum(['pending', 'zero']),
      line: z.number().int().nullable(),
      entry: z.number().int().nullable(),
      on: day.nullable(),
      currency: z.string().nullable(),
      amount: decimal.nullable(),
      name: z.string().nullable(),
    }),
  ),
  /** Differences without an explanation yet. */
  open: z.number().int(),
  /**
   * Of a statement: its lines, and of these how many are left to match, how many staff have to decide on, and how many wait
   * for a second person. Null for other kinds and a sum alone.
   */
  lines: z
    .object({ count: z.number().int(), left: z.number().int(), open: z.number().int(), waiting: z.number().int() })
    .nullable(),
  failure: z.string().nullable(),
});
export type ReconciliationRun = z.output<typeof reconciliationRun>;
const run = reconciliationRun;

const finding = z.object({
  id: uuid,
  result: z.enum(findingResults),
  reference: z.string().nullable(),
  on: day.nullable(),
  currency: z.string().nullable(),
  /** What our books have, and what the other side has. */
  here: decimal.nullable(),
  there: decimal.nullable(),
  difference: decimal.nullable(),
  payment: z.object({ id: uuid, number: z.string(), state: z.enum(paymentStates) }).nullable(),
  trading_account_id: z.string().nullable(),
  client: z.object({ id: uuid, name: z.string() }).nullable(),
  /** Transfers to and from that account whose outcome the platform has not reported. */
  unanswered: z.number().int(),
  rule: z.string().nullable(),
  row: z.string().nullable(),
  why: z.string().nullable(),
  note: z.object({ text: z.string(), by: z.string(), at: instant }).nullable(),
});
export type ReconciliationFinding = z.output<typeof finding>;

const methodLine = z.object({
  method: z.string(),
  /** Money from the world, or to it. */
  direction: z.enum(['in', 'out']),
  currency: z.string(),
  /** On the operator's account, all together. */
  ledger: decimal,
  /** Of that, the part without a payment. */
  without_payment: decimal,
  /** The sums of payments by state, and how many they are. */
  payments: decimal,
  count: z.number().int(),
  /** Ledger without the part that has no payment, less payments. */
  difference: decimal,
});
export type MethodLine = z.output<typeof methodLine>;

const accountsFilter = {
  ...until,
  kind: z.enum(ledgerAccountKinds, 'validation.choice'),
  currency,
  /** Part of a code, a name or an email. */
  search: writtenLine.pipe(z.string().max(80)).optional(),
};
const postingsFilter = { ...until, account_id: uuid };
const runsFilter = { kind: z.enum(runKinds, 'validation.choice') };
const runFilter = { run_id: uuid, result: z.enum(findingResults, 'validation.choice').optional() };

export const reconciliationEndpoints = {
  'reconciliation.trial_balance': {
    route: 'POST /api/staff/reconciliation/trial-balance',
    readsReplica: true,
    guard: mayRead,
    summary: 'Debits, credits and balance by currency and kind of account. In each currency they sum to zero.',
    body: z.strictObject(until),
    response: z.object({
      until: instant,
      currencies: z.array(
        z.object({
          currency: z.string(),
          ...sums,
          kinds: z.array(z.object({ kind: z.enum(ledgerAccountKinds), accounts: z.number().int(), ...sums })),
        }),
      ),
    }),
    rateLimit: { hits: 60, windowS: 600, by: 'person' },
  },
  'reconciliation.trial_balance_file': {
    route: 'GET /api/staff/reconciliation/trial-balance/file',
    readsReplica: true,
    guard: mayRead,
    summary: 'The same as CSV. Logged.',
    query: z.strictObject(until),
    ...fileOfList,
  },
  'reconciliation.accounts': {
    route: 'POST /api/staff/reconciliation/accounts',
    readsReplica: true,
    guard: mayRead,
    summary: 'The accounts of one kind in one currency, 50 at a time, by code.',
    body: z.strictObject({ ...accountsFilter, cursor: z.string().max(160).optional() }),
    response: z.object({ accounts: z.array(bookAccount), next_cursor: z.string().nullable() }),
    rateLimit: { hits: 300, windowS: 600, by: 'person' },
  },
  'reconciliation.accounts_file': {
    route: 'GET /api/staff/reconciliation/accounts/file',
    readsReplica: true,
    guard: mayRead,
    summary: 'The same as CSV, 10,000 rows at most. Logged.',
    query: z.strictObject(accountsFilter),
    ...fileOfList,
  },
  'reconciliation.postings': {
    route: 'POST /api/staff/reconciliation/postings',
    readsReplica: true,
    guard: mayRead,
    summary:
      'Postings on one account, newest first, 50 at a time. For a client’s account this is logged as a view of ' +
      'the client.',
    body: z.strictObject({
      ...postingsFilter,
      cursor: z
        .string()
        .regex(/^\d{1,18}$/, 'validation.identifier')
        .optional(),
    }),
    response: z.object({ postings: z.array(bookPosting), currency: z.string(), next_cursor: z.string().nullable() }),
    refusals: ['http.not_found'],
    rateLimit: { hits: 300, windowS: 600, by: 'person' },
  },
  'reconciliation.postings_file': {
    route: 'GET /api/staff/reconciliation/postings/file',
    readsReplica: true,
    guard: mayRead,
    summary: 'The same as CSV, 10,000 rows at most. Logged.',
    query: z.strictObject(postingsFilter),
    refusals: ['http.not_found'],
    ...fileOfList,
  },
  'reconciliation.methods': {
    route: 'POST /api/staff/reconciliation/methods',
    readsReplica: true,
    guard: mayRead,
    summary: 'The accounts of each payment method compared with completed payments.',
    body: z.strictObject({}),
    response: z.object({ lines: z.array(methodLine), at: instant }),
    rateLimit: { hits: 60, windowS: 600, by: 'person' },
  },
  'reconciliation.methods_file': {
    route: 'GET /api/staff/reconciliation/methods/file',
    readsReplica: true,
    guard: mayRead,
    summary: 'The same as CSV. Logged.',
    ...fileOfList,
  },
  'reconciliation.runs': {
    route: 'POST /api/staff/reconciliation/runs',
    guard: mayRead,
    summary: 'Completed and running comparisons, newest first, 20 at a time.',
    body: z.strictObject({ ...runsFilter, cursor: uuid.optional() }),
    response: z.object({ runs: z.array(run), next_cursor: uuid.nullable() }),
  },
  'reconciliation.runs_file': {
    route: 'GET /api/staff/reconciliation/runs/file',
    readsReplica: true,
    guard: mayRead,
    summary: 'The same as CSV, 10,000 rows at most. Logged.',
    query: z.strictObject(runsFilter),
    ...fileOfList,
  },
  'reconciliation.run': {
    route: 'POST /api/staff/reconciliation/run',
    guard: mayRead,
    summary: 'One comparison with its findings, worst first, 100 at a time.',
    body: z.strictObject({
      ...runFilter,
      cursor: z
        .string()
        .regex(/^\d{1,9}$/, 'validation.identifier')
        .optional(),
    }),
    response: z.object({ run, findings: z.array(finding), next_cursor: z.string().nullable() }),
    refusals: ['http.not_found'],
  },
  'reconciliation.run_file': {
    route: 'GET /api/staff/reconciliation/run/file',
    guard: mayRead,
    summary: 'The same as CSV, 10,000 rows at most. Logged.',
    query: z.strictObject(runFilter),
    refusals: ['http.not_found'],
    ...fileOfList,
  },
  'reconciliation.start': {
    route: 'POST /api/staff/reconciliation/start',
    guard: mayRead,
    summary:
      'Start a job that checks the ledger’s invariants, or one that compares all accounts with their platform. ' +
      'A running one is returned.',
    body: z.strictObject({ kind: z.enum(repeatedKinds, 'validation.choice') }),
    response: run,
    rateLimit: { hits: 20, windowS: 600, by: 'person' },
  },
  'reconciliation.statement': {
    route: 'POST /api/staff/reconciliation/statement',
    guard: mayDecide,
    summary: 'Compare the sum of a statement in one currency with the ledger: money in less money out.',
    body: z
      .strictObject({
        method: z.enum(paymentMethods, 'validation.choice'),
        name: writtenLine.pipe(z.string().min(1, 'validation.required').max(120)),
        from: day,
        to: day,
        total: z.strictObject({ currency, amount: decimal }),
        request_id: requestId,
      })
      .refine(...daysInOrder),
    response: run,
    refusals: ['http.idempotency_mismatch', 'reconciliation.line', 'reconciliation.currency'],
    idempotent: true,
    rateLimit: { hits: 30, windowS: 600, by: 'person' },
  },
  'reconciliation.resolve': {
    route: 'POST /api/staff/reconciliation/resolve',
    guard: mayDecide,
    summary: 'Explain a difference and what was done about it. The explanation can’t be changed later.',
    body: z.strictObject({
      finding_id: uuid,
      note: writtenText.pipe(z.string().min(3, 'validation.required').max(500)),
    }),
    response: done,
    refusals: ['http.not_found', 'reconciliation.resolved'],
  },
} as const satisfies Endpoints;
