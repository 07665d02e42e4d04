import { z } from 'zod';
import type { Endpoints } from './endpoint.ts';
import { daysInOrder, decimal, fileContent, instant, nothing, requestId, uuid, writtenLine } from './fields.ts';
import { operationKinds, statementFormats } from './wallet-names.ts';

/** `balance` is USD, as the specified calls have it; the amounts in the wallet's own currency stand beside it. */
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

/** Money that a wallet has set aside, and what for. */
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

/** One side of a movement. What the house's accounts have is the house's, so they carry no balance. */
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

/** A plain positive decimal; whether it fits the currency is checked by the room. */
const amountAsked = z
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
    least: amountAsked.optional(),
    most: amountAsked.optional(),
    /** Part of the reason, of the reference, or of the name of the other side. */
    search: writtenLine.pipe(z.string().max(60)).optional(),
    cursor: uuid.optional(),
  })
  .refine(...daysInOrder);

/**
 * What `amount` of one wallet is worth in another, until `expires_at`. `rate` says how many units of `to_currency` one
 * unit of `from_currency` is worth; `spread` is what the house keeps of it, in `to_currency`.
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
    guard: 'client',
    underWatch: 'client',
    summary: 'The own wallets.',
    body: nothing,
    answer: z.array(wallet),
  },
  'wallets.info': {
    route: 'POST /api/wallets-info',
    guard: 'client',
    underWatch: 'client',
    summary: 'One wallet with what explains its balance: active holds, and 50 operations, the latest first.',
    body: z.strictObject({ wallet_id: uuid, cursor: uuid.optional() }),
    answer: z.object({
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
    guard: 'client',
    underWatch: 'client',
    summary: 'Operations of one wallet that meet a filter, 50 at a time, the latest first, and what they add up to.',
    body: operationFilter,
    answer: z.object({
      currency: z.string(),
      operations: z.array(listedOperation),
      /** Of all that meet the filter; only on the first page. */
      totals: z.object({ count: z.number().int(), in: decimal, out: decimal }).nullable(),
      next_cursor: uuid.nullable(),
    }),
    refusals: ['http.not_found'],
  },
  'wallets.operation': {
    route: 'POST /api/wallets/operation',
    guard: 'client',
    underWatch: 'client',
    summary: 'One operation opened: its postings, the hold it was paid from, and the request behind it.',
    body: z.strictObject({ wallet_id: uuid, operation_id: uuid }),
    answer: z.object({
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
    guard: 'client',
    underWatch: 'client',
    summary: 'What each balance of a wallet is made of: movements by kind, money set aside, and money on its way.',
    body: z.strictObject({ wallet_id: uuid }),
    answer: z.object({
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
    guard: 'client',
    underWatch: 'client',
    summary: 'Currencies in which the client can still open a wallet.',
    body: nothing,
    answer: z.array(z.string()),
  },
  'wallets.open': {
    route: 'POST /api/wallets/open',
    guard: 'client',
    notWhileClosing: true,
    summary: 'Open a wallet in another currency, at most one in each. Errors are on `currency_id`.',
    body: z.strictObject({ currency_id: z.string().trim().toUpperCase().min(1, 'validation.required').max(8) }),
    answer: wallet,
    refusals: ['wallets.currency', 'wallets.currency_taken'],
    rateLimit: { hits: 30, windowS: 600, by: 'person' },
  },
  'wallets.quote': {
    route: 'POST /api/wallets/quote',
    guard: 'client',
    summary:
      'Ask what an amount of one own wallet is worth in another. The quote lasts until it expires or a new one for the same two wallets replaces it, and is accepted unless the rate has moved against us beyond a tolerance.',
    body: z.strictObject({ from_wallet_id: uuid, to_wallet_id: uuid, amount: amountAsked }),
    answer: quote,
    refusals: [
      'http.not_found',
      'wallets.same_wallet',
      'wallets.amount_scale',
      'ledger.insufficient_funds',
      'wallets.rate_old',
      'wallets.amount_least',
    ],
    rateLimit: { hits: 240, windowS: 600, by: 'person' },
  },
  'wallets.convert': {
    route: 'POST /api/wallets/convert',
    guard: 'client',
    needsProof: 'session',
    summary:
      'Convert as quoted. A quote serves once. When the rate has moved against us beyond the tolerance, ask for a new quote.',
    body: z.strictObject({ quote_id: uuid, request_id: requestId }),
    answer: z.object({ operation_id: uuid, at: instant, quote }),
    refusals: [
      'http.not_found',
      'wallets.quote_used',
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
    guard: 'client',
    summary: 'A statement as a file, in the language asked for: opening balance, operations, closing balance, hash.',
    params: z.strictObject({ wallet_id: uuid }),
    /** Days are UTC, both included. */
    query: z.strictObject({
      from: z.iso.date(),
      to: z.iso.date(),
      format: z.enum(statementFormats, 'validation.choice'),
    }),
    answer: fileContent,
    refusals: ['http.not_found', 'wallets.period', 'wallets.statement_length'],
    rateLimit: { hits: 40, windowS: 600, by: 'person' },
  },
} as const satisfies Endpoints;

export type WalletInfo = z.output<(typeof walletsEndpoints)['wallets.info']['answer']>;
export type OperationsPage = z.output<(typeof walletsEndpoints)['wallets.operations']['answer']>;
export type OperationFilter = z.output<typeof operationFilter>;
export type OpenedOperation = z.output<(typeof walletsEndpoints)['wallets.operation']['answer']>;
export type WalletExplained = z.output<(typeof walletsEndpoints)['wallets.explain']['answer']>;
export type Conversion = z.output<(typeof walletsEndpoints)['wallets.convert']['answer']>;
