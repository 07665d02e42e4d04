// Money is an integer of minor units with its currency; on the wire it is a decimal string with exactly the currency's
// scale (`"1236.00"`, `"USD"`). A float never holds an amount.

/** Digits after the point by currency; an unknown currency is a defect, not a guess. */
const scales: Record<string, number> = {
  AED: 2,
  BTC: 8,
  CHF: 2,
  CZK: 2,
  ETH: 8,
  EUR: 2,
  GBP: 2,
  HUF: 2,
  JPY: 0,
  NOK: 2,
  PLN: 2,
  RON: 2,
  TRY: 2,
  USD: 2,
  USDT: 6,
};

export const knownCurrencies = Object.keys(scales);

/** @throws RangeError for a currency that the product does not know */
export function scaleOf(currency: string): number {
  const scale = scales[currency];
  if (scale === undefined) throw new RangeError(`unknown currency ${currency}`);
  return scale;
}

/** `toDecimal(123600n, 'USD')` is `"1236.00"`. */
export function toDecimal(amountMinor: bigint, currency: string): string {
  const scale = scaleOf(currency);
  const digits = (amountMinor < 0n ? -amountMinor : amountMinor).toString().padStart(scale + 1, '0');
  const sign = amountMinor < 0n ? '-' : '';
  if (scale === 0) return sign + digits;
  return `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

/**
 * The inverse of {@link toDecimal}; fewer fraction digits are filled up.
 * @throws RangeError for anything that is not a plain decimal of at most the currency's scale
 */
export function fromDecimal(decimal: string, currency: string): bigint {
  const scale = scaleOf(currency);
  const match = /^(-?)(\d{1,20})(?:\.(\d{1,18}))?$/.exec(decimal);
  const fraction = match?.[3] ?? '';
  if (!match || fraction.length > scale) throw new RangeError(`not an amount in ${currency}: ${decimal}`);
  const minor = BigInt(match[2] + fraction.padEnd(scale, '0'));
  return match[1] ? -minor : minor;
}

/**
 * The value in another currency at `rate`, a decimal that says how many units of `to` one unit of `from` is worth.
 * What is less than a minor unit is dropped.
 * @throws RangeError for an unknown currency or a rate that is not a plain decimal
 */
export function convert(amountMinor: bigint, from: string, to: string, rate: string): bigint {
  const [, whole, fraction = ''] = /^(\d{1,20})(?:\.(\d{1,20}))?$/.exec(rate) ?? [];
  if (whole === undefined) throw new RangeError(`not a rate: ${rate}`);
  const scaled = amountMinor * BigInt(whole + fraction) * 10n ** BigInt(scaleOf(to));
  return scaled / 10n ** BigInt(fraction.length + scaleOf(from));
}
