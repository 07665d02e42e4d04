import { z } from 'zod';
import { approvalRefusals } from '#contract/approvals/names.ts';
import { overrule } from '#contract/approvals/overrule.ts';
import type { Endpoints, Role } from '#contract/kernel/endpoint.ts';
import {
  day,
  daysInOrder,
  decimal,
  fileOfList,
  instant,
  requestId,
  sortedCursor,
  sortField,
  uuid,
  writtenLine,
  writtenText,
} from '#contract/kernel/fields.ts';
import {
  adjustmentCategories,
  paymentActions,
  blockedByReasons,
  paymentChecks,
  paymentKinds,
  paymentStates,
  queueSorts,
  secondApproverReasons,
} from './names.ts';
import { proof, proofRefusals } from '#contract/auth/proof.ts';
import { accountFields } from './payouts/schemes.ts';
import { atProvider } from './provider-endpoints.ts';
import { accountFieldValue, requestedAmount, destination, payment, paymentInfo } from './endpoints.ts';
import { reasonCode } from '#contract/reasons/endpoints.ts';

const mayRead: readonly Role[] = ['finance', 'admin', 'compliance'];
export const mayDecide: readonly Role[] = ['finance', 'admin'];

const note = writtenText.pipe(z.string().max(500)).optional();
const noteNeeded = writtenText.pipe(z.string().min(3, 'validation.required').max(500));
/** What the bank calls the movement. */
const bankReference = writtenLine.pipe(z.string().max(80)).optional();
export const action = { payment_id: uuid, request_id: requestId };
const always = ['http.not_found', 'payments.own_request', 'payments.state'] as const;
/** Of what credits a deposit. */
export const creditRefusals = [
  'payments.own_request',
  'payments.state',
  'payments.amount_scale',
  'payments.amount_min',
  'payments.level',
  'payments.limit_operation',
  'payments.limit_day',
  'payments.limit_month',
  'payments.received_differs',
  'payments.approved_by_you',
  ...approvalRefusals,
] as const;
/** Of what pays an approved withdrawal. */
export const sendingRefusals = [
  'http.idempotency_mismatch',
  ...always,
  'approvals.changed',
  'payments.restricted',
  'payments.withdrawal_blocked',
] as const;
/** Of an action that needs a reason and, above the threshold, a second person. */
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
  /** How many have approved the pending action, or the one that led to this state. */
  approvals: z.number().int(),
  approvals_needed: z.number().int(),
  category: z.enum(adjustmentCategories).nullable(),
  /** What blocks a payment of its client: a blocked withdrawal stops, a blocked deposit may still be credited. */
  held_back: z.enum(blockedByReasons).nullable(),
  /** Whether the caller can do anything with it now. */
  actable: z.boolean(),
});
export type QueueRow = z.output<typeof queueRow>;

/** A finding that helps to decide. `detail` is a sentence in the language of the caller. */
const check = z.object({
  name: z.enum(paymentChecks),
  result: z.enum(['good', 'warning', 'bad']),
  detail: z.string(),
});

export const queueItem = z.object({
  payment: queueRow,
  info: paymentInfo,
  /** The destination with its whole account number, for those who send money; masked for others, null without one. */
  destination_account: z.string().nullable(),
  /** What else the bank needs, for those who send money; none for others. */
  destination_details: z.array(accountFieldValue),
  /** Its operation of the ledger, the input of `payments.reverse`; null before it is booked, and where it is reversed otherwise. */
  operation_id: uuid.nullable(),
  /** What this adjustment reverses, and which one reverses this request, even if only requested. */
  reverses: z.object({ id: uuid, number: z.string() }).nullable(),
  reversed_by: z.object({ id: uuid, number: z.string() }).nullable(),
  /** What a colleague noted as received, before the deposit is credited; it may be another amount than was announced. */
  received: decimal.nullable(),
  at_provider: atProvider.nullable(),
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
  /** `withdrawn` when a colleague started again. `overrule` is why one from the network of another counts. */
  approvals: z.array(
    z.object({
      action: z.enum(paymentActions),
      by: z.string(),
      at: instant,
      withdrawn: z.boolean(),
      same_network: z.boolean(),
      overrule: z.string().nullable(),
    }),
  ),
  /** What `send_payout` would order it at now: a payout provider, or the one that refunds the card; null where that is closed. */
  payout_by: z.string().nullable(),
  /** Of `destination_details`, what that order has no field for. */
  payout_leaves_out: z.array(z.enum(accountFields)),
  /** Which of the actions below take a second person if the caller approves first, and why. */
  approver_needed: z.array(z.object({ action: z.enum(paymentActions), because: z.enum(secondApproverReasons) })),
  /** What the caller may do now; anything else would be refused. */
  actions: z.array(z.enum(paymentActions)),
});
export type QueueItem = z.output<typeof queueItem>;

