import { z } from 'zod';
import type { Endpoints } from '#contract/kernel/endpoint.ts';
import { daysInOrder, decimal, done, instant, nothing, requestId, secretToken } from '#contract/kernel/fields.ts';
import { candle } from '#contract/market/endpoints.ts';
import { candleIntervals, instrumentGroups, maxCandles } from '#contract/market/names.ts';
import { closedPosition, deal, order, position, recordTotals, side } from '#contract/trading/records.ts';

/**
 * The embedded trading platform and its terminal. A one-time token opens a session for one account; every other call
 * names it in the header `X-Platform-Session`, and the browser adds the cookie that it is bound to.
 */
const ticket = z.string().regex(/^[0-9]{1,18}$/, 'validation.identifier');
const symbol = z.string().trim().toUpperCase().min(1, 'validation.required').max(20);
/** A volume or a price: more than nothing. */
const plain = z.string().regex(/^(?=.*[1-9])\d{1,12}(\.\d{1,10})?$/, 'validation.number');
const whole = z.number().int();

/** What is traded, and by which terms. Distances are in the instrument's prices; swap is a year's percent of value. */
const instrument = z.object({
  symbol,
  /** In the caller’s language. */
  name: z.string(),
  group: z.enum(instrumentGroups),
  /** Of its prices. */
  currency: z.string(),
  /** After the point. */
  digits: whole,
  /** Units in one lot. */
  contract_size: decimal,
  volume_min: decimal,
  volume_step: decimal,
  volume_max: decimal,
  /** The minimum distance of pending prices, stop losses and take profits from the market. */
  stop_distance: decimal,
  /** For one lot, in `currency`; each side of a trade pays it. */
  commission_per_lot: decimal,
  swap_long_percent: decimal,
  swap_short_percent: decimal,
  is_open: z.boolean(),
  /** When that changes; null for an instrument that is always traded. */
  changes_at: instant.nullable(),
});

const quote = z.object({
  symbol,
  bid: decimal,
  ask: decimal,
  at: instant,
  /** Against the previous day's close, in percent with two digits, signed. */
  change_percent: decimal,
  is_open: z.boolean(),
  /** Too old to trade at, though the market is open. */
  is_stale: z.boolean(),
});

/** Amounts in `currency`. Margin level is equity in percent of margin; none without open positions. */
const summary = z.object({
  trading_account_id: z.string(),
  holder: z.string(),
  currency: z.string(),
  leverage: whole,
  /** False for a read-only account. */
  may_trade: z.boolean(),
  balance: decimal,
  credit: decimal,
  equity: decimal,
  margin: decimal,
  free_margin: decimal,
  margin_level: decimal.nullable(),
  unrealised: decimal,
  margin_call_percent: decimal,
  stop_out_percent: decimal,
});

const orderInput = {
  symbol,
  side,
  type: order.shape.type,
  volume: plain,
  /** Of a limit or a stop. */
  price: plain.optional(),
  sl: plain.optional(),
  tp: plain.optional(),
  /** When a limit or a stop that was not reached ends; without, it stays until cancelled. */
  expires_at: instant.optional(),
};

/** How a person likes their terminals, whatever the account. */
const preferences = z.object({
  /** Instruments that the person keeps on top of the watch list. */
  starred: z.array(symbol).max(100),
  /** Orders are placed by one press on Sell or Buy, without a confirmation. */
  one_click: z.boolean(),
  /** Single keys act on the terminal. */
  shortcuts: z.boolean(),
  /** The instrument that was looked at last; null before the first. */
  symbol: symbol.nullable(),
});

const sessionRefusals = ['paper.signed_out'] as const;
/** Each is about one side: a stop loss must be below the market for a buyer and above it for a seller. */
const stopRefusals = ['paper.sl_below', 'paper.sl_above', 'paper.tp_above', 'paper.tp_below'] as const;
const orderRefusals = [
  'paper.symbol',
  'paper.price_missing',
  'paper.volume_min',
  'paper.volume_max',
  'paper.volume_step',
  'paper.price_digits',
  'paper.expiry',
  'paper.market_closed',
  'paper.price_stale',
  'paper.price_below',
  'paper.price_above',
  ...stopRefusals,
  'paper.order_limit',
  'paper.margin',
] as const;

/** The result of an action: the version of the state that includes it. */
const acted = { version: z.string() };
const closing = z.object({ position: ticket, deal: ticket, price: decimal, volume: decimal, profit: decimal });

/** Days are UTC, both included. Cursors are the last ticket seen. */
const historyFilter = {
  symbol: symbol.optional(),
  side: side.optional(),
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  cursor: ticket.optional(),
};

