import { z } from 'zod';
import { decimal, instant } from '#contract/kernel/fields.ts';
import { dealTypes, orderStates, sides } from './names.ts';

/**
 * What every trading platform reports of an account, in the shapes that MetaTrader 5 made common. Tickets are digits;
 * volumes are lots; prices are in the instrument's quote currency; other amounts are in the account's currency.
 */
const symbol = z.string();
export const side = z.enum(sides);

export const deal = z.object({
  ticket: z.string(),
  /** The order that was filled, and the position that it opened, added to or closed. */
  order: z.string().nullable(),
  position: z.string().nullable(),
  trading_account_id: z.string(),
  at: instant,
  type: z.enum(dealTypes),
  entry: z.enum(['in', 'out', 'in_out', 'out_by']).nullable(),
  symbol: symbol.nullable(),
  volume: decimal.nullable(),
  price: decimal.nullable(),
  sl: decimal.nullable(),
  tp: decimal.nullable(),
  commission: decimal,
  swap: decimal,
  fee: decimal,
  /** What a trade brought, or a deal that is income or a cost; zero for a deal that moves cash. */
  profit: decimal,
  /** What a deal of `cashDealTypes` moved to the account, negative where it left; zero for all others. */
  cash: decimal,
  comment: z.string().nullable(),
});
export type Deal = z.output<typeof deal>;

/**
 * Where an order comes from: a request of the client, or the platform on a stop that the client set or on too little
 * margin.
 */
const orderReason = z.enum(['client', 'sl', 'tp', 'stop_out']);

export const order = z.object({
  ticket: z.string(),
  trading_account_id: z.string(),
  /** Of the position that it opened or closed; none before it is filled. */
  position: z.string().nullable(),
  symbol,
  side,
  type: z.enum(['market', 'limit', 'stop']),
  state: z.enum(orderStates),
  reason: orderReason,
  volume: decimal,
  filled_volume: decimal,
  /** At which a limit or a stop waits; none for a market order. */
  price: decimal.nullable(),
  filled_price: decimal.nullable(),
  sl: decimal.nullable(),
  tp: decimal.nullable(),
  placed_at: instant,
  expires_at: instant.nullable(),
  /** When it was filled, cancelled, rejected or expired. */
  done_at: instant.nullable(),
});
export type Order = z.output<typeof order>;

export const position = z.object({
  ticket: z.string(),
  trading_account_id: z.string(),
  symbol,
  side,
  volume: decimal,
  open_price: decimal,
  /** At which it would close now; null without a quote. */
  price: decimal.nullable(),
  sl: decimal.nullable(),
  tp: decimal.nullable(),
  margin: decimal,
  /** Gathered by night and paid on closing. */
  swap: decimal,
  /** At the present price, without swap. */
  profit: decimal,
  opened_at: instant,
});
export type Position = z.output<typeof position>;

/** All deals of one position that is closed for good, added up. */
export const closedPosition = z.object({
  ticket: z.string(),
  trading_account_id: z.string(),
  symbol,
  side,
  volume: decimal,
  open_price: decimal,
  /** The mean over all closing deals, by volume. */
  close_price: decimal,
  close_reason: orderReason,
  commission: decimal,
  swap: decimal,
  fee: decimal,
  profit: decimal,
  opened_at: instant,
  closed_at: instant,
});
export type ClosedPosition = z.output<typeof closedPosition>;

/** Of all deals or closed positions that pass a filter, not only of those on a page. */
export const recordTotals = z.object({
  count: z.number().int(),
  /** Lots. */
  volume: decimal,
  profit: decimal,
  swap: decimal,
  commission: decimal,
  fee: decimal,
  /** Profit, swap, commission and fee together: the result. */
  net: decimal,
  /** Cash that deals moved without a result: deposits less withdrawals, credits, bonuses or corrections. */
  cash: decimal,
});
export type RecordTotals = z.output<typeof recordTotals>;
