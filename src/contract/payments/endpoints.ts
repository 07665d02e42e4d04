import { z } from 'zod';
import type { Endpoints } from '#contract/kernel/endpoint.ts';
import {
  decimal,
  done,
  instant,
  instantsInOrder,
  nothing,
  requestId,
  uuid,
  writtenLine,
} from '#contract/kernel/fields.ts';
import { proofsPerPayment } from '#contract/kernel/file-rules.ts';
import { storedFile } from '#contract/kernel/files.ts';
import { allowance, level, tierTerms } from './limits.ts';
import { paymentKinds, paymentMethods, paymentStates, providerStates, withdrawalCodeLength } from './names.ts';
import { accountFields, schemeNames } from './payouts/schemes.ts';
import { formattedReason } from '#contract/reasons/endpoints.ts';

const method = z.enum(paymentMethods, 'validation.choice');

/** The requested amount: a plain positive decimal. The module checks that it fits the currency. */
export const requestedAmount = z
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
  /** How the bank account is written, and where it is; null of anything else. */
  scheme: z.enum(schemeNames).nullable(),
  country: z.string().nullable(),
  /** The client's own name, for money is sent to no other person. */
  holder: z.string(),
  bank: z.string().nullable(),
  state: z.enum(['unconfirmed', 'confirmed', 'removed']),
  created_at: instant,
  confirmed_at: instant.nullable(),
  /** Of a crypto address: from when money may be sent there, once it is confirmed. */
  usable_from: instant.nullable(),
});
export type Destination = z.output<typeof destination>;

/** Who must act so that the payment leaves its present state, and by when (SLA). */
const nextStep = z.object({
  who: z.enum(['client', 'staff', 'bank']),
  by: instant.nullable(),
});

/** `amount` is paid in or leaves the wallet; `net` reaches wallet or destination after `fee`, negative for a debit. */
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
  reason: formattedReason.nullable(),
  cancellable: z.boolean(),
});
export type Payment = z.output<typeof payment>;

/** A part of what names a bank account. */
export const accountFieldValue = z.object({ field: z.enum(accountFields), value: z.string() });

/** How a deposit by bank transfer is to be paid. Without the reference we cannot match it to the client. */
export const bankDetails = z.object({
  beneficiary: z.string(),
  bank: z.string(),
  /** Of an account without an IBAN, which names it. */
  country: z.string().nullable(),
  /** What names the account, in the order of its scheme. */
  fields: z.array(accountFieldValue),
  /** Whether the bank account has been replaced since. This deposit still goes to the one it was announced with. */
  replaced: z.boolean(),
  /** Whether the IBAN is the client’s own: what arrives there is credited to them, also without the reference. */
  own: z.boolean(),
});

export const paymentInfo = z.object({
  payment,
  /** The states it has had, the earliest first; the last is the present one. */
  history: z.array(z.object({ state: z.enum(paymentStates), at: instant, by: z.enum(['client', 'staff', 'system']) })),
  /** The states that follow the present one when all goes well. */
  ahead: z.array(z.enum(paymentStates)),
  bank: bankDetails.nullable(),
  /** The page on which a card is paid; `url` is null when it cannot be paid there now. */
  provider: z.object({ state: z.enum(providerStates), url: z.string().nullable() }).nullable(),
  /** To be written into the bank transfer, or what the provider of a card knows it by. */
  reference: z.string().nullable(),
  destination: destination.nullable(),
  /** Of a withdrawal in crypto: what is sent, at the rate of its provider, and the transaction on the chain once it is known. */
  coins: z.object({ amount: decimal, coin: z.string(), transaction: z.string().nullable() }).nullable(),
  /** Proofs of payment from the client, the earliest first. */
  proofs: z.array(storedFile),
  /** How many more may be sent now. */
  proofs_left: z.number().int(),
  /** Until when the emailed code is valid; null when none is awaited, or none was emailed yet. */
  code_expires_at: instant.nullable(),
});
export type PaymentInfo = z.output<typeof paymentInfo>;

/** Terms in one currency. A fee is `fee_fixed` plus `fee_percent` of the amount, and at most the amount. */
const terms = z.object({
  currency: z.string(),
  min: decimal,
  /** The method's maximum. */
  max: decimal,
  /** What the client may move this way at this moment, by all their limits and what they have used of them. */
  now: decimal,
  fee_fixed: decimal,
  fee_percent: decimal,
});
export type PaymentTerms = z.output<typeof terms>;

