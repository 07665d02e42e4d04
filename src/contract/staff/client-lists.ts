import { z } from 'zod';
import type { Endpoints, Role } from '#contract/kernel/endpoint.ts';
import { decimal, fileOfList, instant, uuid } from '#contract/kernel/fields.ts';
import { earlierMovement } from '#contract/imports/endpoints.ts';
import { applicationStates } from '#contract/ipo/names.ts';
import { paymentKinds, paymentMethods, paymentStates } from '#contract/payments/names.ts';
import { operationKinds } from '#contract/wallets/names.ts';
import { roomStatuses } from '#contract/support/names.ts';
import { transferStates } from '#contract/trading/transfer-names.ts';

/** What staff see of one client in pages, and export as a file. */

const mayReply: readonly Role[] = ['support', 'admin'];
const keepers: readonly Role[] = ['support', 'compliance', 'admin'];

const whom = { client_id: uuid };
const refusals = ['http.not_found'] as const;

/** Ids sort by time, so the last one is the cursor. */
const pagedById = z.strictObject({ ...whom, cursor: uuid.optional() });
/** The cursor of entries that may come up again is their last time and their id. */
const pagedByTime = z.strictObject({ ...whom, cursor: z.string().max(100).optional() });
const pageOf = <Row extends z.ZodType>(row: Row) =>
  z.object({ rows: z.array(row), next_cursor: z.string().nullable() });
const file = { query: z.strictObject(whom), refusals, ...fileOfList };

const payment = z.object({
  id: uuid,
  number: z.string(),
  kind: z.enum(paymentKinds),
  state: z.enum(paymentStates),
  /** Null of an adjustment, and of a request that has none yet. */
  method: z.enum(paymentMethods).nullable(),
  amount: decimal,
  currency: z.string(),
  at: instant,
});
export type ClientPayment = z.output<typeof payment>;

/** Between a wallet and a trading account of one currency; `in` is to the account. */
const transfer = z.object({
  id: uuid,
  direction: z.enum(['in', 'out']),
  trading_account_id: z.string(),
  state: z.enum(transferStates),
  /** What was requested. */
  amount: decimal,
  currency: z.string(),
  /** What came to each side or left it, by the ledger; null where nothing has moved. */
  wallet_amount: decimal.nullable(),
  account_amount: decimal.nullable(),
  /** Its latest operation in the ledger: the one that held money, paid, or released it. Null before there is one. */
  transaction_id: uuid.nullable(),
  at: instant,
  /** When it was completed or rejected. */
  settled_at: instant.nullable(),
});
export type ClientTransfer = z.output<typeof transfer>;

/** A movement of the ledger on the client's wallets; a conversion moves two. */
const operation = z.object({
  id: uuid,
  kind: z.enum(operationKinds),
  moved: z.array(z.object({ currency: z.string(), amount: decimal })),
  /** The request that it belongs to. */
  payment: z.object({ id: uuid, number: z.string() }).nullable(),
  /**
   * Whether `payments.reverse` takes it, its reversal is requested, or done; null for what is reversed in another way,
   * or not at all.
   */
  reversal: z.enum(['open', 'proposed', 'done']).nullable(),
  at: instant,
});
export type ClientOperation = z.output<typeof operation>;

const application = z.object({
  id: uuid,
  number: z.string(),
  offering_id: uuid,
  ticker: z.string(),
  quantity: z.number().int(),
  /** Null before the allotment. */
  allotted_quantity: z.number().int().nullable(),
  state: z.enum(applicationStates),
  at: instant,
});
export type ClientApplication = z.output<typeof application>;

const ticket = z.object({
  id: uuid,
  number: z.string().nullable(),
  subject: z.string().nullable(),
  status: z.enum(roomStatuses),
  at: instant,
});
export type ClientTicket = z.output<typeof ticket>;

const session = z.object({
  id: uuid,
  device: z.string().nullable(),
  address: z.string(),
  open: z.boolean(),
  issued_by_staff: z.boolean(),
  created_at: instant,
  last_seen_at: instant,
});
export type ClientSession = z.output<typeof session>;

