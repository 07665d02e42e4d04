import { z } from 'zod';
import type { Endpoints } from './endpoint.ts';
import { day, decimal, instant, nothing } from './fields.ts';
import { deal } from './trading-records.ts';

const accountNumber = z.string().regex(/^[0-9]{6,12}$/, 'validation.identifier');
const status = z.enum(['pending', 'active', 'read_only', 'archived']);

/** `balance` is USD; amounts in the account's own currency stand beside it. */
export const tradingAccount = z.object({
  trading_account_id: z.string(),
  balance: decimal,
  currency: z.string(),
  native_balance: decimal,
  equity: decimal,
  free_margin: decimal,
  leverage: z.number().int(),
  nickname: z.string().nullable(),
  status,
  synchronised_at: instant,
  created_at: instant,
});
export type TradingAccount = z.output<typeof tradingAccount>;

export const tradingEndpoints = {
  'trading.list': {
    route: 'POST /api/trading-account',
    guard: 'client',
    summary: 'The own live trading accounts.',
    body: nothing,
    answer: z.array(tradingAccount),
  },
  'trading.currencies': {
    route: 'POST /api/trading-account/currencies',
    guard: 'client',
    summary: 'Currencies in which an account can be opened, as a map of id to name.',
    body: nothing,
    answer: z.record(z.string(), z.string()),
  },
  'trading.create': {
    route: 'POST /api/trading-account/create',
    guard: 'client',
    summary: 'Open a live trading account. Errors are on `currency_id`.',
    body: z.strictObject({ currency_id: z.string().trim().toUpperCase().min(1, 'validation.required').max(8) }),
    answer: tradingAccount,
    refusals: ['trading.currency', 'trading.account_limit'],
    rateLimit: { hits: 30, windowS: 600, by: 'person' },
  },
  'trading.history': {
    route: 'POST /api/trading-account/history',
    guard: 'client',
    summary: 'Deals of one account or of all, the latest first, 50 at a time; an empty filter gives the first page.',
    body: z.strictObject({
      trading_account_id: accountNumber.optional(),
      type: deal.shape.type.optional(),
      symbol: z.string().trim().toUpperCase().max(20).optional(),
      from: day.optional(),
      to: day.optional(),
      /** The last ticket seen. */
      cursor: z
        .string()
        .regex(/^[0-9]{1,18}$/, 'validation.identifier')
        .optional(),
    }),
    answer: z.array(deal),
    refusals: ['http.not_found'],
  },
  'trading.autologin': {
    route: 'POST /api/trading-account/autologin',
    guard: 'client',
    summary: 'A link that opens the trading platform, good once and for 60 seconds.',
    body: z.strictObject({
      trading_account_id: accountNumber,
      visitorId: z.string().max(64).optional(),
      timezone: z.string().max(64).optional(),
      platform: z.string().max(64).optional(),
      userAgent: z.string().max(512).optional(),
    }),
    answer: z.object({
      link: z.string(),
      /** What a form has to post there; null where the link is followed. */
      fields: z.record(z.string(), z.string()).nullable(),
      expires_at: instant,
    }),
    refusals: ['http.not_found', 'trading.account_inactive'],
    rateLimit: { hits: 30, windowS: 60, by: 'person' },
  },
} as const satisfies Endpoints;
