import { fromDecimal, scaleOf } from '#contract/kernel/money.ts';
import type { PriceType } from '#contract/ipo/names.ts';
import { refuseField } from '#server/platform/refusal.ts';
import type { OfferingRow } from '../offerings/offering-row.ts';

/** What a client requests. */
export interface Input {
  quantity: number;
  price_type: PriceType;
  limit_price?: string | undefined;
}

/**
 * Checks quantity and price against the terms of an offering.
 * @returns the limit in minor units, null without one
 * @throws Refusal `ipo.lot_size`, `ipo.minimum`, `ipo.maximum`, `ipo.limit_price`
 */
export function checkTerms(offering: OfferingRow, { quantity, price_type, limit_price }: Input): bigint | null {
  const { lotSize, minQuantity, maxQuantity, priceLowMinor, priceHighMinor, currency } = offering;
  if (quantity % lotSize !== 0) throw refuseField('quantity', 'ipo.lot_size', { lot: lotSize });
  if (quantity < minQuantity) throw refuseField('quantity', 'ipo.minimum', { min: minQuantity });
  if (quantity > maxQuantity) throw refuseField('quantity', 'ipo.maximum', { max: maxQuantity });
  if (price_type === 'any') return null;
  const limit = limit_price === undefined ? null : priceIn(limit_price, currency);
  if (limit === null || limit < priceLowMinor || limit > priceHighMinor)
    throw refuseField('limit_price', 'ipo.limit_price');
  return limit;
}

/** A price in minor units; null when it has more decimals than the currency. */
export function priceIn(decimal: string, currency: string): bigint | null {
  const [whole = '', fraction = ''] = decimal.split('.');
  const digits = fraction.replace(/0+$/, '');
  if (digits.length > scaleOf(currency)) return null;
  return fromDecimal(digits === '' ? whole : `${whole}.${digits}`, currency);
}