export const clientNote = z.object({ id: uuid, author: z.string(), text: z.string(), at: instant });
export type ClientNote = z.output<typeof clientNote>;

export const staffClientListsEndpoints = {
  'staff.client_payments': {
    route: 'POST /api/staff/clients/payments',
    readsReplica: true,
    guard: 'staff',
    summary: 'Payments of a client, newest first, 50 at a time.',
    body: pagedById,
    response: pageOf(payment),
    refusals,
  },
  'staff.client_payments_file': {
    route: 'GET /api/staff/clients/payments/file',
    readsReplica: true,
    guard: 'staff',
    summary: 'The same as CSV, 10,000 rows at most. Logged.',
    ...file,
  },
  'staff.client_operations': {
    route: 'POST /api/staff/clients/operations',
    readsReplica: true,
    guard: 'staff',
    summary: 'Ledger operations on a client’s wallets, newest first, 50 at a time.',
    body: pagedById,
    response: pageOf(operation),
    refusals,
  },
  'staff.client_operations_file': {
    route: 'GET /api/staff/clients/operations/file',
    readsReplica: true,
    guard: 'staff',
    summary: 'The same as CSV, 10,000 rows at most. Logged.',
    ...file,
  },
  'staff.client_transfers': {
    route: 'POST /api/staff/clients/transfers',
    readsReplica: true,
    guard: 'staff',
    summary:
      'Transfers between a client’s wallets and trading accounts with the amounts that each side received in ' +
      'the ledger, newest first, 50 at a time.',
    body: pagedById,
    response: pageOf(transfer),
    refusals,
  },
  'staff.client_earlier': {
    route: 'POST /api/staff/clients/earlier',
    readsReplica: true,
    guard: 'staff',
    summary: 'What a client did in another system before coming here, newest first, 50 at a time.',
    body: pagedById,
    response: pageOf(earlierMovement),
    refusals,
  },
  'staff.client_transfers_file': {
    route: 'GET /api/staff/clients/transfers/file',
    readsReplica: true,
    guard: 'staff',
    summary: 'The same as CSV, 10,000 rows at most. Logged.',
    ...file,
  },
  'staff.client_applications': {
    route: 'POST /api/staff/clients/applications',
    readsReplica: true,
    guard: 'staff',
    summary: 'A client’s applications to offerings, newest first, 50 at a time.',
    body: pagedById,
    response: pageOf(application),
    refusals,
  },
  'staff.client_applications_file': {
    route: 'GET /api/staff/clients/applications/file',
    readsReplica: true,
    guard: 'staff',
    summary: 'The same as CSV, 10,000 rows at most. Logged.',
    ...file,
  },
  'staff.client_tickets': {
    route: 'POST /api/staff/clients/tickets',
    guard: mayReply,
    summary: 'A client’s conversations with support, latest activity first, 50 at a time.',
    body: pagedByTime,
    response: pageOf(ticket),
    refusals,
  },
  'staff.client_tickets_file': {
    route: 'GET /api/staff/clients/tickets/file',
    readsReplica: true,
    guard: mayReply,
    summary: 'The same as CSV, 10,000 rows at most: their subjects without the messages. Logged.',
    ...file,
  },
  'staff.client_sessions': {
    route: 'POST /api/staff/clients/sessions',
    guard: keepers,
    summary: 'Sessions of a client, open or ended, last used first, 50 at a time.',
    body: pagedByTime,
    response: pageOf(session),
    refusals,
  },
  'staff.client_sessions_file': {
    route: 'GET /api/staff/clients/sessions/file',
    readsReplica: true,
    guard: keepers,
    summary: 'The same as CSV, 10,000 rows at most. Logged.',
    ...file,
  },
  'staff.client_notes': {
    route: 'POST /api/staff/clients/notes',
    guard: 'staff',
    summary: 'Staff notes on a client, newest first, 50 at a time.',
    body: pagedById,
    response: pageOf(clientNote),
    refusals,
  },
  'staff.client_notes_file': {
    route: 'GET /api/staff/clients/notes/file',
    readsReplica: true,
    guard: 'staff',
    summary: 'The same as CSV, 10,000 rows at most. Logged.',
    ...file,
  },
} as const satisfies Endpoints;