/** What a terminal asks each second has no limit but its session. */
const often = { hits: 600, windowS: 60, by: 'address' } as const;

export const paperEndpoints = {
  'paper.open': {
    route: 'POST /api/paper/session',
    guard: 'anyone',
    summary: 'Exchange a one-time platform token for a 12-hour session on the account that it was issued for.',
    body: z.strictObject({ token: secretToken }),
    response: z.object({
      /** For the header `X-Platform-Session`; of no use without the cookie that came with it. */
      session: z.string(),
      expires_at: instant,
      holder: z.string(),
    }),
    refusals: ['auth.token_unknown', 'auth.token_used', 'auth.token_expired'],
    rateLimit: { hits: 30, windowS: 600, by: 'address' },
  },
  'paper.sign_out': {
    route: 'POST /api/paper/sign-out',
    guard: 'anyone',
    summary: 'End the session of the terminal.',
    body: nothing,
    response: done,
    refusals: sessionRefusals,
  },
  'paper.preferences': {
    route: 'POST /api/paper/preferences',
    guard: 'anyone',
    summary: 'How the person behind the session likes their terminals.',
    body: nothing,
    response: preferences,
    refusals: sessionRefusals,
  },
  'paper.prefer': {
    route: 'POST /api/paper/preferences/save',
    guard: 'anyone',
    summary: 'Store preferences for all terminals of the person. Omitted values stay unchanged.',
    body: z.strictObject(preferences.partial().shape),
    response: preferences,
    refusals: sessionRefusals,
    rateLimit: often,
  },
  'paper.state': {
    route: 'POST /api/paper/state',
    guard: 'anyone',
    summary:
      'The account at current prices: figures, open positions and pending orders. `version` grows with each change.',
    body: nothing,
    response: z.object({
      version: z.string(),
      at: instant,
      account: summary,
      positions: z.array(position),
      orders: z.array(order),
    }),
    refusals: sessionRefusals,
  },
  'paper.instruments': {
    route: 'POST /api/paper/instruments',
    guard: 'anyone',
    summary: 'Tradable instruments with their terms. `simulated` means that the prices don’t come from a real market.',
    body: nothing,
    response: z.object({ simulated: z.boolean(), instruments: z.array(instrument) }),
    refusals: sessionRefusals,
  },
  'paper.quotes': {
    route: 'POST /api/paper/quotes',
    guard: 'anyone',
    summary: 'Latest bid and ask of all instruments.',
    body: nothing,
    response: z.object({ at: instant, quotes: z.array(quote) }),
    refusals: sessionRefusals,
  },
  'paper.candles': {
    route: 'POST /api/paper/candles',
    guard: 'anyone',
    summary: `Up to ${maxCandles} candles of bid prices, earliest first; the last may still be forming.`,
    body: z.strictObject({
      symbol,
      interval: z.enum(candleIntervals, 'validation.choice'),
      /** Only those that began earlier; without, up to now. */
      before: instant.optional(),
    }),
    response: z.object({ candles: z.array(candle) }),
    refusals: [...sessionRefusals, 'paper.symbol'],
    rateLimit: often,
  },
  'paper.preview': {
    route: 'POST /api/paper/preview',
    guard: 'anyone',
    summary:
      'The margin and cost of an order if it were placed now, and what prevents it. Amounts in the account’s ' +
      'currency.',
    body: z.strictObject(orderInput),
    response: z.object({
      /** At which it would be filled. */
      price: decimal,
      /** Of the whole volume. */
      value: decimal,
      margin: decimal,
      free_margin_after: decimal,
      margin_level_after: decimal.nullable(),
      commission: decimal,
      spread: decimal,
      /** Of one night; negative is paid. */
      swap: decimal,
      /** The results at stop loss and take profit, without costs. */
      sl_profit: decimal.nullable(),
      tp_profit: decimal.nullable(),
      /** The first thing for which `paper.place` would refuse it; `field` names what to mend. */
      refusal: z.object({ code: z.string(), field: z.string().nullable(), message: z.string() }).nullable(),
    }),
    refusals: [...sessionRefusals, 'paper.symbol', 'paper.price_missing'],
    rateLimit: often,
  },
  'paper.place': {
    route: 'POST /api/paper/place',
    guard: 'anyone',
    posts: true,
    summary: 'Place an order. A market order is filled immediately at the current bid or ask.',
    body: z.strictObject({ ...orderInput, request_id: requestId }),
    response: z.object({ ...acted, order }),
    refusals: [
      ...sessionRefusals,
      'http.idempotency_mismatch',
      'paper.read_only',
      'legal.unaccepted',
      'staff.dealing',
      ...orderRefusals,
    ],
    rateLimit: often,
    idempotent: true,
  },
  'paper.modify_order': {
    route: 'POST /api/paper/modify-order',
    guard: 'anyone',
    summary: 'Change the price, stop loss and take profit of a pending order. Omitted values are removed.',
    body: z.strictObject({ order: ticket, price: plain, sl: plain.optional(), tp: plain.optional() }),
    response: z.object({ ...acted, order }),
    refusals: [
      ...sessionRefusals,
      'paper.read_only',
      'paper.order_gone',
      'staff.dealing',
      'paper.price_digits',
      'paper.market_closed',
      'paper.price_stale',
      'paper.price_below',
      'paper.price_above',
      ...stopRefusals,
    ],
    rateLimit: often,
  },
  'paper.modify_position': {
    route: 'POST /api/paper/modify-position',
    guard: 'anyone',
    summary: 'Set the stop loss and take profit of an open position. Omitted values are removed.',
    body: z.strictObject({ position: ticket, sl: plain.optional(), tp: plain.optional() }),
    response: z.object(acted),
    refusals: [
      ...sessionRefusals,
      'paper.read_only',
      'paper.position_gone',
      'paper.price_digits',
      'paper.market_closed',
      'paper.price_stale',
      ...stopRefusals,
    ],
    rateLimit: often,
  },
  'paper.cancel': {
    route: 'POST /api/paper/cancel',
    guard: 'anyone',
    summary: 'Cancel a pending order.',
    body: z.strictObject({ order: ticket }),
    response: z.object({ ...acted, order }),
    refusals: [...sessionRefusals, 'paper.read_only', 'paper.order_gone'],
    rateLimit: often,
  },
  'paper.close': {
    route: 'POST /api/paper/close',
    guard: 'anyone',
    posts: true,
    summary: 'Close a position at the market price, fully or partly.',
    body: z.strictObject({ position: ticket, volume: plain.optional(), request_id: requestId }),
    response: z.object({ ...acted, closed: closing }),
    refusals: [
      ...sessionRefusals,
      'http.idempotency_mismatch',
      'paper.read_only',
      'paper.position_gone',
      'paper.volume_position',
      'paper.volume_min',
      'paper.volume_step',
      'paper.market_closed',
      'paper.price_stale',
    ],
    rateLimit: often,
    idempotent: true,
  },
  'paper.close_all': {
    route: 'POST /api/paper/close-all',
    guard: 'anyone',
    posts: true,
    summary: 'Close every position whose market is open. The others are named in `left`.',
    body: z.strictObject({ request_id: requestId }),
    response: z.object({ ...acted, closed: z.array(closing), left: z.array(ticket) }),
    refusals: [...sessionRefusals, 'http.idempotency_mismatch', 'paper.read_only'],
    rateLimit: often,
    idempotent: true,
  },
  'paper.deals': {
    route: 'POST /api/paper/deals',
    guard: 'anyone',
    summary: 'Deals, newest first, 50 at a time; the first page includes totals of all that match.',
    body: z.strictObject({ ...historyFilter, type: deal.shape.type.optional() }).refine(...daysInOrder),
    response: z.object({ deals: z.array(deal), totals: recordTotals.nullable(), next_cursor: ticket.nullable() }),
    refusals: sessionRefusals,
    rateLimit: often,
  },
  'paper.orders': {
    route: 'POST /api/paper/orders',
    guard: 'anyone',
    summary: 'Completed orders, newest first, 50 at a time.',
    body: z.strictObject({ ...historyFilter, state: order.shape.state.optional() }).refine(...daysInOrder),
    response: z.object({ orders: z.array(order), next_cursor: ticket.nullable() }),
    refusals: sessionRefusals,
    rateLimit: often,
  },
  'paper.closed_positions': {
    route: 'POST /api/paper/closed-positions',
    guard: 'anyone',
    summary: 'Closed positions, newest first, 50 at a time; the first page includes totals of all that match.',
    body: z.strictObject(historyFilter).refine(...daysInOrder),
    response: z.object({
      positions: z.array(closedPosition),
      totals: recordTotals.nullable(),
      next_cursor: ticket.nullable(),
    }),
    refusals: sessionRefusals,
    rateLimit: often,
  },
} as const satisfies Endpoints;

export type PlatformSession = z.output<(typeof paperEndpoints)['paper.open']['response']>;
export type PaperState = z.output<(typeof paperEndpoints)['paper.state']['response']>;
export type PaperPreferences = z.output<typeof preferences>;
export type PaperInstrument = z.output<typeof instrument>;
export type PaperPreview = z.output<(typeof paperEndpoints)['paper.preview']['response']>;
export type PaperClosing = z.output<typeof closing>;
