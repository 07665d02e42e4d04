import { Big } from 'big.js';
import { fieldError, type FieldError } from '#server/platform/refusal.ts';
import { closingPrice, openingPrice, type OrderType, type Prices, type Side, type Terms } from '../rules.ts';

// The form of an order, and when it triggers. Refusals are codes with the faulty field.

export interface Fault extends FieldError {
  field: string;
}

export interface Stops {
  sl: string | null;
  tp: string | null;
}

const at = (field: string, error: FieldError): Fault => ({ ...error, field });

/** Least, most and step of an order's volume. */
export function volumeFault(volume: string, terms: Terms): Fault | undefined {
  const { volumeMin, volumeMax, volumeStep } = terms;
  const lots = new Big(volume);
  if (lots.lt(volumeMin)) return at('volume', fieldError('paper.volume_min', { min: volumeMin }));
  if (lots.gt(volumeMax)) return at('volume', fieldError('paper.volume_max', { max: volumeMax }));
  if (!lots.mod(volumeStep).eq(0)) return at('volume', fieldError('paper.volume_step', { step: volumeStep }));
  return undefined;
}

/** The first of these prices that has more digits than the instrument. */
export function digitsFault(prices: Record<string, string | null>, digits: number): Fault | undefined {
  const field = Object.entries(prices).find(([, price]) => (price?.split('.')[1]?.length ?? 0) > digits)?.[0];
  return field === undefined ? undefined : at(field, fieldError('paper.price_digits', { digits }));
}

/** Whether `price` is below (`-1`) or above (`1`) the reference by the distance, and never on it. */
function isBeyond(price: string, reference: string, sign: 1 | -1, distance: string): boolean {
  const away = new Big(price).minus(reference).times(sign);
  return away.gt(0) && away.gte(distance);
}

/** A limit waits for a better price than the market's, a stop for a worse one. */
export function waitingPriceFault(
  { type, side, price }: { type: OrderType; side: Side; price: string },
  market: Prices,
  { stopDistance }: Terms,
): Fault | undefined {
  const reference = openingPrice(side, market);
  const sign = (type === 'limit') === (side === 'buy') ? -1 : 1;
  if (isBeyond(price, reference, sign, stopDistance)) return undefined;
  const code = sign === 1 ? 'paper.price_above' : 'paper.price_below';
  return at('price', fieldError(code, { price: reference, distance: stopDistance }));
}

/**
 * Stop loss on the losing side and take profit on the winning side.
 * @param reference the price at which a position would be closed now, or the price that an order waits for
 */
export function stopsFault(side: Side, { sl, tp }: Stops, reference: string, terms: Terms): Fault | undefined {
  const sign = side === 'buy' ? 1 : -1;
  const params = { price: reference, distance: terms.stopDistance };
  if (sl !== null && !isBeyond(sl, reference, sign === 1 ? -1 : 1, terms.stopDistance))
    return at('sl', fieldError(sign === 1 ? 'paper.sl_below' : 'paper.sl_above', params));
  if (tp !== null && !isBeyond(tp, reference, sign, terms.stopDistance))
    return at('tp', fieldError(sign === 1 ? 'paper.tp_above' : 'paper.tp_below', params));
  return undefined;
}

/** Whether the market has come to the price that an order waits for. */
export function isReached(
  { type, side, price }: { type: OrderType; side: Side; price: string },
  market: Prices,
): boolean {
  const now = new Big(openingPrice(side, market));
  return (type === 'limit') === (side === 'buy') ? now.lte(price) : now.gte(price);
}

/** Which of a position's stops the market has come to; the loss first, should it be both. */
export function stopReached({ side, sl, tp }: Stops & { side: Side }, market: Prices): 'sl' | 'tp' | undefined {
  const now = new Big(closingPrice(side, market));
  const [lost, won] = side === 'buy' ? (['lte', 'gte'] as const) : (['gte', 'lte'] as const);
  if (sl !== null && now[lost](sl)) return 'sl';
  if (tp !== null && now[won](tp)) return 'tp';
  return undefined;
}
