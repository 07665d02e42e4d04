import { z } from 'zod';
import type { Endpoints } from '#contract/kernel/endpoint.ts';
import {
  day,
  daysInOrder,
  decimal,
  fileContent,
  instant,
  nothing,
  requestId,
  uuid,
  writtenLine,
} from '#contract/kernel/fields.ts';
import { doneOrderStates } from './names.ts';
import { closedPosition, deal, order, position, recordTotals, side } from './records.ts';
import { transferStates } from './transfer-names.ts';

const accountNumber = z.string().regex(/^[0-9]{6,12}$/, 'validation.identifier');
/** While a platform elsewhere does not answer. */
const silent = 'trading.platform_silent';
const status = z.enum(['pending', 'active', 'read_only', 'archived']);

/** `balance` is USD; amounts in the account's own currency are beside it. */
export const tradingAccount = z.object({
  trading_account_id: z.string(),
  balance: decimal,
  currency: z.string(),
  native_balance: decimal,
  credit: decimal,
  equity: decimal,
  margin: decimal,
  free_margin: decimal,
  /** Equity in percent of margin; none without open positions. */
  margin_level: decimal.nullable(),
  /** What open positions would bring now. */
  unrealised: decimal,
  leverage: z.number().int(),
  nickname: z.string().nullable(),
  /** In the system that it was imported from. */
  former_number: z.string().nullable(),
  status,
  synchronised_at: instant,
  created_at: instant,
  archived_at: instant.nullable(),
  archive_reason: z.string().nullable(),
});
export type TradingAccount = z.output<typeof tradingAccount>;

const ticket = z.string().regex(/^[0-9]{1,18}$/, 'validation.identifier');
const account = { trading_account_id: accountNumber };

/** Never empty: no deal has such a symbol, so an empty field of a form means no filter. */
const symbol = z.string().trim().toUpperCase().min(1, 'validation.required').max(20);

/** Days are UTC, both included; the cursor is the last ticket seen. */
const recordFilter = {
  symbol: symbol.optional(),
  side: side.optional(),
  from: day.optional(),
  to: day.optional(),
};

const dealFilter = { type: deal.shape.type.optional(), ...recordFilter };
const orderFilter = { state: z.enum(doneOrderStates, 'validation.choice').optional(), ...recordFilter };

/** A list as a file may be ten thousand rows long. */
const ofFiles = { hits: 60, windowS: 600, by: 'person' } as const;

const transfer = z.object({
  id: uuid,
  direction: z.enum(['in', 'out']),
  trading_account_id: z.string(),
  amount: decimal,
  currency: z.string(),
  /** `needs_reconciliation` waits for the word of a platform elsewhere; it is settled by itself. */
  state: z.enum(transferStates),
  at: instant,
});

