// The names of what may happen to money on its way in and out. Without the schema library, so that the browser may
// import them for real.

import { sortsBy } from '#contract/kernel/reads/sorts.ts';

/** Columns that staff can sort payments by; amounts by their value. */
export const queueSorts = sortsBy('-created', ['created', 'amount']);
/** The same, for what waits. */
export const oldestFirst = sortsBy('created', ['created', 'amount']);
export type QueueSort = (typeof queueSorts)[number];

export const paymentKinds = ['deposit', 'withdrawal', 'adjustment'] as const;
export type PaymentKind = (typeof paymentKinds)[number];

/** The states of each kind, roughly in their order. Which follows which is the server's table in `payments/rules.ts`. */
export const depositStates = [
  'created',
  'awaiting_payment',
  'under_review',
  'credited',
  'rejected',
  'cancelled',
  'expired',
  'failed',
  'refunded',
  'charged_back',
  'reversed',
] as const;
export const withdrawalStates = [
  'draft',
  'awaiting_confirmation',
  'submitted',
  'in_review',
  'approved',
  'ordered',
  'sent',
  'completed',
  'rejected',
  'failed',
  'cancelled',
  'expired',
] as const;
export const adjustmentStates = ['proposed', 'posted', 'rejected', 'reversed'] as const;

export type PaymentState =
  | (typeof depositStates)[number]
  | (typeof withdrawalStates)[number]
  | (typeof adjustmentStates)[number];

/** Who must act in each open state. Every other state has ended, or has not begun. */
export const actorOf: Partial<Record<PaymentState, 'client' | 'staff' | 'bank'>> = {
  awaiting_payment: 'client',
  under_review: 'staff',
  awaiting_confirmation: 'client',
  submitted: 'staff',
  in_review: 'staff',
  approved: 'staff',
  ordered: 'bank',
  sent: 'bank',
  proposed: 'staff',
};

/** Every state once. */
export const paymentStates = [...new Set<PaymentState>([...depositStates, ...withdrawalStates, ...adjustmentStates])];

/**
 * `card` and `crypto` are paid on the page of a connected provider; `sandbox` is a test card that only a demo installation
 * accepts.
 */
export const paymentMethods = ['bank_transfer', 'card', 'crypto', 'sandbox'] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

/** The methods by which clients can withdraw. */
export const payoutMethods = ['bank_transfer', 'card', 'crypto', 'sandbox'] as const satisfies readonly PaymentMethod[];

/** What an adjustment is for; it decides which account of the operator is on its other side. */
export const adjustmentCategories = ['correction', 'goodwill', 'bonus', 'fee_refund', 'fee'] as const;
export type AdjustmentCategory = (typeof adjustmentCategories)[number];

/** What staff may do to a request; `actions` of a queue item are those open to the caller now. */
export const paymentActions = [
  'assign',
  'approve',
  'reject',
  'send_payout',
  'mark_sent',
  'complete',
  'fail',
  'credit_deposit',
  'refund',
  'charge_back',
  'reverse',
  'decide_adjustment',
] as const;
export type PaymentAction = (typeof paymentActions)[number];

/**
 * What blocks a payment: a restriction by staff, a change of its client since the request, or a report that it was paid
 * already.
 */
export const blockedByReasons = [
  'restriction',
  'dispute',
  'comparison',
  'blocked',
  'frozen',
  'cooling_off',
  'level',
  'positions',
  'unexpected_payout',
] as const;
export type BlockedBy = (typeof blockedByReasons)[number];

export const withdrawalCodeLength = 6;

/**
 * Why a second person must approve: the value reaches the threshold, another person than the client has paid, more arrived than was announced, or what this approver has
 * approved alone for the client within 7 days, or for all clients within 24 hours, reaches its bound.
 */
export const secondApproverReasons = ['amount', 'payer', 'received', 'returned', 'client_week', 'day'] as const;

/**
 * What a rule of automatic approval may miss, in the order of the checks. The first ones hold for every rule, and so do
 * the last two.
 */
export const approvalConditions = [
  'held_back',
  'finding',
  'name',
  'shared',
  'method',
  'currency',
  'amount',
  'level',
  'risk',
  'account_age',
  'destination_age',
  'first_use',
  'source',
  'day_sum',
  'month_sum',
  'two_people',
  'day_cap',
] as const;
export type ApprovalCondition = (typeof approvalConditions)[number];

/** What staff see checked before they decide. */
export const paymentChecks = [
  'changed',
  'restriction',
  'frozen',
  'level',
  'limits',
  'risk',
  'return_to_source',
  'paying_account',
  'security_change',
  'destination_age',
  'first_withdrawal',
  'shared',
  'rules',
] as const;

/** Where a payment is with its provider; `starting` until it has answered. */
export const providerStates = ['starting', 'open', 'ended'] as const;

/**
 * What staff have to look at besides the state of a payment: it differs from what was asked for, or its provider has
 * reported something about it.
 */
export const providerFindings = [
  'amount',
  'late',
  'play_money',
  'not_captured',
  'dispute',
  'dispute_partial',
  'refund_failed',
  'refund_elsewhere',
  'refund_late',
  'refund_pending',
  'refund_disconnected',
  'fraud_warning',
  'holder',
  'shared_source',
  'instrument_limit',
  'not_started',
  'by_hand',
  'payee',
  'deposit_unread',
  'payout_pending',
  'payout_returned',
  'payout_unexpected',
  'payout_unread',
  'payout_disconnected',
] as const;
export type ProviderFinding = (typeof providerFindings)[number];
