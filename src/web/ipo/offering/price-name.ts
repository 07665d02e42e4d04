import type { Offering } from '#contract/ipo/records.ts';

/** Names what `OfferingPrice` shows. */
export function priceNameOf({ final_price, mode }: Pick<Offering, 'final_price' | 'mode'>) {
  if (mode === 'direct') return 'ipo.fixed_price';
  return final_price ? 'ipo.final_price' : 'ipo.price_range';
}
