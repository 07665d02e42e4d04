/** Currencies with other than two digits after the point, as ISO 4217 has them, by those digits. */
export const otherScales = { 0: 'CLP JPY KRW RWF UGX VND', 3: 'BHD JOD KWD OMR' };

/**
 * How many digits after the point amounts in a currency are shown with: all that prices in it have, and two of a coin. Apart
 * from `../money.ts`, because the first screen formats numbers and computes with none.
 */
export function shownDigits(currency: string): number {
  if (otherScales[0].split(' ').includes(currency)) return 0;
  return otherScales[3].split(' ').includes(currency) ? 3 : 2;
}
