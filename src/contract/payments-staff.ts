import { z } from 'zod';
import { approvalRefusals } from './approval-names.ts';
import { overrule } from './approval-overrule.ts';
import type { Endpoints, Role } from './endpoint.ts';
import { decimal, fileOfList, instant, requestId, uuid, writtenLine, writtenText } from './fields.ts';
import {
  adjustmentCategories,
  deskActs,
  heldBackBy,
  paymentKinds,
  paymentStates,
  secondApproverReasons,
} from './payment-names.ts';
import { proof, proofRefusals } from './proof.ts';
import { amountAsked, destination, payment, paymentInfo } from './payments.ts';
import { reasonCode } from './reasons.ts';

const mayRead: readonly Role[] = ['finance', 'admin', 'compliance'];
const mayAct: readonly Role[] = ['finance', 'admin'];

const note = writtenText.pipe(z.string().max(500)).optional();
const noteNeeded = writtenText.pipe(z.string().min(3, 'validation.required').max(500));
/** What the bank calls the movement. */
const bankReference = writtenLine.pipe(z.string().max(80)).optional();
const act = { payment_id: uuid, request_id: requestId };
const always = ['http.not_found', 'payments.own_request', 'payments.state'] as const;
/** Of what takes a reason and, above the threshold, a second person. */
const approvedWithReason = [
  'http.idempotency_mismatch',
  ...always,
  'reasons.not_open',
  'payments.approved_by_you',
  ...approvalRefusals,
] as const;

/** A row of the queue. `usd` is its value when it was made. */
const queueRow = payment.extend({
  usd: decimal,
  client: z.object({ id: uuid, name: z.string(), level: z.number().int() }),
  /** Who works on it. */
  reviewer: z.object({ id: uuid, name: z.string() }).nullable(),
  /** How many have approved the act that is under way, or that led to this state. */
  approvals: z.number().int(),
  approvals_needed: z.number().int(),
  category: z.enum(adjustmentCategories).nullable(),
  /** What a payment of its client waits for: a withdrawal then goes no further, a deposit may be credited. */
  held_back: z.enum(heldBackBy).nullable(),
  /** Whether the asker can do anything with it now. */
  actable: z.boolean(),
});
export type QueueRow = z.output<typeof queueRow>;

/** A finding that helps to decide. `detail` is a sentence in the language of the asker. */
const check = z.object({
  name: z.enum([
    'changed',
    'stop',
    'frozen',
    'level',
    'limits',
    'return_to_source',
    'security_change',
    'destination_age',
    'first_withdrawal',
  ]),
  result: z.enum(['good', 'warning', 'bad']),
  detail: z.string(),
});

export const queueItem = z.object({
  payment: queueRow,
  info: paymentInfo,
  /** The destination with its whole account number, for those who send money; masked for others, null without one. */
  destination_account: z.string().nullable(),
  /** Its operation of the ledger, which `payments.undo` takes; null before it is booked, and where there is another way. */
  operation_id: uuid.nullable(),
  /** What this adjustment undoes, and which one undoes this request, be it only proposed. */
  undoes: z.object({ id: uuid, number: z.string() }).nullable(),
  undone_by: z.object({ id: uuid, number: z.string() }).nullable(),
  /** What a colleague noted as received, before the deposit is credited; it may be another amount than was announced. */
  received: decimal.nullable(),
  /** Written to staff only. */
  note: z.string().nullable(),
  bank_reference: z.string().nullable(),
  maker: z.object({ id: uuid, name: z.string() }),
  client: z.object({
    id: uuid,
    name: z.string(),
    email: z.string(),
    country: z.string(),
    level: z.number().int(),
    email_verified: z.boolean(),
    created_at: instant,
    balances: z.array(z.object({ wallet_id: uuid, currency: z.string(), available: decimal, held: decimal })),
    recent: z.array(payment),
    destinations: z.array(destination),
  }),
  checks: z.array(check),
  /** Who did what, the earliest first; null is the product itself. */
  history: z.array(z.object({ state: z.enum(paymentStates), by: z.string().nullable(), at: instant })),
  /** `withdrawn` when a colleague began anew. `overrule` is why one from the network of another counts. */
  approvals: z.array(
    z.object({
      act: z.enum(deskActs),
      by: z.string(),
      at: instant,
      withdrawn: z.boolean(),
      same_network: z.boolean(),
      overrule: z.string().nullable(),
    }),
  ),
  /** Which of the acts below take a second person if the asker approves first, and why. */
  second_needed: z.array(z.object({ act: z.enum(deskActs), because: z.enum(secondApproverReasons) })),
  /** What the asker may do now; anything else would be refused. */
  acts: z.array(z.enum(deskActs)),
});
export type QueueItem = z.output<typeof queueItem>;

