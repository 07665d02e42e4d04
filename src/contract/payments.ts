import { z } from 'zod';
import type { Endpoints } from './endpoint.ts';
import { decimal, done, instant, instantsInOrder, nothing, requestId, uuid, writtenLine } from './fields.ts';
import { proofsPerPayment } from './file-rules.ts';
import { keptFile } from './files.ts';
import { allowance, level, tierTerms } from './payment-limits.ts';
import { paymentKinds, paymentMethods, paymentStates, withdrawalCodeLength } from './payment-names.ts';
import { toldReason } from './reasons.ts';

const method = z.enum(paymentMethods, 'validation.choice');

/** What a caller asks to move: a plain positive decimal. That it fits the currency is checked by the room. */
export const amountAsked = z
  .string()
  .trim()
  .min(1, 'validation.required')
  .regex(/^\d{1,12}(\.\d{1,18})?$/, 'validation.number');

/** Where a client's money may be sent. The account is masked: `GB29 •••• 6819`. */
export const destination = z.object({
  id: uuid,
  method,
  label: z.string(),
  account: z.string(),
  /** The client's own name, for money is sent to nobody else. */
  holder: z.string(),
  bank: z.string().nullable(),
  state: z.enum(['unconfirmed', 'confirmed', 'removed']),
  created_at: instant,
  confirmed_at: instant.nullable(),
});
export type Destination = z.output<typeof destination>;

/** Who must act so that the payment leaves its present state, and until when that is promised. */
const nextStep = z.object({
  who: z.enum(['client', 'staff', 'bank']),
  by: instant.nullable(),
});

/** `amount` is paid in or leaves the wallet; `net` reaches wallet or destination after `fee`, negative where it takes. */
export const payment = z.object({
  id: uuid,
  /** What a person can name on the phone, as `P-100023`. */
  number: z.string(),
  kind: z.enum(paymentKinds),
  state: z.enum(paymentStates),
  wallet_id: uuid,
  currency: z.string(),
  amount: decimal,
  fee: decimal,
  net: decimal,
  method: method.nullable(),
  /** The card of a deposit, or the account of a withdrawal, masked. */
  account: z.string().nullable(),
  created_at: instant,
  updated_at: instant,
  next: nextStep.nullable(),
  reason: toldReason.nullable(),
  cancellable: z.boolean(),
});
export type Payment = z.output<typeof payment>;

/** How a deposit by bank transfer is to be paid. Without the reference we cannot tell whose it is. */
export const bankDetails = z.object({
  beneficiary: z.string(),
  bank: z.string(),
  iban: z.string(),
  bic: z.string(),
  /** Whether what is announced now is paid elsewhere. For this deposit it stays as it was told. */
  replaced: z.boolean(),
});

export const paymentInfo = z.object({
  payment,
  /** The states it has had, the earliest first; the last is the present one. */
  steps: z.array(z.object({ state: z.enum(paymentStates), at: instant, by: z.enum(['client', 'staff', 'system']) })),
  /** The states that follow the present one when all goes well. */
  ahead: z.array(z.enum(paymentStates)),
  bank: bankDetails.nullable(),
  /** To be written into the bank transfer. */
  reference: z.string().nullable(),
  destination: destination.nullable(),
  /** What the client sent to prove that he paid, the earliest first. */
  proofs: z.array(keptFile),
  /** How many more may be sent now. */
  proofs_left: z.number().int(),
  /** Until when the mailed code is good; null when none is awaited, or none was mailed yet. */
  code_expires_at: instant.nullable(),
});
export type PaymentInfo = z.output<typeof paymentInfo>;

/** Terms in one currency. A fee is `fee_fixed` plus `fee_percent` of the amount, and at most the amount. */
const terms = z.object({
  currency: z.string(),
  min: decimal,
  /** What the method takes at most. */
  max: decimal,
  /** What the client may move this way at this moment, by all their limits and what they have used of them. */
  now: decimal,
  fee_fixed: decimal,
  fee_percent: decimal,
});
export type PaymentTerms = z.output<typeof terms>;