export const tradingEndpoints = {
  'trading.list': {
    route: 'POST /api/trading-account',
    guard: 'signed_in',
    underImpersonation: 'client',
    summary: 'The caller’s live trading accounts.',
    body: nothing,
    response: z.array(tradingAccount),
  },
  'trading.archived': {
    route: 'POST /api/trading-account/archived',
    guard: 'signed_in',
    underImpersonation: 'client',
    summary: 'The caller’s archived accounts, latest opened last.',
    body: nothing,
    response: z.array(tradingAccount),
  },
  'trading.rename': {
    route: 'POST /api/trading-account/rename',
    guard: 'signed_in',
    summary: 'Set a nickname for an account. An empty one removes it.',
    body: z.strictObject({ ...account, nickname: writtenLine.pipe(z.string().max(40)) }),
    response: tradingAccount,
    refusals: ['http.not_found'],
  },
  'trading.archive': {
    route: 'POST /api/trading-account/archive',
    guard: 'signed_in',
    needsProof: 'session',
    summary: 'Archive an empty account. The limit no longer includes it, and it can be restored.',
    body: z.strictObject({ ...account, reason: writtenLine.pipe(z.string().min(1, 'validation.required').max(200)) }),
    response: tradingAccount,
    refusals: ['http.not_found', 'trading.archived', silent, 'trading.not_empty'],
  },
  'trading.restore': {
    route: 'POST /api/trading-account/restore',
    guard: 'signed_in',
    needsProof: 'session',
    notDuringClosure: true,
    needsConsent: true,
    summary: 'Restore an archived account if the limit allows one more.',
    body: z.strictObject(account),
    response: tradingAccount,
    refusals: ['http.not_found', 'trading.not_archived', 'staff.dealing', 'trading.account_limit'],
  },
  'trading.transfer': {
    route: 'POST /api/trading-account/transfer',
    guard: 'signed_in',
    posts: true,
    needsProof: 'session',
    summary:
      'Transfer money between a wallet and an account of the same currency. If the amount is too large, the ' +
      'error is on `amount`.',
    body: z.strictObject({
      ...account,
      direction: z.enum(['in', 'out'], 'validation.choice'),
      wallet_id: uuid,
      amount: z
        .string()
        .trim()
        .min(1, 'validation.required')
        .regex(/^(?=.*[1-9])\d{1,12}(\.\d{1,18})?$/, 'validation.number'),
      request_id: requestId,
    }),
    response: transfer,
    refusals: [
      'http.not_found',
      'legal.unaccepted',
      'trading.amount_scale',
      'http.idempotency_mismatch',
      'trading.account_inactive',
      'staff.dealing',
      'payments.paused',
      'ledger.insufficient_funds',
      'trading.mirrored',
      'trading.loss_open',
      'trading.free_margin',
    ],
    rateLimit: { hits: 120, windowS: 3600, by: 'person' },
    idempotent: true,
  },
  'trading.open': {
    route: 'POST /api/trading-account/open',
    guard: 'signed_in',
    underImpersonation: 'client',
    summary: 'An account at current prices: open positions and pending orders.',
    body: z.strictObject(account),
    response: z.object({ at: instant, positions: z.array(position), orders: z.array(order) }),
    refusals: ['http.not_found', silent],
  },
  'trading.equity': {
    route: 'POST /api/trading-account/equity',
    guard: 'signed_in',
    underImpersonation: 'client',
    summary: 'Equity of an account at the end of each UTC day of a range, and now, in the account’s currency.',
    body: z.strictObject({ ...account, range: z.enum(['1m', '3m', '6m', '1y', 'all'], 'validation.choice') }),
    response: z.object({
      currency: z.string(),
      /** Without gaps, the oldest first; the last is today. */
      points: z.array(
        z.object({
          on: z.iso.date(),
          equity: decimal,
          /** The first equity and what was paid in or out since: what lies above it is the result. */
          capital: decimal,
        }),
      ),
    }),
    refusals: ['http.not_found'],
  },
  'trading.closed': {
    route: 'POST /api/trading-account/closed',
    guard: 'signed_in',
    underImpersonation: 'client',
    summary:
      'Closed positions of an account, newest first, 50 at a time; the first page includes totals of all that ' +
      'match.',
    body: z.strictObject({ ...account, ...recordFilter, cursor: ticket.optional() }).refine(...daysInOrder),
    response: z.object({
      positions: z.array(closedPosition),
      totals: recordTotals.nullable(),
      next_cursor: ticket.nullable(),
    }),
    refusals: ['http.not_found', silent],
  },
  'trading.done_orders': {
    route: 'POST /api/trading-account/orders',
    guard: 'signed_in',
    underImpersonation: 'client',
    summary: 'Completed orders of an account, newest first, 50 at a time.',
    body: z.strictObject({ ...account, ...orderFilter, cursor: ticket.optional() }).refine(...daysInOrder),
    response: z.object({ orders: z.array(order), next_cursor: ticket.nullable() }),
    refusals: ['http.not_found', silent],
  },
  'trading.history_file': {
    route: 'GET /api/trading-account/:number/history',
    readsReplica: true,
    guard: 'signed_in',
    summary: 'Deals of an account as CSV, newest first; days are UTC, both included.',
    params: z.strictObject({ number: accountNumber }),
    query: z.strictObject(dealFilter).refine(...daysInOrder),
    response: fileContent,
    rateLimit: ofFiles,
    refusals: ['http.not_found', silent],
  },
  'trading.closed_file': {
    route: 'GET /api/trading-account/:number/closed',
    readsReplica: true,
    guard: 'signed_in',
    summary: 'Closed positions of an account as CSV; days are those of closing, UTC, both included.',
    params: z.strictObject({ number: accountNumber }),
    query: z.strictObject(recordFilter).refine(...daysInOrder),
    response: fileContent,
    rateLimit: ofFiles,
    refusals: ['http.not_found', silent],
  },
  'trading.orders_file': {
    route: 'GET /api/trading-account/:number/orders',
    readsReplica: true,
    guard: 'signed_in',
    summary: 'Completed orders of an account as CSV; days are those of placing, UTC, both included.',
    params: z.strictObject({ number: accountNumber }),
    query: z.strictObject(orderFilter).refine(...daysInOrder),
    response: fileContent,
    rateLimit: ofFiles,
    refusals: ['http.not_found', silent],
  },
  'trading.deal_totals': {
    route: 'POST /api/trading-account/history/totals',
    readsReplica: true,
    guard: 'signed_in',
    underImpersonation: 'client',
    summary: 'Totals of all deals of an account that match a filter, in its currency.',
    body: z.strictObject({ ...account, ...dealFilter }).refine(...daysInOrder),
    response: recordTotals,
    refusals: ['http.not_found', silent],
  },
  'trading.currencies': {
    route: 'POST /api/trading-account/currencies',
    guard: 'signed_in',
    underImpersonation: 'client',
    summary: 'Currencies in which an account can be opened, as a map of id to name.',
    body: nothing,
    response: z.record(z.string(), z.string()),
  },
  'trading.create': {
    route: 'POST /api/trading-account/create',
    guard: 'signed_in',
    needsProof: 'session',
    notDuringClosure: true,
    needsConsent: true,
    summary: 'Open a live trading account. Errors are on `currency_id`.',
    body: z.strictObject({ currency_id: z.string().trim().toUpperCase().min(1, 'validation.required').max(8) }),
    response: tradingAccount,
    refusals: ['staff.dealing', 'trading.currency', 'trading.account_limit'],
    rateLimit: { hits: 30, windowS: 600, by: 'person' },
  },
  'trading.history': {
    route: 'POST /api/trading-account/history',
    readsReplica: true,
    guard: 'signed_in',
    underImpersonation: 'client',
    summary: 'Deals of one account or of all, newest first, 50 at a time; an empty filter gives the first page.',
    body: z
      .strictObject({
        trading_account_id: accountNumber.optional(),
        type: deal.shape.type.optional(),
        symbol: symbol.optional(),
        from: day.optional(),
        to: day.optional(),
        /** The last ticket seen. */
        cursor: z
          .string()
          .regex(/^[0-9]{1,18}$/, 'validation.identifier')
          .optional(),
      })
      .refine(...daysInOrder),
    response: z.array(deal),
    refusals: ['http.not_found', silent],
  },
  'trading.autologin': {
    route: 'POST /api/trading-account/autologin',
    guard: 'signed_in',
    needsProof: 'session',
    summary: 'A link that opens the trading platform, valid once and for 60 seconds.',
    body: z.strictObject({
      trading_account_id: accountNumber,
      visitorId: z.string().max(64).optional(),
      timezone: z.string().max(64).optional(),
      platform: z.string().max(64).optional(),
      userAgent: z.string().max(512).optional(),
    }),
    response: z.object({
      link: z.string(),
      /** What a form has to post there; null where the link is followed. */
      fields: z.record(z.string(), z.string()).nullable(),
      expires_at: instant,
    }),
    refusals: ['http.not_found', 'trading.account_inactive', silent],
    rateLimit: { hits: 30, windowS: 60, by: 'person' },
  },
} as const satisfies Endpoints;
export type EquityCurve = z.output<(typeof tradingEndpoints)['trading.equity']['response']>;