const offer = z.object({
  method,
  /** In the language of the caller. */
  name: z.string(),
  terms: z.array(terms),
  /** How long it takes, in working days; 0 is at once. */
  days: z.number().int(),
  /** What the form requires: nothing, or the number of a test card. */
  needs: z.enum(['nothing', 'card']),
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
    guard: 'signed_in',
    underImpersonation: 'client',
    summary:
      'Methods of deposits and withdrawals with their currencies, fees and limits, and what has to be returned to its source.',
    body: nothing,
    response: z.object({
      deposit: z.array(offer),
      /** With the fee that the own tier leaves. */
      withdrawal: z.array(offer),
      /** Those of bank transfers in which the caller has a wallet or may open one. An account that takes another one at home needs a BIC. */
      payout_currencies: z.array(z.string()),
      /** How long after its confirmation nothing is paid to a Bitcoin address; 0 when it can be used immediately. */
      crypto_address_hours: z.number(),
      tier_terms: tierTerms,
      to_return: z.array(toReturn),
      /** Withdrawals may go to them once they are saved and confirmed. */
      paid_cards: z.array(paidCard),
    }),
  },
  'payments.limits': {
    route: 'POST /api/payments/limits',
    guard: 'signed_in',
    underImpersonation: 'client',
    summary: 'The caller’s payment limits in USD, with the amounts used and left.',
    body: nothing,
    response: z.object({
      level,
      deposit: allowance,
      withdrawal: allowance,
      /** Withdrawals are blocked until then after a change of password; null when they are not. */
      withdrawals_blocked_until: instant.nullable(),
      /** Whether the client has to set up a second factor before they withdraw. */
      second_factor_needed: z.boolean(),
    }),
  },
  'payments.deposit': {
    route: 'POST /api/payments/deposit',
    guard: 'signed_in',
    posts: true,
    notDuringClosure: true,
    needsConsent: true,
    summary:
      'Announce a deposit. The answer has, for a bank transfer, the account to pay to and the reference; for a card, the provider’s page. A test card pays at once.',
    body: z.strictObject({
      wallet_id: uuid,
      method,
      amount: requestedAmount,
      /** Of the test card; its number is never stored. */
      card: z.string().trim().max(30).optional(),
      request_id: requestId,
    }),
    response: paymentInfo,
    refusals: [
      'http.idempotency_mismatch',
      'http.not_found',
      'payments.method',
      'payments.amount_scale',
      'payments.amount_min',
      'payments.amount_max',
      'payments.card',
      'payments.restricted',
      'payments.level',
      'payments.limit_operation',
      'payments.limit_day',
      'payments.limit_month',
      'approvals.changed',
    ],
    rateLimit: { hits: 120, windowS: 3600, by: 'person' },
    idempotent: true,
  },
  'payments.check_provider': {
    route: 'POST /api/payments/check-provider',
    guard: 'signed_in',
    posts: true,
    summary: 'Ask the provider what became of a deposit by card.',
    body: z.strictObject({ payment_id: uuid }),
    response: paymentInfo,
    refusals: ['http.not_found', 'approvals.changed'],
    rateLimit: { hits: 240, windowS: 3600, by: 'person' },
  },
  'payments.mark_as_paid': {
    route: 'POST /api/payments/mark-as-paid',
    guard: 'signed_in',
    summary: 'Report a bank transfer as sent. Staff then look for it.',
    body: z.strictObject({ payment_id: uuid, request_id: requestId }),
    response: paymentInfo,
    refusals: ['http.idempotency_mismatch', 'http.not_found', 'payments.state'],
    idempotent: true,
  },
  'payments.upload_proof': {
    route: 'POST /api/payments/upload-proof',
    guard: 'signed_in',
    summary: 'Submit uploaded files as proof of a bank transfer. It’s then reported as sent, and staff look for it.',
    body: z.strictObject({
      payment_id: uuid,
      /** Files uploaded for `payment_proof`. */
      files: z.array(uuid).min(1, 'validation.required').max(proofsPerPayment),
      request_id: requestId,
    }),
    response: paymentInfo,
    refusals: ['http.idempotency_mismatch', 'http.not_found', 'payments.state', 'payments.proof_limit', 'files.gone'],
    idempotent: true,
  },
  'payments.withdraw': {
    route: 'POST /api/payments/withdraw',
    guard: 'signed_in',
    needsProof: 'session',
    summary: 'Request a withdrawal. No money moves before it’s confirmed with the emailed code.',
    body: z.strictObject({ wallet_id: uuid, destination_id: uuid, amount: requestedAmount, request_id: requestId }),
    response: paymentInfo,
    refusals: [
      'http.idempotency_mismatch',
      'http.not_found',
      'payments.destination_unconfirmed',
      'payments.destination_waits',
      'payments.destination_currency',
      'payments.method',
      'payments.amount_scale',
      'payments.amount_min',
      'payments.amount_max',
      'payments.restricted',
      'payments.second_factor',
      'payments.level',
      'payments.blocked_after_change',
      'payments.limit_operation',
      'payments.limit_day',
      'payments.limit_month',
      'payments.return_to_source',
      'payments.disputed',
      'payments.card_takes_nothing',
      'payments.card_takes_back',
      'ledger.insufficient_funds',
    ],
    rateLimit: { hits: 120, windowS: 3600, by: 'person' },
    idempotent: true,
  },
  'payments.send_code': {
    route: 'POST /api/payments/send-code',
    guard: 'signed_in',
    summary: 'Email a new code for a withdrawal that needs confirmation. The earlier code stops working.',
    body: z.strictObject({ payment_id: uuid }),
    response: done,
    refusals: ['http.not_found', 'payments.state'],
    rateLimit: { hits: 10, windowS: 3600, by: 'person' },
  },
  'payments.confirm_withdrawal': {
    route: 'POST /api/payments/confirm',
    guard: 'signed_in',
    posts: true,
    needsProof: 'session',
    summary: 'Confirm a withdrawal with the emailed code. Its money is held and the request goes to staff.',
    body: z.strictObject({
      payment_id: uuid,
      code: z
        .string()
        .trim()
        .transform((value) => value.replace(/\s/g, ''))
        .pipe(z.string().regex(new RegExp(`^\\d{${withdrawalCodeLength}}$`), 'payments.code_shape')),
      request_id: requestId,
    }),
    response: paymentInfo,
    refusals: [
      'http.idempotency_mismatch',
      'http.not_found',
      'payments.state',
      'payments.code_paused',
      'payments.code_attempts',
      'payments.code_expired',
      'payments.code_wrong',
      'payments.destination_unconfirmed',
      'payments.restricted',
      'payments.second_factor',
      'payments.level',
      'payments.blocked_after_change',
      'payments.limit_operation',
      'payments.limit_day',
      'payments.limit_month',
      'payments.return_to_source',
      'payments.disputed',
      'payments.card_takes_nothing',
      'payments.card_takes_back',
      'ledger.insufficient_funds',
    ],
    idempotent: true,
  },
  'payments.cancel': {
    route: 'POST /api/payments/cancel',
    guard: 'signed_in',
    posts: true,
    needsProof: 'session',
    summary:
      'Cancel a withdrawal until it’s approved, or a deposit until it’s reported as paid. Held money is ' +
      'available again.',
    body: z.strictObject({ payment_id: uuid, request_id: requestId }),
    response: paymentInfo,
    refusals: ['http.idempotency_mismatch', 'http.not_found', 'payments.state'],
    idempotent: true,
  },
  'payments.list': {
    route: 'POST /api/payments',
    guard: 'signed_in',
    underImpersonation: 'client',
    summary: 'The caller’s deposits, withdrawals and posted adjustments, newest first, 50 at a time.',
    body: z
      .strictObject({
        kind: z.enum(paymentKinds, 'validation.choice').optional(),
        state: z.enum(paymentStates, 'validation.choice').optional(),
        /** Only those that are pending. */
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
    response: z.object({ payments: z.array(payment), next_cursor: uuid.nullable() }),
  },
  'payments.info': {
    route: 'POST /api/payments/info',
    guard: 'signed_in',
    underImpersonation: 'client',
    summary: 'One payment with its steps: its history, who acts next and by when, and why it was rejected.',
    body: z.strictObject({ payment_id: uuid }),
    response: paymentInfo,
    refusals: ['http.not_found'],
  },
} as const satisfies Endpoints;

export type PaymentMethods = z.output<(typeof paymentsEndpoints)['payments.methods']['response']>;
export type PaymentLimits = z.output<(typeof paymentsEndpoints)['payments.limits']['response']>;