const offer = z.object({
  method,
  /** In the language of the asker. */
  name: z.string(),
  terms: z.array(terms),
  /** How long it takes, in working days; 0 is at once. */
  days: z.number().int(),
  /** What the form asks for: nothing, or the number of a test card. */
  asks: z.enum(['nothing', 'card']),
});

/** Money in USD that has to go back the way it came before any other way is open. */
const toReturn = z.object({
  method,
  account: z.string().nullable(),
  deposited: decimal,
  returned: decimal,
  due: decimal,
});

/** A card that has paid in and is not saved as a destination yet; the deposit names it, for its number is not stored. */
const paidCard = z.object({ deposit_id: uuid, method, account: z.string() });
export type PaidCard = z.output<typeof paidCard>;

export const paymentsEndpoints = {
  'payments.methods': {
    route: 'POST /api/payments/methods',
    guard: 'client',
    underWatch: 'client',
    summary: 'Ways to pay in and out with their currencies, fees and limits, and what has to go back to its source.',
    body: nothing,
    answer: z.object({
      deposit: z.array(offer),
      /** With the fee that the own tier leaves. */
      withdrawal: z.array(offer),
      tier_terms: tierTerms,
      to_return: z.array(toReturn),
      /** Withdrawals may go to them once they are saved and confirmed. */
      paid_cards: z.array(paidCard),
    }),
  },
  'payments.limits': {
    route: 'POST /api/payments/limits',
    guard: 'client',
    underWatch: 'client',
    summary: 'What the own verification level allows, by the own tier for withdrawals, used and left, in USD.',
    body: nothing,
    answer: z.object({
      level,
      deposit: allowance,
      withdrawal: allowance,
      /** Withdrawals rest until then after a change of password; null when they don't. */
      withdrawals_blocked_until: instant.nullable(),
      /** Whether the client has to set up a second factor before they withdraw. */
      second_factor_needed: z.boolean(),
    }),
  },
  'payments.deposit': {
    route: 'POST /api/payments/deposit',
    guard: 'client',
    notWhileClosing: true,
    needsConsent: true,
    summary: 'Announce a deposit. A bank transfer answers with where to pay and the reference; a test card pays.',
    body: z.strictObject({
      wallet_id: uuid,
      method,
      amount: amountAsked,
      /** Of the test card; its number is never stored. */
      card: z.string().trim().max(30).optional(),
      request_id: requestId,
    }),
    answer: paymentInfo,
    refusals: [
      'http.idempotency_mismatch',
      'http.not_found',
      'payments.method',
      'payments.amount_scale',
      'payments.amount_least',
      'payments.amount_most',
      'payments.card',
      'payments.stopped',
      'payments.level',
      'payments.limit_operation',
      'payments.limit_day',
      'payments.limit_month',
    ],
    rateLimit: { hits: 120, windowS: 3600, by: 'person' },
    idempotent: true,
  },
  'payments.report_payment': {
    route: 'POST /api/payments/report',
    guard: 'client',
    summary: 'Say that a bank transfer is on its way; staff look for it from now on.',
    body: z.strictObject({ payment_id: uuid, request_id: requestId }),
    answer: paymentInfo,
    refusals: ['http.idempotency_mismatch', 'http.not_found', 'payments.state'],
    idempotent: true,
  },
  'payments.prove': {
    route: 'POST /api/payments/prove',
    guard: 'client',
    summary: 'Send uploaded files as proof of a bank transfer; it then counts as reported, and staff look for it.',
    body: z.strictObject({
      payment_id: uuid,
      /** Files uploaded for `payment_proof`. */
      files: z.array(uuid).min(1, 'validation.required').max(proofsPerPayment),
      request_id: requestId,
    }),
    answer: paymentInfo,
    refusals: ['http.idempotency_mismatch', 'http.not_found', 'payments.state', 'payments.proof_limit', 'files.gone'],
    idempotent: true,
  },
  'payments.withdraw': {
    route: 'POST /api/payments/withdraw',
    guard: 'client',
    needsProof: 'session',
    summary: 'Ask for a withdrawal. A code is mailed, and nothing moves before it is confirmed with that code.',
    body: z.strictObject({ wallet_id: uuid, destination_id: uuid, amount: amountAsked, request_id: requestId }),
    answer: paymentInfo,
    refusals: [
      'http.idempotency_mismatch',
      'http.not_found',
      'payments.destination_unconfirmed',
      'payments.method',
      'payments.amount_scale',
      'payments.amount_least',
      'payments.amount_most',
      'payments.stopped',
      'payments.second_factor',
      'payments.level',
      'payments.blocked_after_change',
      'payments.limit_operation',
      'payments.limit_day',
      'payments.limit_month',
      'payments.return_to_source',
      'ledger.insufficient_funds',
    ],
    rateLimit: { hits: 120, windowS: 3600, by: 'person' },
    idempotent: true,
  },
  'payments.send_code': {
    route: 'POST /api/payments/send-code',
    guard: 'client',
    summary: 'Mail a new code for a withdrawal that awaits confirmation; the earlier code is void.',
    body: z.strictObject({ payment_id: uuid }),
    answer: done,
    refusals: ['http.not_found', 'payments.state'],
    rateLimit: { hits: 10, windowS: 3600, by: 'person' },
  },
  'payments.confirm_withdrawal': {
    route: 'POST /api/payments/confirm',
    guard: 'client',
    needsProof: 'session',
    summary: 'Confirm a withdrawal with the mailed code: the money is set aside and the request goes to staff.',
    body: z.strictObject({
      payment_id: uuid,
      code: z
        .string()
        .trim()
        .transform((value) => value.replace(/\s/g, ''))
        .pipe(z.string().regex(new RegExp(`^\\d{${withdrawalCodeLength}}$`), 'payments.code_shape')),
      request_id: requestId,
    }),
    answer: paymentInfo,
    refusals: [
      'http.idempotency_mismatch',
      'http.not_found',
      'payments.state',
      'payments.code_paused',
      'payments.code_attempts',
      'payments.code_expired',
      'payments.code_wrong',
      'payments.destination_unconfirmed',
      'payments.stopped',
      'payments.second_factor',
      'payments.level',
      'payments.blocked_after_change',
      'payments.limit_operation',
      'payments.limit_day',
      'payments.limit_month',
      'payments.return_to_source',
      'ledger.insufficient_funds',
    ],
    idempotent: true,
  },
  'payments.cancel': {
    route: 'POST /api/payments/cancel',
    guard: 'client',
    needsProof: 'session',
    summary:
      'Take a withdrawal back until it is approved, or a deposit until it is reported as paid; what was set aside is available again.',
    body: z.strictObject({ payment_id: uuid, request_id: requestId }),
    answer: paymentInfo,
    refusals: ['http.idempotency_mismatch', 'http.not_found', 'payments.state'],
    idempotent: true,
  },
  'payments.list': {
    route: 'POST /api/payments',
    guard: 'client',
    underWatch: 'client',
    summary: 'The own deposits, withdrawals and posted adjustments, the latest first, 50 at a time.',
    body: z
      .strictObject({
        kind: z.enum(paymentKinds, 'validation.choice').optional(),
        state: z.enum(paymentStates, 'validation.choice').optional(),
        /** Only those that are under way. */
        open: z.boolean().optional(),
        wallet_id: uuid.optional(),
        /** Created at or after, and before. */
        from: instant.optional(),
        to: instant.optional(),
        /** Part of the number or of the reference. */
        search: writtenLine.pipe(z.string().max(40)).optional(),
        cursor: uuid.optional(),
      })
      .refine(...instantsInOrder),
    answer: z.object({ payments: z.array(payment), next_cursor: uuid.nullable() }),
  },
  'payments.info': {
    route: 'POST /api/payments/info',
    guard: 'client',
    underWatch: 'client',
    summary: 'One request with its steps: what happened, who acts next and until when, why it was turned down.',
    body: z.strictObject({ payment_id: uuid }),
    answer: paymentInfo,
    refusals: ['http.not_found'],
  },
} as const satisfies Endpoints;

export type PaymentMethods = z.output<(typeof paymentsEndpoints)['payments.methods']['answer']>;
export type PaymentLimits = z.output<(typeof paymentsEndpoints)['payments.limits']['answer']>;
