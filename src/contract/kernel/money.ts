// Money is an integer of minor units with its currency; on the wire it is a decimal string with exactly the currency's
// scale (`"1236.00"`, `"USD"`). A float never holds an amount.
import { otherScales } from './text/shown-digits.ts';

/**
 * Currencies by their digits after the point, as ISO 4217 has them: those that a scheme of accounts sends at home, those of
 * other countries with brokers, and three coins. The table `currency` has those that the operator has a rate for.
 */
const byScale: Record<number, string> = {
  ...otherScales,
  2: 'AED ARS AUD BRL CAD CHF CNY COP CZK DKK EUR GBP GHS HKD HUF IDR ILS INR KES MXN MYR NGN NOK NZD PEN PHP PLN QAR RON SAR SEK SGD THB TRY TWD TZS USD ZAR',
  6: 'USDT',
  8: 'BTC ETH',
};
const scales = new Map(
  Object.entries(byScale).flatMap(([scale, codes]) => codes.split(' ').map((code) => [code, Number(scale)] as const)),
);

export const knownCurrencies = [...scales.keys()].toSorted();

/** @throws RangeError for a currency that the product does not know */
export function scaleOf(currency: string): number {
  const scale = scales.get(currency);
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
