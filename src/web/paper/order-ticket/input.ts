import type { RequestOf } from '#contract/api.ts';

/** The values of the ticket's fields; an empty string is not set. */
export interface TicketValues {
  side: 'buy' | 'sell';
  type: 'market' | 'limit' | 'stop';
  volume: string;
  price: string;
  sl: string;
  tp: string;
}

type OrderInput = RequestOf<'POST /api/paper/preview'>['body'];

const number = /^\d{1,12}(\.\d{1,10})?$/;
const isPlain = (text: string) => number.test(text) && /[1-9]/.test(text);

/** The order that the fields describe; null while what it needs is not there or is no number. */
export function orderInputOf(symbol: string, { side, type, volume, price, sl, tp }: TicketValues): OrderInput | null {
  const waits = type !== 'market';
  const given = [volume, ...(waits ? [price] : []), ...[sl, tp].filter((text) => text !== '')];
  if (!given.every(isPlain)) return null;
  return { symbol, side, type, volume, ...(waits && { price }), ...(sl && { sl }), ...(tp && { tp }) };
}

/** The volume one step up or down, within the instrument's terms, in the digits of its step. */
export function stepVolume(
  volume: string,
  by: 1 | -1,
  terms: { volume_min: string; volume_step: string; volume_max: string },
): string {
  const digits = terms.volume_step.split('.')[1]?.replace(/0+$/, '').length ?? 0;
  const units = (text: string) => Math.round(Number(text) * 10 ** digits) || 0;
  const next = units(volume) + by * units(terms.volume_step);
  const within = Math.min(units(terms.volume_max), Math.max(units(terms.volume_min), next));
  return (within / 10 ** digits).toFixed(digits);
}

/** The spread in points, as a trader counts it: in units of the last digit of a price. */
export function spreadPoints({ bid, ask }: { bid: string; ask: string }, digits: number): number {
  return Math.round((Number(ask) - Number(bid)) * 10 ** digits);
}