/** Filter of the queue. */
const queueFilter = {
  kind: z.enum(paymentKinds, 'validation.choice').optional(),
  state: z.enum(paymentStates, 'validation.choice').optional(),
  /** `waiting` needs staff, `mine` is assigned to the caller, `second` needs another approver, `all` is everything. */
  view: z.enum(['waiting', 'mine', 'second', 'all'], 'validation.choice').default('waiting'),
  client_id: uuid.optional(),
  /** Those that only the provider at this connection can decide. */
  undecided_at: uuid.optional(),
  /** Days in UTC on which money came or went for it, as the books have it. */
  from: day.optional(),
  to: day.optional(),
  /** Part of a number, a reference, a name or an email. */
  search: writtenLine.pipe(z.string().max(80)).optional(),
  sort: sortField(queueSorts),
};

export const paymentsStaffEndpoints = {
  'payments.queue': {
    route: 'POST /api/staff/payments',
    guard: mayRead,
    summary: 'Deposits, withdrawals and adjustments, 50 at a time, with pending totals.',
    body: z.strictObject({ ...queueFilter, cursor: sortedCursor.optional() }).refine(...daysInOrder),
    response: z.object({
      payments: z.array(queueRow),
      next_cursor: z.string().nullable(),
      /** Of everything that waits for staff, whatever the filters; `usd` is the sum of values. */
      totals: z.array(z.object({ kind: z.enum(paymentKinds), count: z.number().int(), usd: decimal })),
      /** At this value, in USD, a second person must approve. */
      second_approver_from: decimal,
      /** Whether a connection is on that may pay out, or refund a card. */
      sends_payouts: z.boolean(),
    }),
  },
  'payments.queue_file': {
    route: 'GET /api/staff/payments/file',
    readsReplica: true,
    guard: mayRead,
    summary: 'The same rows as CSV, 10,000 at most. Logged.',
    query: z.strictObject(queueFilter).refine(...daysInOrder),
    ...fileOfList,
  },
  'payments.queue_item': {
    route: 'POST /api/staff/payments/info',
    guard: mayRead,
    summary: 'One payment with its client, checks, history, and the actions available to the caller.',
    body: z.strictObject({ payment_id: uuid }),
    response: queueItem,
    refusals: ['http.not_found'],
  },
  'payments.assign': {
    route: 'POST /api/staff/payments/assign',
    guard: mayDecide,
    summary: 'Claim a payment, or take it over. A withdrawal is then in review.',
    body: z.strictObject(action),
    response: queueItem,
    refusals: ['http.idempotency_mismatch', ...always],
    idempotent: true,
  },
  'payments.approve': {
    route: 'POST /api/staff/payments/approve',
    guard: mayDecide,
    summary: 'Approve a withdrawal. Above the threshold, a second person must approve it too.',
    body: z.strictObject({ ...action, note, ...overrule }),
    response: queueItem,
    refusals: [
      'http.idempotency_mismatch',
      ...always,
      'payments.restricted',
      'payments.withdrawal_blocked',
      'payments.approved_by_you',
      ...approvalRefusals,
    ],
    idempotent: true,
  },
  'payments.reject': {
    route: 'POST /api/staff/payments/reject',
    guard: mayDecide,
    posts: true,
    summary: 'Reject a deposit or a withdrawal with a reason that the client sees. A hold is released.',
    body: z.strictObject({
      ...action,
      reason: reasonCode,
      note,
    }),
    response: queueItem,
    refusals: ['http.idempotency_mismatch', ...always, 'reasons.not_open'],
    idempotent: true,
  },
  'payments.mark_sent': {
    route: 'POST /api/staff/payments/mark-sent',
    guard: mayDecide,
    posts: true,
    summary:
      'Mark a withdrawal as sent that is approved, or unanswered by its provider, which then never pays it. The held amount is paid out.',
    body: z.strictObject({ ...action, bank_reference: bankReference }),
    response: queueItem,
    refusals: [...sendingRefusals, 'payments.payout_under_way'],
    idempotent: true,
  },
  'payments.complete': {
    route: 'POST /api/staff/payments/complete',
    guard: mayDecide,
    summary: 'Mark a withdrawal as completed.',
    body: z.strictObject(action),
    response: queueItem,
    refusals: ['http.idempotency_mismatch', ...always],
    idempotent: true,
  },
  'payments.fail': {
    route: 'POST /api/staff/payments/fail',
    guard: mayDecide,
    posts: true,
    summary: 'Mark a withdrawal as failed and return its money. Sent, ordered or reported as paid: by two people.',
    body: z.strictObject({ ...action, reason: reasonCode, note, ...overrule }),
    response: queueItem,
    refusals: [...approvedWithReason, 'payments.payout_under_way'],
    idempotent: true,
  },
  'payments.credit_deposit': {
    route: 'POST /api/staff/payments/credit',
    guard: mayDecide,
    posts: true,
    summary:
      'Credit the received amount of a deposit. Where two people are needed, it’s credited when a second ' +
      'person names the same amount. More than the announced amount always needs two.',
    body: z.strictObject({ ...action, received: requestedAmount, bank_reference: bankReference, note, ...overrule }),
    response: queueItem,
    refusals: ['http.idempotency_mismatch', 'http.not_found', ...creditRefusals],
    idempotent: true,
  },
  'payments.refund': {
    route: 'POST /api/staff/payments/refund',
    guard: mayDecide,
    posts: true,
    summary: 'Send a credited deposit back to its source, fee included. Above the threshold, another person approves.',
    body: z.strictObject({ ...action, reason: reasonCode, note: noteNeeded, ...overrule }),
    response: queueItem,
    refusals: [...approvedWithReason, 'payments.paused', 'payments.partly_returned', 'ledger.insufficient_funds'],
    idempotent: true,
  },
  'payments.charge_back': {
    route: 'POST /api/staff/payments/charge-back',
    guard: mayDecide,
    posts: true,
    summary: 'Book a deposit that its bank reversed. Any amount that the wallet can’t cover is a company loss.',
    body: z.strictObject({ ...action, reason: reasonCode, note: noteNeeded, ...overrule }),
    response: queueItem,
    refusals: approvedWithReason,
    idempotent: true,
  },
  'payments.adjust': {
    route: 'POST /api/staff/payments/adjust',
    guard: mayDecide,
    summary: 'Request a credit or a debit of a wallet, with a category and a reason. Another person decides.',
    body: z.strictObject({
      wallet_id: uuid,
      direction: z.enum(['give', 'take'], 'validation.choice'),
      amount: requestedAmount,
      category: z.enum(adjustmentCategories, 'validation.choice'),
      note: noteNeeded,
      request_id: requestId,
    }),
    response: queueItem,
    refusals: [
      'http.idempotency_mismatch',
      'http.not_found',
      'payments.own_request',
      'payments.amount_scale',
      'payments.amount_min',
    ],
    idempotent: true,
  },
  'payments.decide_adjustment': {
    route: 'POST /api/staff/payments/decide-adjustment',
    guard: mayDecide,
    posts: true,
    summary: 'Approve or reject an adjustment of another person. Above the threshold, two people approve.',
    body: z.strictObject({
      ...action,
      decision: z.enum(['approve', 'reject'], 'validation.choice'),
      /** Required to reject. */
      reason: reasonCode.optional(),
      note,
      ...overrule,
    }),
    response: queueItem,
    refusals: [
      'http.idempotency_mismatch',
      'http.not_found',
      'payments.own_request',
      'payments.own_approval_request',
      'payments.state',
      'reasons.not_open',
      'payments.approved_by_you',
      ...approvalRefusals,
      'payments.partly_returned',
      'payments.reversal_spent',
      'ledger.insufficient_funds',
    ],
    idempotent: true,
  },
  'payments.reverse': {
    route: 'POST /api/staff/payments/reverse',
    guard: mayDecide,
    summary:
      'Request the reversal of a ledger operation, a credited deposit or a posted adjustment, with fees. With proof of identity. Another person decides.',
    body: z.strictObject({
      operation_id: uuid,
      reason: reasonCode,
      note: noteNeeded,
      request_id: requestId,
      ...proof,
    }),
    response: queueItem,
    refusals: [
      'http.idempotency_mismatch',
      ...proofRefusals,
      'http.not_found',
      'payments.reversal_ipo',
      'payments.reversal_transfer',
      'payments.own_request',
      'payments.reversal_withdrawal',
      'payments.reversal_other',
      'payments.already_reversed',
      'payments.state',
      'payments.partly_returned',
      'reasons.not_open',
      'payments.reversal_spent',
    ],
    idempotent: true,
  },
  'payments.find_wallets': {
    route: 'POST /api/staff/payments/wallets',
    guard: mayDecide,
    summary: 'A client’s wallets, to choose one for an adjustment.',
    body: z.strictObject({ client_id: uuid }),
    response: z.array(
      z.object({ wallet_id: uuid, name: z.string(), currency: z.string(), available: decimal, held: decimal }),
    ),
    refusals: ['http.not_found'],
  },
} as const satisfies Endpoints;
