import { z } from 'zod';
import type { Endpoints } from '#contract/kernel/endpoint.ts';
import {
  daysInOrder,
  decimal,
  fileContent,
  instant,
  nothing,
  requestId,
  uuid,
  writtenLine,
} from '#contract/kernel/fields.ts';
import { operationKinds, statementFormats } from './names.ts';

/** `balance` is USD, as the specified calls have it; the amounts in the wallet's own currency are beside it. */
export const wallet = z.object({
  id: uuid,
  name: z.string(),
  balance: decimal,
  currency: z.string(),
  native_balance: decimal,
  available: decimal,
  held: decimal,
});
export type Wallet = z.output<typeof wallet>;

/** One movement on a wallet. `amount` is signed, in the wallet's currency; `balance_after` counts held money too. */
export const walletOperation = z.object({
  id: uuid,
  kind: z.enum(operationKinds),
  amount: decimal,
  balance_after: decimal,
  reason: z.string().nullable(),
  trading_account_id: z.string().nullable(),
  at: instant,
});

const holdReason = z.enum(['withdrawal', 'transfer_to_trading', 'ipo']);

/** Money that a wallet holds, and what for. */
const hold = z.object({
  id: uuid,
  amount: decimal,
  reason: holdReason,
  at: instant,
  expires_at: instant.nullable(),
});

/** The request or the thing behind a movement, such as a trading account; `label` is the number that people know it by. */
const reference = z.object({ type: z.string(), id: z.string(), label: z.string().nullable() });

/** A movement as a filtered list shows it. `other_currency` is that of the other wallet of a conversion. */
const listedOperation = walletOperation.extend({
  reference: reference.nullable(),
  other_currency: z.string().nullable(),
});
export type ListedOperation = z.output<typeof listedOperation>;

/** One side of a movement. The operator's accounts are internal, so they carry no balance. */
const posting = z.object({
  account: z.enum([
    'wallet_available',
    'wallet_held',
    'trading',
    'psp_in',
    'psp_out',
    'fx',
    'fees',
    'ipo_escrow',
    'bonus',
    'dealing',
    'suspense',
  ]),
  /** The wallet, for the first two. */
  wallet_id: uuid.nullable(),
  /** Number of the trading account, or name of the payment method. */
  detail: z.string().nullable(),
  currency: z.string(),
  amount: decimal,
  balance_after: decimal.nullable(),
});

/** A plain positive decimal; the module checks whether it fits the currency. */
const requestedAmount = z
  .string()
  .trim()
  .min(1, 'validation.required')
  .regex(/^\d{1,12}(\.\d{1,18})?$/, 'validation.number');

/** Days are UTC, both included; amounts are without sign, in the wallet's currency. */
const operationFilter = z
  .strictObject({
    wallet_id: uuid,
    kind: z.enum(operationKinds, 'validation.choice').optional(),
    direction: z.enum(['in', 'out'], 'validation.choice').optional(),
    from: z.iso.date().optional(),
    to: z.iso.date().optional(),
    min: requestedAmount.optional(),
    max: requestedAmount.optional(),
    /** Part of the reason, of the reference, or of the name of the other side. */
    search: writtenLine.pipe(z.string().max(60)).optional(),
    cursor: uuid.optional(),
  })
  .refine(...daysInOrder);

/**
 * What `amount` of one wallet is worth in another, until `expires_at`. `rate` says how many units of `to_currency` one
 * unit of `from_currency` is worth; `spread` is what the operator earns on it, in `to_currency`.
 */
const quote = z.object({
  id: uuid,
  from_wallet_id: uuid,
  to_wallet_id: uuid,
  from_currency: z.string(),
  to_currency: z.string(),
  amount: decimal,
  rate: decimal,
  spread_percent: decimal,
  spread: decimal,
  received: decimal,
  created_at: instant,
  expires_at: instant,
});
export type Quote = z.output<typeof quote>;