/** What of the queue is looked at. */
const queueFilter = z.strictObject({
  kind: z.enum(paymentKinds, 'validation.choice').optional(),
  state: z.enum(paymentStates, 'validation.choice').optional(),
  /** `waiting` needs staff, `mine` is taken by the asker, `second` needs another approver, `all` is everything. */
  view: z.enum(['waiting', 'mine', 'second', 'all'], 'validation.choice').default('waiting'),
  client_id: uuid.optional(),
  /** Part of a number, a reference, a name or an e-mail. */
  search: writtenLine.pipe(z.string().max(80)).optional(),
});

export const paymentsDeskEndpoints = {
  'payments.queue': {
    route: 'POST /api/staff/payments',
    guard: mayRead,
    summary: 'Deposits, withdrawals and adjustments, the latest first, 50 at a time, with totals of what waits.',
    body: queueFilter.extend({ cursor: uuid.optional() }),
    answer: z.object({
      payments: z.array(queueRow),
      next_cursor: uuid.nullable(),
      /** Of everything that waits for staff, whatever the filters; `usd` is the sum of values. */
      totals: z.array(z.object({ kind: z.enum(paymentKinds), count: z.number().int(), usd: decimal })),
      /** At this value, in USD, a second person must approve. */
      second_approver_from: decimal,
    }),
  },
  'payments.queue_file': {
    route: 'GET /api/staff/payments/file',
    guard: mayRead,
    summary: 'The same rows as CSV, the latest 10,000 at most. Whoever takes them away is written down.',
    query: queueFilter,
    ...fileOfList,
  },
  'payments.queue_item': {
    route: 'POST /api/staff/payments/info',
    guard: mayRead,
    summary: 'One request with its client, checks, history, and the acts that are open to the asker.',
    body: z.strictObject({ payment_id: uuid }),
    answer: queueItem,
    refusals: ['http.not_found'],
  },
  'payments.take': {
    route: 'POST /api/staff/payments/take',
    guard: mayAct,
    summary: 'Begin to work on a request, or take it over; a withdrawal is in review from then on.',
    body: z.strictObject(act),
    answer: queueItem,
    refusals: ['http.idempotency_mismatch', ...always],
    idempotent: true,
  },
  'payments.approve': {
    route: 'POST /api/staff/payments/approve',
    guard: mayAct,
    summary: 'Approve a withdrawal; above the threshold it is approved when a second person has done so.',
    body: z.strictObject({ ...act, note, ...overrule }),
    answer: queueItem,
    refusals: [
      'http.idempotency_mismatch',
      ...always,
      'payments.stopped',
      'payments.held_back',
      'payments.approved_by_you',
      ...approvalRefusals,
    ],
    idempotent: true,
  },
  'payments.reject': {
    route: 'POST /api/staff/payments/reject',
    guard: mayAct,
    summary: 'Turn a deposit or a withdrawal down with a reason that the client reads; what was held is released.',
    body: z.strictObject({
      ...act,
      reason: reasonCode,
      note,
    }),
    answer: queueItem,
    refusals: ['http.idempotency_mismatch', ...always, 'reasons.not_open'],
    idempotent: true,
  },
  'payments.mark_sent': {
    route: 'POST /api/staff/payments/mark-sent',
    guard: mayAct,
    summary: 'Say that an approved withdrawal was sent: what was held is paid out.',
    body: z.strictObject({ ...act, bank_reference: bankReference }),
    answer: queueItem,
    refusals: ['http.idempotency_mismatch', ...always, 'approvals.changed', 'payments.stopped', 'payments.held_back'],
    idempotent: true,
  },
  'payments.complete': {
    route: 'POST /api/staff/payments/complete',
    guard: mayAct,
    summary: 'Say that a withdrawal has arrived.',
    body: z.strictObject(act),
    answer: queueItem,
    refusals: ['http.idempotency_mismatch', ...always],
    idempotent: true,
  },
  'payments.fail': {
    route: 'POST /api/staff/payments/fail',
    guard: mayAct,
    summary:
      'Say that an approved or sent withdrawal did not get through: the client has the money again. What was sent takes a second person.',
    body: z.strictObject({ ...act, reason: reasonCode, note, ...overrule }),
    answer: queueItem,
    refusals: approvedWithReason,
    idempotent: true,
  },
  'payments.credit_deposit': {
    route: 'POST /api/staff/payments/credit',
    guard: mayAct,
    summary:
      'Credit what arrived for a deposit; where it takes two, when a second person names the same amount. More than was announced always does.',
    body: z.strictObject({ ...act, received: amountAsked, bank_reference: bankReference, note, ...overrule }),
    answer: queueItem,
    refusals: [
      'http.idempotency_mismatch',
      ...always,
      'payments.amount_scale',
      'payments.amount_least',
      'payments.limit_operation',
      'payments.limit_day',
      'payments.limit_month',
      'payments.received_differs',
      'payments.approved_by_you',
      ...approvalRefusals,
      'ledger.client_closed',
    ],
    idempotent: true,
  },
  'payments.refund': {
    route: 'POST /api/staff/payments/refund',
    guard: mayAct,
    summary:
      'Send a credited deposit back to where it came from, fee included; above the threshold with a second person.',
    body: z.strictObject({ ...act, reason: reasonCode, note: noteNeeded, ...overrule }),
    answer: queueItem,
    refusals: [...approvedWithReason, 'ledger.insufficient_funds'],
    idempotent: true,
  },
  'payments.charge_back': {
    route: 'POST /api/staff/payments/charge-back',
    guard: mayAct,
    summary: 'Book a deposit that its bank took back; what the wallet does not cover is the loss of the house.',
    body: z.strictObject({ ...act, reason: reasonCode, note: noteNeeded, ...overrule }),
    answer: queueItem,
    refusals: approvedWithReason,
    idempotent: true,
  },
  'payments.adjust': {
    route: 'POST /api/staff/payments/adjust',
    guard: mayAct,
    summary: 'Propose to give money to a wallet, or to take some, for a category and a reason; another person decides.',
    body: z.strictObject({
      wallet_id: uuid,
      direction: z.enum(['give', 'take'], 'validation.choice'),
      amount: amountAsked,
      category: z.enum(adjustmentCategories, 'validation.choice'),
      note: noteNeeded,
      request_id: requestId,
    }),
    answer: queueItem,
    refusals: [
      'http.idempotency_mismatch',
      'http.not_found',
      'payments.own_request',
      'payments.amount_scale',
      'payments.amount_least',
    ],
    idempotent: true,
  },
  'payments.decide_adjustment': {
    route: 'POST /api/staff/payments/decide-adjustment',
    guard: mayAct,
    summary: 'Approve or reject an adjustment that somebody else proposed; above the threshold two persons approve.',
    body: z.strictObject({
      ...act,
      decision: z.enum(['approve', 'reject'], 'validation.choice'),
      /** Asked for when rejecting. */
      reason: reasonCode.optional(),
      note,
      ...overrule,
    }),
    answer: queueItem,
    refusals: [
      'http.idempotency_mismatch',
      'http.not_found',
      'payments.own_request',
      'payments.own_proposal',
      'payments.state',
      'reasons.not_open',
      'payments.approved_by_you',
      ...approvalRefusals,
      'payments.undo_spent',
      'ledger.insufficient_funds',
      'ledger.client_closed',
    ],
    idempotent: true,
  },
  'payments.undo': {
    route: 'POST /api/staff/payments/undo',
    guard: mayAct,
    summary:
      'Propose to undo an operation of the ledger, a credited deposit or a posted adjustment, with a proof that it is oneself: an adjustment that mirrors it, fees included, on which another person decides.',
    body: z.strictObject({
      operation_id: uuid,
      reason: reasonCode,
      note: noteNeeded,
      request_id: requestId,
      ...proof,
    }),
    answer: queueItem,
    refusals: [
      'http.idempotency_mismatch',
      ...proofRefusals,
      'http.not_found',
      'payments.undo_ipo',
      'payments.undo_transfer',
      'payments.own_request',
      'payments.undo_withdrawal',
      'payments.undo_other',
      'payments.undone',
      'payments.state',
      'reasons.not_open',
      'payments.undo_spent',
    ],
    idempotent: true,
  },
  'payments.find_wallets': {
    route: 'POST /api/staff/payments/wallets',
    guard: mayAct,
    summary: 'A client’s wallets, to choose one for an adjustment.',
    body: z.strictObject({ client_id: uuid }),
    answer: z.array(
      z.object({ wallet_id: uuid, name: z.string(), currency: z.string(), available: decimal, held: decimal }),
    ),
    refusals: ['http.not_found'],
  },
} as const satisfies Endpoints;
