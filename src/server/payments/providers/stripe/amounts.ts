import type { Money } from '#server/platform/connections/outcome.ts';

/** Currencies whose minor units at Stripe are not those of ISO 4217. */
const otherDigits = new Set(['ISK', 'UGX']);
/** Stripe takes these without the last of three digits. */
const threeDigits = new Set(['BHD', 'JOD', 'KWD', 'OMR', 'TND']);

/** Whether Stripe takes this amount as we write it, or any of the currency. */
export const isPayable = ({ minor = 0n, currency }: Pick<Money, 'currency'> & Partial<Money>): boolean =>
  !otherDigits.has(currency) && (!threeDigits.has(currency) || minor % 10n === 0n) && minor <= 99_999_999n;

/** Exact, because `isPayable` bounds it. */
export const asInteger = (value: bigint) => Number(value);