export const walletsEndpoints = {
  'wallets.list': {
    route: 'POST /api/wallets',
    guard: 'signed_in',
    underImpersonation: 'client',
    summary: 'The caller’s wallets.',
    body: nothing,
    response: z.array(wallet),
  },
  'wallets.info': {
    route: 'POST /api/wallets-info',
    guard: 'signed_in',
    underImpersonation: 'client',
    summary: 'One wallet with what explains its balance: active holds, and 50 operations, newest first.',
    body: z.strictObject({ wallet_id: uuid, cursor: uuid.optional() }),
    response: z.object({
      wallet,
      created_at: instant,
      holds: z.array(hold),
      operations: z.array(walletOperation),
      next_cursor: uuid.nullable(),
    }),
    refusals: ['http.not_found'],
  },
  'wallets.operations': {
    route: 'POST /api/wallets/operations',
    readsReplica: true,
    guard: 'signed_in',
    underImpersonation: 'client',
    summary: 'Operations of one wallet that match a filter, 50 at a time, newest first, with their sum.',
    body: operationFilter,
    response: z.object({
      currency: z.string(),
      operations: z.array(listedOperation),
      /** Of all that meet the filter; only on the first page, and null where not all movements were searched. */
      totals: z.object({ count: z.number().int(), in: decimal, out: decimal }).nullable(),
      next_cursor: uuid.nullable(),
      /** How far back a search by words or amount went, if there are older movements for the next page to search. */
      searched_to: instant.nullable(),
    }),
    refusals: ['http.not_found'],
  },
  'wallets.operation': {
    route: 'POST /api/wallets/operation',
    guard: 'signed_in',
    underImpersonation: 'client',
    summary: 'One operation in detail: its postings, the hold it was paid from, and the request behind it.',
    body: z.strictObject({ wallet_id: uuid, operation_id: uuid }),
    response: z.object({
      id: uuid,
      kind: z.enum([...operationKinds, 'hold', 'release']),
      at: instant,
      by: z.enum(['client', 'staff', 'system']),
      reason: z.string().nullable(),
      reference: reference.nullable(),
      postings: z.array(posting),
      hold: z.object({ amount: decimal, captured: decimal, at: instant, reason: holdReason }).nullable(),
      conversion: quote.pick({ from_currency: true, to_currency: true, rate: true, spread_percent: true }).nullable(),
    }),
    refusals: ['http.not_found'],
  },
  'wallets.explain': {
    route: 'POST /api/wallets/explain',
    guard: 'signed_in',
    underImpersonation: 'client',
    summary: 'The breakdown of each balance of a wallet: movements by kind, held money, and incoming money.',
    body: z.strictObject({ wallet_id: uuid }),
    response: z.object({
      currency: z.string(),
      available: decimal,
      held: decimal,
      pending: decimal,
      /** They add up to available and held together. */
      movements: z.array(z.object({ kind: z.enum(operationKinds), count: z.number().int(), amount: decimal })),
      holds: z.array(hold.extend({ reference: reference.nullable() })),
      /** Deposits that are announced and not credited yet; no part of the other two. */
      awaited: z.array(z.object({ id: uuid, number: z.string(), amount: decimal, at: instant })),
    }),
    refusals: ['http.not_found'],
  },
  'wallets.currencies': {
    route: 'POST /api/wallets/currencies',
    guard: 'signed_in',
    underImpersonation: 'client',
    summary: 'Currencies in which the client can still open a wallet.',
    body: nothing,
    response: z.array(z.string()),
  },
  'wallets.open': {
    route: 'POST /api/wallets/open',
    guard: 'signed_in',
    notDuringClosure: true,
    summary: 'Open a wallet in another currency, at most one in each. Errors are on `currency_id`.',
    body: z.strictObject({ currency_id: z.string().trim().toUpperCase().min(1, 'validation.required').max(8) }),
    response: wallet,
    refusals: ['wallets.currency', 'wallets.currency_taken'],
    rateLimit: { hits: 30, windowS: 600, by: 'person' },
  },
  'wallets.quote': {
    route: 'POST /api/wallets/quote',
    guard: 'signed_in',
    summary:
      'Request a quote for converting between two of the caller’s wallets. It lasts until it expires or a newer one replaces it, unless the rate moves beyond a tolerance.',
    body: z.strictObject({ from_wallet_id: uuid, to_wallet_id: uuid, amount: requestedAmount }),
    response: quote,
    refusals: [
      'http.not_found',
      'wallets.same_wallet',
      'wallets.amount_scale',
      'ledger.insufficient_funds',
      'wallets.rate_old',
      'wallets.amount_min',
    ],
    rateLimit: { hits: 240, windowS: 600, by: 'person' },
  },
  'wallets.convert': {
    route: 'POST /api/wallets/convert',
    guard: 'signed_in',
    posts: true,
    needsProof: 'session',
    summary: 'Convert at the quoted rate. A quote works once. If the rate has moved too far, request a new one.',
    body: z.strictObject({ quote_id: uuid, request_id: requestId }),
    response: z.object({ operation_id: uuid, at: instant, quote }),
    refusals: [
      'http.not_found',
      'wallets.quote_used',
      'payments.paused',
      'wallets.quote_expired',
      'wallets.rate_old',
      'wallets.rate_moved',
      'http.idempotency_mismatch',
      'ledger.insufficient_funds',
    ],
    rateLimit: { hits: 120, windowS: 600, by: 'person' },
    idempotent: true,
  },
  'wallets.statement': {
    route: 'GET /api/wallets/:wallet_id/statement',
    readsReplica: true,
    guard: 'signed_in',
    summary: 'A statement as a file, in the requested language: opening balance, operations, closing balance, hash.',
    params: z.strictObject({ wallet_id: uuid }),
    /** Days are UTC, both included. */
    query: z.strictObject({
      from: z.iso.date(),
      to: z.iso.date(),
      format: z.enum(statementFormats, 'validation.choice'),
    }),
    response: fileContent,
    refusals: ['http.not_found', 'wallets.period', 'wallets.statement_length'],
    rateLimit: { hits: 40, windowS: 600, by: 'person' },
  },
} as const satisfies Endpoints;

export type WalletInfo = z.output<(typeof walletsEndpoints)['wallets.info']['response']>;
export type OperationsPage = z.output<(typeof walletsEndpoints)['wallets.operations']['response']>;
export type OperationFilter = z.output<typeof operationFilter>;
export type OpenedOperation = z.output<(typeof walletsEndpoints)['wallets.operation']['response']>;
export type WalletExplained = z.output<(typeof walletsEndpoints)['wallets.explain']['response']>;
export type Conversion = z.output<(typeof walletsEndpoints)['wallets.convert']['response']>;
