import { Big } from 'big.js';
import type { Request } from '#contract/kernel/endpoint.ts';
import type { Api } from '#contract/api.ts';
import type { MarketQuote } from '#server/market/feed.ts';
import { fieldError, Refusal, refuseField, refuseFields } from '#server/platform/refusal.ts';
import type { Book } from '../book.ts';
import { listed, marketFault, type Conditions } from '../conditions.ts';
import { costOf, isCovered } from '../positions/open.ts';
import { digitsFault, stopsFault, volumeFault, waitingPriceFault, type Fault, type Stops } from './rules.ts';
import { closingPrice, type OrderType, type Side, type Terms } from '../rules.ts';

export type Input = Request<Api['paper.preview']>['body'];

/** A trader's order, with the digits that the instrument has. */
export interface OrderInput extends Stops {
  symbol: string;
  side: Side;
  type: OrderType;
  volume: string;
  /** Null for a market order, whatever came with it. */
  price: string | null;
  expiresAt: Date | null;
}

/** A fault of the whole order, or of one of its fields. */
export type OrderFault = Omit<Fault, 'field'> & { field: string | null };

export function refusalOf({ code, field, params }: OrderFault): Refusal {
  return field === null ? new Refusal(code, params) : refuseFields({ [field]: [{ code, params }] });
}

/**
 * Reads an order; volumes and prices get the digits that their instrument has.
 * @throws Refusal on `symbol`: `paper.symbol`; on `price`: `paper.price_missing`
 */
export function orderInput(input: Input, conditions: Conditions): OrderInput & { terms: Terms; quote: MarketQuote } {
  const found = listed(conditions, input.symbol);
  if (!found) throw refuseField('symbol', 'paper.symbol');
  const { terms, quote } = found;
  const price = input.type === 'market' ? null : input.price;
  if (price === undefined) throw refuseField('price', 'paper.price_missing');
  return {
    symbol: input.symbol,
    side: input.side,
    type: input.type,
    volume: withDigits(input.volume, terms.volumeStep.split('.')[1]?.length ?? 0),
    price: price && withDigits(price, quote.digits),
    sl: input.sl === undefined ? null : withDigits(input.sl, quote.digits),
    tp: input.tp === undefined ? null : withDigits(input.tp, quote.digits),
    expiresAt: input.expires_at === undefined ? null : new Date(input.expires_at),
    ...found,
  };
}

/** `1.5` with two digits is `1.50`; what has more digits stays as it is, to be refused. */
export function withDigits(decimal: string, digits: number): string {
  const exact = new Big(decimal);
  return exact.toFixed(Math.max(digits, exact.c.length - 1 - exact.e));
}

/** The first fault of an order, in the contract's order. */
export function orderFault(
  order: ReturnType<typeof orderInput>,
  book: Book,
  conditions: Conditions,
): OrderFault | undefined {
  const { terms, quote, volume, price, sl, tp, side, expiresAt } = order;
  return (
    volumeFault(volume, terms) ??
    digitsFault({ price, sl, tp }, quote.digits) ??
    expiryFault(order, conditions.now) ??
    closedFault(conditions, quote) ??
    (price === null ? undefined : waitingPriceFault({ ...order, price }, quote, terms)) ??
    stopsFault(side, { sl, tp }, price ?? closingPrice(side, quote), terms) ??
    limitFault(book, conditions) ??
    (isCovered(costOf(order, book, conditions, price ?? undefined), book, conditions)
      ? undefined
      : { ...fieldError('paper.margin'), field: null })
  );

  function expiryFault({ type }: { type: OrderType }, now: Date): OrderFault | undefined {
    if (expiresAt === null || (type !== 'market' && expiresAt > now)) return undefined;
    return { ...fieldError('paper.expiry'), field: 'expires_at' };
  }
}

/** Nothing is traded while the market is closed or its price is old. */
export function closedFault(conditions: Conditions, quote: MarketQuote): OrderFault | undefined {
  const code = marketFault(conditions, quote);
  return code === undefined ? undefined : { ...fieldError(code), field: null };
}

function limitFault({ positions, orders }: Book, { settings }: Conditions): OrderFault | undefined {
  const max = settings.maxOrders;
  if (positions.length + orders.length < max) return undefined;
  return { ...fieldError('paper.order_limit', { max }), field: null };
}
